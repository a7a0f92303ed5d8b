import wishHints from '#content/voice/heart/wish-hints.json' with { type: 'json' };
import wishLines from '#content/voice/heart/wish-lines.json' with { type: 'json' };
import wishTexts from '#content/voice/heart/wish-texts.json' with { type: 'json' };
import { HOUR, MINUTE } from '../../rules/base/clock.ts';
import { LAST_DEEDS, LONG_STORY, SOON } from '../../rules/heart/grant-wish.ts';
import { EVENING, MIDDAY } from '../../rules/heart/heart.ts';
import { isLikedThing, WISHES, type WishKind, type WishRow } from '../../rules/heart/wishes-table.ts';
import { SAME_VISIT } from '../../rules/lives/rhythm.ts';
import { BEDTIME, MORNING } from '../../rules/lives/sleep.ts';
import { bodyOf, type BodyOwner } from '../../rules/species/bodies.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, DayPart } from '../../rules/vocabulary.ts';
import { nounsOf } from '../nouns.ts';
import { formatHour } from '../numbers.ts';
import {
  asLines,
  fillTemplate,
  isSeveral,
  type LinePick,
  type LineSubject,
  pickLine,
  pickLineOf,
} from '../pick-line.ts';

interface WishFacts {
  readonly wish: WishKind;
  /** The number of the wish; 1 for the first of the creature's life. */
  readonly number: number;
  readonly seed: number;
  readonly species: Pick<Species, 'tastes'>;
  /** Approved items that the creature loved. */
  readonly loved?: readonly string[] | undefined;
  /** The creature's time zone; only in replies to its keeper. */
  readonly zone?: string | undefined;
}

/** What grants a wish, in words. Derived from the row of the rules, so that hint and rule cannot differ. */
export function wishHint(facts: WishFacts): string {
  const row: WishRow = WISHES[facts.wish];
  const what = row.after ? AFTER[row.after](row) : whatToDo(row);
  const words = row.words ? WORDS[row.words] : '';
  // `join` yields a flat string: JSON.stringify takes twice as long for concatenated ones.
  return [what, hoursOf(row, facts.zone), words, exampleWords(row, facts), '.'].join('');
}

/** An approved item that would grant the wish; undefined where the wish needs none, or none is known. */
export function wishItem(facts: WishFacts): string | undefined {
  const items = itemsThatGrant(facts);
  if (!isSeveral(items)) return items[0];
  const { seed, number } = facts;
  return pickLine(items, { seed, field: 'wish-item', count: number });
}

function itemsThatGrant({ wish, species, loved = [] }: WishFacts): readonly string[] {
  const { action, thing, item }: WishRow = WISHES[wish];
  if (!action || action === 'reflect') return [];
  const likes = species.tastes[action];
  if (thing) return likes.filter((like) => isLikedThing(like, thing));
  return item === 'loved' ? likes.filter((like) => loved.includes(like)) : [];
}

function whatToDo({ action, thing, item }: WishRow): string {
  if (!action) return 'Do anything for it';
  const wanted = (thing && wishHints.things[thing]) ?? (item && wishHints.items[item]);
  const { order, clause } = wishHints.acts[action];
  return wanted === undefined ? order : `When you ${clause}, choose ${wanted}`;
}

const WORDS: Readonly<Record<NonNullable<WishRow['words']>, string>> = {
  some: ', with a few words in notes',
  long: `, with a story of ${LONG_STORY} characters or more in notes`,
  none: ', and send no notes: no words are needed',
};

const VISIT_MINUTES = SAME_VISIT / MINUTE;

/** Hints of wishes that depend on earlier care. */
const AFTER: Readonly<Record<NonNullable<WishRow['after']>, (row: WishRow) => string>> = {
  soon: () =>
    `Come back between ${VISIT_MINUTES} minutes and ${SOON / HOUR} hours after the last care, and do anything for it`,
  first: (row) =>
    `${whatToDo(row)} before you do anything else, ${VISIT_MINUTES} minutes or more after the last care`,
  again: (row) =>
    `${whatToDo(row)} twice in a row, the second time within ${VISIT_MINUTES} minutes of the first`,
  other: () => `Do something for it that is not among the last ${LAST_DEEDS} things that were done`,
};

const HOURS: Readonly<Record<DayPart, readonly [from: number, to: number]>> = {
  night: [BEDTIME, MORNING],
  morning: [MORNING, MIDDAY],
  midday: [MIDDAY, EVENING],
  evening: [EVENING, BEDTIME],
};

function hoursOf({ part }: WishRow, zone: string | undefined): string {
  if (!part) return '';
  const [from, to] = HOURS[part];
  const clock = zone === undefined ? 'its own clock' : `its own clock (${zone})`;
  return ` between ${formatHour(from)} and ${formatHour(to)} by ${clock}`;
}

function exampleWords({ action, thing, item }: WishRow, facts: WishFacts): string {
  const example = wishItem(facts);
  if (example !== undefined) return `: the item "${example}" would do`;
  if (thing || item) return '';
  return action === 'reflect' ? '' : '; any item will do that it does not dislike';
}

/**
 * Sentences about wishes. `wishNouns` follow "wishes for". Granted lines never say that the creature is awake
 * or what the care did: it may be asleep, or full.
 */
export const {
  wishNouns: WISH_NOUNS,
  grantedLines: GRANTED_LINES,
  grantedByAction: GRANTED_BY_ACTION,
  wishSteps: WISH_STEPS,
} = asLines(wishLines);

/** Texts of wishes, addressed to the keeper. */
export const WISH_TEXTS = asLines(wishTexts);

export interface ToldWish extends WishFacts {
  readonly name: string;
  readonly species: WishFacts['species'] & BodyOwner;
}

/** A wish and what grants it; the words stay the same while the wish is open. */
export function describeWish(told: ToldWish): Readonly<Record<'text' | 'hint', string>> {
  const subject = { body: bodyOf(told.species) };
  const text = pickLine(WISH_TEXTS[told.wish], { ...wishPick(told, 'wish'), subject });
  return { text: fillTemplate(text, nounsOf(told.species, told.name)), hint: wishHint(told) };
}

function wishPick({ seed, number }: Pick<WishFacts, 'seed' | 'number'>, field: string): LinePick {
  return { seed, field, count: number };
}

/** The description of the next step that grants a wish. */
export function wishStepWords(told: ToldWish): string {
  const why = pickLine(WISH_STEPS, wishPick(told, 'wish-step'));
  return [fillTemplate(why, { name: told.name, what: WISH_NOUNS[told.wish] }), wishHint(told)].join(' ');
}

interface GrantedWish extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  readonly action: Action;
  /** Number of the creature's granted wishes, including this one. */
  readonly granted: number;
  readonly subject?: LineSubject | undefined;
}

/** The creature's joy about a granted wish, appended to the message of the care. */
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
