import wishTexts from '#content/voice/heart/wish-texts.json' with { type: 'json' };

import type { Action } from '../../core/vocabulary.ts';
import { bodyOf, type BodyOwner } from '../../core/species/bodies.ts';
import type { LineSubject } from '../engine/fitting-lines.ts';
import { nounsOf } from '../engine/nouns.ts';
import { fillTemplate, pickLine, pickLineOf, type LinePick } from '../engine/pick-line.ts';
import { wishHint, type WishFacts } from './wish-hints.ts';
import { GRANTED_BY_ACTION, GRANTED_LINES, WISH_NOUNS, WISH_STEPS } from './wish-lines.ts';
import type { WishKind } from '../../core/heart/wishes-table.ts';

type ThreeLines = readonly [string, string, string];

/** What it wishes for, told to whoever keeps it. */
export const WISH_TEXTS = wishTexts as Readonly<Record<WishKind, ThreeLines>>;

/** A wish that is told of, and who has it. */
export interface ToldWish extends WishFacts {
  readonly name: string;
  readonly species: WishFacts['species'] & BodyOwner;
}

/** What it wishes for, and what grants it. */
interface WishWords {
  readonly text: string;
  readonly hint: string;
}

/** The same wish of the same creature is told in the same words for as long as it is open. */
export function describeWish(told: ToldWish): WishWords {
  const subject = { body: bodyOf(told.species) };
  const text = pickLine(WISH_TEXTS[told.wish], { ...wishPick(told, 'wish'), subject });
  return { text: fillTemplate(text, nounsOf(told.species, told.name)), hint: wishHint(told) };
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
interface GrantedWish extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  /** What was done. */
  readonly action: Action;
  /** How many of its wishes have come true, this one included. */
  readonly granted: number;
  readonly subject?: LineSubject | undefined;
}

/** Its joy, to be told after how the care went. */
export function wishGrantedWords(wish: GrantedWish): string {
  const { name, seed, action, granted, subject = { body: bodyOf(wish) } } = wish;
  const line = pickLineOf([GRANTED_LINES, GRANTED_BY_ACTION[action]], {
    seed,
    field: 'wish-granted',
    count: granted,
    subject,
  });
  return fillTemplate(line, nounsOf(wish, name));
}
