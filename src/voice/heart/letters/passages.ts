import type { LetterOccasion } from '../../../core/vocabulary.ts';
import type { Passage } from './passage.ts';
import { CARE_PASSAGES } from './passages/care.ts';
import { COMPANY_PASSAGES } from './passages/company.ts';
import { FAREWELL_PASSAGES } from './passages/farewell.ts';
import { GROWTH_PASSAGES } from './passages/growth.ts';
import { HARM_PASSAGES } from './passages/harm.ts';
import { KEEPSAKE_PASSAGES } from './passages/keepsakes.ts';
import { LOVED_PASSAGES } from './passages/loved.ts';
import { MEAL_PASSAGES } from './passages/meals.ts';
import { MUSINGS } from './passages/musings.ts';
import { RETURN_PASSAGES } from './passages/return.ts';
import { TIME_PASSAGES } from './passages/time.ts';
import { TOGETHER_PASSAGES } from './passages/together.ts';
import { VARIETY_PASSAGES } from './passages/variety.ts';
import { WISH_PASSAGES } from './passages/wishes.ts';

export type NamedPassage = readonly [name: string, passage: Passage];

const OF_A_LIFE: readonly NamedPassage[] = Object.entries<Passage>({
  ...GROWTH_PASSAGES,
  ...HARM_PASSAGES,
  ...COMPANY_PASSAGES,
  ...MEAL_PASSAGES,
  ...LOVED_PASSAGES,
  ...TOGETHER_PASSAGES,
  ...CARE_PASSAGES,
  ...VARIETY_PASSAGES,
  ...WISH_PASSAGES,
  ...KEEPSAKE_PASSAGES,
  ...TIME_PASSAGES,
  ...MUSINGS,
});
const OF_AN_END = Object.entries<Passage>({ ...FAREWELL_PASSAGES, ...HARM_PASSAGES });
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
