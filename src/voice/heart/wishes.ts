import type { Action, Family } from '../../core/vocabulary.ts';
import { nounsOf } from '../engine/nouns.ts';
import { fillTemplate, pickLine, pickLineOf, type LinePick } from '../engine/pick-line.ts';
import { wishHint, type WishFacts } from './wish-hints.ts';
import { GRANTED_BY_ACTION, GRANTED_LINES, WISH_NOUNS, WISH_STEPS } from './wish-lines.ts';
import { WISH_TEXTS } from './wish-texts.ts';

/** A wish that is told of, and who has it. */
export interface ToldWish extends WishFacts {
  readonly name: string;
  readonly species: WishFacts['species'] & { readonly family: Family };
}

/** What it wishes for, and what grants it. */
interface WishWords {
  readonly text: string;
  readonly hint: string;
}

/** The same wish of the same creature is told in the same words for as long as it is open. */
export function describeWish(told: ToldWish): WishWords {
  const text = pickLine(WISH_TEXTS[told.wish], wishPick(told, 'wish'));
  return { text: fillTemplate(text, nounsOf(told.species.family, told.name)), hint: wishHint(told) };
}

function wishPick({ seed, number }: Pick<WishFacts, 'seed' | 'number'>, field: string): LinePick {
  return { seed, field, count: number };
}

/** Why the wish is among the next steps. */
export function wishStepWords(told: ToldWish): string {
  const why = pickLine(WISH_STEPS, wishPick(told, 'wish-step'));
  return [fillTemplate(why, { name: told.name, what: WISH_NOUNS[told.wish] }), wishHint(told)].join(' ');
}

/** A wish that came true. */
interface GrantedWish {
  readonly name: string;
  readonly seed: number;
  readonly family: Family;
  /** What was done. */
  readonly action: Action;
  /** How many of its wishes have come true, this one included. */
  readonly granted: number;
}

/** Its joy, to be told after how the care went. */
export function wishGrantedWords({ name, seed, family, action, granted }: GrantedWish): string {
  const line = pickLineOf([GRANTED_LINES, GRANTED_BY_ACTION[action]], {
    seed,
    field: 'wish-granted',
    count: granted,
  });
  return fillTemplate(line, nounsOf(family, name));
}
