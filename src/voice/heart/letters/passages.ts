import type { LetterOccasion } from '../../../core/vocabulary.ts';
import { CARE_PASSAGES } from './care-passages.ts';
import { COMPANY_PASSAGES } from './company-passages.ts';
import { FAREWELL_PASSAGES } from './farewell-passages.ts';
import { GROWTH_PASSAGES } from './growth-passages.ts';
import { KEEPSAKE_PASSAGES } from './keepsake-passages.ts';
import { MEAL_PASSAGES } from './meal-passages.ts';
import { MUSINGS } from './musings.ts';
import type { Passage } from './passage.ts';
import { RETURN_PASSAGES } from './return-passages.ts';
import { TIME_PASSAGES } from './time-passages.ts';
import { WISH_PASSAGES } from './wish-passages.ts';

export type NamedPassage = readonly [name: string, passage: Passage];

const OF_A_LIFE: readonly NamedPassage[] = Object.entries<Passage>({
  ...GROWTH_PASSAGES,
  ...COMPANY_PASSAGES,
  ...MEAL_PASSAGES,
  ...CARE_PASSAGES,
  ...WISH_PASSAGES,
  ...KEEPSAKE_PASSAGES,
  ...TIME_PASSAGES,
  ...MUSINGS,
});
const OF_AN_END = Object.entries<Passage>(FAREWELL_PASSAGES);
const OF_A_RETURN = Object.entries<Passage>(RETURN_PASSAGES);

/** All that a letter of an occasion may tell. */
export const PASSAGES: Readonly<Record<LetterOccasion, readonly NamedPassage[]>> = {
  week: OF_A_LIFE,
  child: OF_A_LIFE,
  teen: OF_A_LIFE,
  adult: OF_A_LIFE,
  death: OF_AN_END,
  return: OF_A_RETURN,
};
