import spoken from '#content/voice/heart/letters/manner-words.json' with { type: 'json' };

import type { Letter } from '../../../core/heart/letter.ts';
import type { MannerKind } from '../../../core/heart/manners-table.ts';
import { withArticle } from '../../engine/nouns.ts';
import type { TemplateWords } from '../../engine/pick-line.ts';

/** How one that has a manner of its own speaks of it. */
interface SpokenManner {
  /** What it is: `connoisseur`. */
  readonly noun: string;
  /** Why, after "because": true of everybody who has it. */
  readonly because: string;
  /** What it is like to be one, after "I". */
  readonly habits: readonly [string, string];
}

const MANNER_WORDS = spoken as Readonly<Record<MannerKind, SpokenManner>>;

/** How it speaks of its manner; what it is like changes from letter to letter. */
export function mannerWords({ manner, number }: Letter): TemplateWords {
  if (!manner) return {};
  const { noun, because, habits } = MANNER_WORDS[manner];
  return { noun, because, manner: withArticle(noun), habit: habits[number % 2] ?? habits[0] };
}
