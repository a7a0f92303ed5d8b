import wishHints from '#content/voice/heart/wish-hints.json' with { type: 'json' };
import wishLines from '#content/voice/heart/wish-lines.json' with { type: 'json' };
import wishTexts from '#content/voice/heart/wish-texts.json' with { type: 'json' };
import type { ThingKind } from '../../rules/care/lexicon.ts';
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
  fillTemplate,
  isSeveral,
  type LinePick,
  type Lines,
  type LineSubject,
  pickLine,
  pickLineOf,
} from '../pick-line.ts';

const HINTS = wishHints as {
  readonly acts: Record<Action, Record<'order' | 'clause', string>>;
  readonly items: Record<NonNullable<WishRow['item']>, string>;
  readonly things: Record<ThingKind, string>;
};

/** A wish, and who has it. */
interface WishFacts {
  readonly wish: WishKind;
  /** The first wish of its life is the first. */
  readonly number: number;
  readonly seed: number;
  readonly species: Pick<Species, 'tastes'>;
  /** What it loved, by names the house knows itself. */
  readonly loved?: readonly string[] | undefined;
  /** By whose clock its hours are, where it is its keeper who reads. */
  readonly zone?: string | undefined;
}

/** What grants a wish. It is made of the wish's row, so that it cannot say anything else than the rule does. */
export function wishHint(facts: WishFacts): string {
  const row: WishRow = WISHES[facts.wish];
  const what = row.after ? AFTER[row.after](row) : whatToDo(row);
  const words = row.words ? WORDS[row.words] : '';
  // Joined, since a reply with texts in pieces takes twice as long to write out.
  return [what, hoursOf(row, facts.zone), words, exampleWords(row, facts), '.'].join('');
}

/** Something that would grant it, by a name the house knows itself; nothing where the wish asks for nothing, or nothing is known. */
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
  const wanted = (thing && HINTS.things[thing]) ?? (item && HINTS.items[item]);
  return wanted === undefined
    ? HINTS.acts[action].order
    : `When you ${HINTS.acts[action].clause}, choose ${wanted}`;
}

const WORDS: Readonly<Record<NonNullable<WishRow['words']>, string>> = {
  some: ', with a few words in notes',
  long: `, with a story of ${LONG_STORY} characters or more in notes`,
  none: ', and send no notes: no words are needed',
};

const VISIT_MINUTES = SAME_VISIT / MINUTE;

/** What its place after other care is, with all that has to be done. */
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

export const {
  wishNouns: WISH_NOUNS,
  grantedLines: GRANTED_LINES,
  grantedByAction: GRANTED_BY_ACTION,
  wishSteps: WISH_STEPS,
} = wishLines as {
  /** What it wishes for, in a few words: they follow "wishes for". */
  readonly wishNouns: Readonly<Record<WishKind, string>>;
  /**
   * Its wish has come true, whatever it was. Company reaches those who sleep and a meal may find no room, so that no line says that it
   * is awake or what it made of the care.
   */
  readonly grantedLines: Lines;
  /** The same by what was done; true as well of a wish that anything would have granted. */
  readonly grantedByAction: Readonly<Record<Action, Lines>>;
  /** How the wish is brought up among the next steps, after all that is necessary. */
  readonly wishSteps: Lines;
};

/** What it wishes for, told to whoever keeps it. */
export const WISH_TEXTS = wishTexts as Readonly<Record<WishKind, Lines>>;

/** A wish that is told of, and who has it. */
export interface ToldWish extends WishFacts {
  readonly name: string;
  readonly species: WishFacts['species'] & BodyOwner;
}

/** What it wishes for, and what grants it. The same wish is told in the same words for as long as it is open. */
export function describeWish(told: ToldWish): Readonly<Record<'text' | 'hint', string>> {
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
