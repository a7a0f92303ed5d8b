import wishHints from '#content/voice/heart/wish-hints.json' with { type: 'json' };
import wishLines from '#content/voice/heart/wish-lines.json' with { type: 'json' };
import wishNotes from '#content/voice/heart/wish-notes.json' with { type: 'json' };
import wishTexts from '#content/voice/heart/wish-texts.json' with { type: 'json' };

import { HOUR, type Instant, MINUTE, nextHourBoundary } from '../../rules/base/clock.ts';
import { fitsMoment } from '../../rules/care/item-moments.ts';
import { isLeftAlone, isTooShy, type TendedCreature } from '../../rules/care/needs.ts';
import { isItsMoment, LAST_DEEDS, LONG_STORY, SOON } from '../../rules/heart/grant-wish.ts';
import { dayPartAt, EVENING, type Heart, MIDDAY } from '../../rules/heart/heart.ts';
import { isLikedThing, WISHES, type WishKind, type WishRow } from '../../rules/heart/wishes-table.ts';
import { type HatchedCreature, isAlive } from '../../rules/lives/creature.ts';
import { BEDTIME, MORNING, SAME_VISIT } from '../../rules/lives/rhythm.ts';
import { bodyOf, type BodyOwner } from '../../rules/species/bodies.ts';
import { approvedItem } from '../../rules/species/catalog.ts';
import { hooksOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import type { StatChanges, Action, DayPart } from '../../rules/vocabulary.ts';
import type { NextStep } from '../../api/fields.ts';
import { toldCare } from '../server/next-steps.ts';
import { pickLikedItem } from '../creature/needs.ts';
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
  /** 1 for the first of the creature's life. */
  readonly number: number;
  readonly seed: number;
  readonly species: Pick<Species, 'tastes'>;
  readonly loved?: readonly string[] | undefined;
  /** The creature's time zone; only in replies to its keeper. */
  readonly zone?: string | undefined;
  /** True for items to suggest now; all when absent. */
  readonly fits?: ((item: string) => boolean) | undefined;
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
  return isSeveral(items) ? pickLine(items, wishPick(facts, 'wish-item')) : items[0];
}

function itemsThatGrant({ wish, species, loved = [], fits = () => true }: WishFacts): readonly string[] {
  const { action, thing, item }: WishRow = WISHES[wish];
  if (!action || action === 'reflect' || !(thing || item === 'loved')) return NO_ITEMS;
  const grants = (like: string) => (thing ? isLikedThing(like, thing) : loved.includes(like));
  return species.tastes[action].filter((like) => grants(like) && fits(like));
}

const NO_ITEMS: readonly string[] = [];

function whatToDo({ action, thing, item }: WishRow): string {
  if (!action) return 'Do anything for it';
  const wanted = (thing && wishHints.things[thing]) ?? (item && wishHints.items[item]);
  const { order, clause } = wishHints.acts[action];
  return wanted === undefined ? order : `When you ${clause}, choose ${wanted}`;
}

export function orderFor(action: Action): string {
  return wishHints.acts[action].order;
}

const WORDS: Readonly<Record<NonNullable<WishRow['words']>, string>> = {
  some: ', with a few words in notes',
  long: `, with a story of ${LONG_STORY} characters or more in notes`,
  none: ', and send no notes: no words are needed',
};

const VISIT_MINUTES = SAME_VISIT / MINUTE;

const AFTER: Readonly<Record<NonNullable<WishRow['after']>, (row: WishRow) => string>> = {
  soon: () =>
    `Come back between ${VISIT_MINUTES} minutes and ${SOON / HOUR} hours after the last care, and do anything for it`,
  first: (row) =>
    `${whatToDo(row)} before you do anything else, ${VISIT_MINUTES} minutes or more after the last care`,
  again: (row) =>
    `${whatToDo(row)} twice in a row, the second time within ${VISIT_MINUTES} minutes of the first`,
  other: () => `Do something for it that is not among the last ${LAST_DEEDS} things that were done`,
};

export const HOURS_OF_PARTS: Readonly<Record<DayPart, readonly [from: number, to: number]>> = {
  night: [BEDTIME, MORNING],
  morning: [MORNING, MIDDAY],
  midday: [MIDDAY, EVENING],
  evening: [EVENING, BEDTIME],
};

function hoursOf({ part }: WishRow, zone: string | undefined): string {
  if (!part) return '';
  const [from, to] = HOURS_OF_PARTS[part];
  const clock = zone === undefined ? 'its own clock' : `its own clock (${zone})`;
  return ` between ${formatHour(from)} and ${formatHour(to)} by ${clock}`;
}

function exampleWords({ action, thing, item }: WishRow, facts: WishFacts): string {
  const example = wishItem(facts);
  if (example !== undefined) return `: the item "${example}" would do`;
  if (thing || item) return '';
  return action === 'reflect' ? '' : '; any item will do that it does not dislike';
}

/** `wishNouns` follow "wishes for". Granted lines never say that the creature is awake or what the care did. */
export const {
  wishNouns: WISH_NOUNS,
  grantedLines: GRANTED_LINES,
  grantedByAction: GRANTED_BY_ACTION,
  wishSteps: WISH_STEPS,
} = asLines(wishLines);

export const WISH_TEXTS = asLines(wishTexts);

export interface ToldWish extends WishFacts {
  readonly name: string;
  readonly species: WishFacts['species'] & BodyOwner;
}

export function describeWish(told: ToldWish): Readonly<Record<'text' | 'hint', string>> {
  const subject = { body: bodyOf(told.species) };
  const text = pickLine(WISH_TEXTS[told.wish], { ...wishPick(told, 'wish'), subject });
  return { text: fillTemplate(text, nounsOf(told.species, told.name)), hint: wishHint(told) };
}

function wishPick({ seed, number }: Pick<WishFacts, 'seed' | 'number'>, field: string): LinePick {
  return { seed, field, count: number };
}

export function wishStepWords(told: ToldWish): string {
  const why = pickLine(WISH_STEPS, wishPick(told, 'wish-step'));
  return [fillTemplate(why, { name: told.name, what: WISH_NOUNS[told.wish] }), wishHint(told)].join(' ');
}

interface GrantedWish extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  readonly action: Action;
  readonly granted: number;
  readonly subject?: LineSubject | undefined;
}

export function wishGrantedWords(wish: GrantedWish): string {
  const { name, seed, action, granted, subject = { body: bodyOf(wish) } } = wish;
  const pick = { seed, field: 'wish-granted', count: granted, subject };
  const line = pickLineOf([GRANTED_LINES, GRANTED_BY_ACTION[action]], pick);
  return fillTemplate(line, nounsOf(wish, name));
}

export interface WishingCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly heart: Heart;
  readonly now: Instant;
}

export function openWishOf(wishing: WishingCreature): ToldWish | undefined {
  const { open, number } = wishing.heart.wish;
  return open && isAlive(wishing.creature) ? wishOf(wishing, { kind: open.kind, number }) : undefined;
}

export function wishOf(
  { creature, species, heart, now }: WishingCreature,
  { kind, number }: { readonly kind: WishKind; readonly number: number },
): ToldWish {
  const { name, seed, zone } = creature;
  const fits = (item: string) => fitsMoment(item, zone, now);
  return { wish: kind, number, name, seed, zone: zone.name, species, loved: heart.care.loved, fits };
}

/** Example notes, for keepers that send a suggested step unchanged. */
export const NOTES = asLines(wishNotes);

export function wishGrant(tended: TendedCreature): WishGrant | undefined {
  const told = toldWish(tended);
  return told && grantOf(told, tended);
}

function grantOf(told: ToldWish, tended: TendedCreature): WishGrant | undefined {
  const { action: wanted }: WishRow = WISHES[told.wish];
  for (const action of wanted ? [wanted] : ANYTHING) {
    const grant = isUpTo(action, tended) ? grantBy(action, told, tended) : undefined;
    if (grant) return grant;
  }
  return undefined;
}

/** The care that grants the wish now; undefined before its moment, or if its item is unknown. */
function grantBy(action: Action, told: ToldWish, tended: TendedCreature): WishGrant | undefined {
  const row: WishRow = WISHES[told.wish];
  const item = itemFor(action, told, tended);
  const isKnown = item !== undefined || (row.thing === undefined && row.item === undefined);
  const grants = isKnown && isItsMoment(row, tended.creature, action, tended.observed.at);
  return grants ? { action, item, notes: row.words } : undefined;
}

/** The next step that grants a creature's wish now. A wished meal is part of the meal it needs, so it has no step of its own. */
export function wishStep(tended: TendedCreature): NextStep | undefined {
  const told = toldWish(tended);
  const grant = told && (grantOf(told, tended) ?? preparationFor(told, tended));
  if (!grant || grant.action === 'feed' || wasJustTried(grant.action, told, tended)) return undefined;
  const notes = notesFor(grant.notes, told);
  const why = wishStepWords(told);
  const own = 'The notes are only an example: say it in your own words.';
  const description = notes === undefined ? why : [why, own].join(' ');
  const item = grant.item ?? neededItem(grant.action, tended);
  return withNotes(toldCare(tended.creature, grant.action, description, item), notes);
}

/** When the hours of an open wish begin, if that is before it ends; a meal only at a moment when it is on time. */
export function wishHourOf(tended: TendedCreature): Instant | undefined {
  const { creature, heart, observed } = tended;
  const { kind, until } = heart?.wish.open ?? {};
  if (kind === undefined || until === undefined) return undefined;
  const { part, action }: WishRow = WISHES[kind];
  const isMeal = action === 'feed';
  if (part === undefined || (!isMeal && dayPartAt(creature.zone, observed.at) === part)) return undefined;
  const { from, to } = observed.checkin.span;
  let at = isMeal ? Math.max(observed.at, from) : observed.at;
  const last = isMeal ? Math.min(until, to) : until;
  while (at < last && dayPartAt(creature.zone, at) !== part) at = nextHourBoundary(creature.zone, at);
  return at > observed.at && at < last ? at : undefined;
}

export function wishNounOf({ heart }: TendedCreature): string {
  const { kind } = heart?.wish.open ?? {};
  return kind === undefined ? '' : WISH_NOUNS[kind];
}

/** An item for a species that is content only with certain ones, where the wish itself asks for none. */
function neededItem(action: Action, tended: TendedCreature): string | undefined {
  const isPicky = hooksOf(tended.species, 'neverEffective').length > 0;
  return isPicky && action !== 'reflect' ? pickLikedItem(action, tended) : undefined;
}

/** The item and the notes that an act needs to grant the open wish. */
export interface WishedExtras {
  readonly item: string | undefined;
  readonly notes: string | undefined;
}

export function wishedWith(tended: TendedCreature, action: Action): WishedExtras | undefined {
  const { kind } = tended.heart?.wish.open ?? {};
  const row: WishRow | undefined = kind && WISHES[kind];
  const told = row?.action === action ? toldWish(tended) : undefined;
  const grant = told && grantBy(action, told, tended);
  return grant && { item: grant.item, notes: notesFor(grant.notes, told) };
}

export function withNotes(step: NextStep, notes: string | undefined): NextStep {
  return notes === undefined ? step : { ...step, body: { ...step.body, notes } };
}

function notesFor(wanted: WishRow['words'], told: ToldWish): string | undefined {
  if (wanted === undefined || wanted === 'none') return undefined;
  return pickLine(NOTES[wanted], wishPick(told, 'wish-notes'));
}

/** True if the wish must be granted before any other care of the visit. */
export function isForArrival({ heart }: TendedCreature): boolean {
  const { kind } = heart?.wish.open ?? {};
  return kind !== undefined && (WISHES[kind] as WishRow).after === 'first';
}

/** For a wish for the same action twice in a row: the first of the two acts. */
function preparationFor(told: ToldWish, tended: TendedCreature): WishGrant | undefined {
  const { action, after, words }: WishRow = WISHES[told.wish];
  if (after !== 'again' || action === undefined || !isUpTo(action, tended)) return undefined;
  return { action, item: itemFor(action, told, tended), notes: words };
}

/** True if the same act in this visit did not grant the wish: suggesting it again could loop. */
function wasJustTried(action: Action, { wish }: ToldWish, { creature, observed }: TendedCreature): boolean {
  const { after }: WishRow = WISHES[wish];
  const { life, record } = creature;
  return after !== 'again' && record.lastAction === action && observed.at - life.lastCareAt < SAME_VISIT;
}

function toldWish({ creature, species, heart, observed }: TendedCreature): ToldWish | undefined {
  return heart && openWishOf({ creature, species, heart, now: observed.at });
}

/** Actions for wishes that any action grants: those without a cost to the stats. */
const ANYTHING: readonly Action[] = ['reflect', 'play', 'clean', 'sleep'];

interface WishGrant {
  readonly action: Action;
  readonly item: string | undefined;
  readonly notes: WishRow['words'];
}

/** An item that fits the wish. For a wish for something new: one that it is not known to have had, or two in one. */
function itemFor(action: Action, told: ToldWish, tended: TendedCreature): string | undefined {
  if (action === 'reflect') return undefined;
  const { item: wanted }: WishRow = WISHES[told.wish];
  if (wanted !== 'new') return wishItem(told);
  const { heart, tried = [] } = tended;
  const given = tried.map((item) => approvedItem(item) ?? item);
  const had = new Set([...(heart?.care.loved ?? []), ...(heart?.lately.loved ?? []), ...given]);
  const likes = told.species.tastes[action].filter(told.fits ?? (() => true));
  const untried = likes.filter((like) => !had.has(like));
  const fresh = untried.length > 0 ? untried : pairsOf(likes).filter((pair) => !had.has(pair));
  return fresh[tended.creature.record.careActions % fresh.length];
}

/** Items that are judged differently as part of two: "zero and" negates, and "dress up" is an order. */
const ONLY_ALONE: ReadonlySet<string> = new Set(['zero', 'dress up']);

function pairsOf(items: readonly string[]): readonly string[] {
  const joinable = items.filter((item) => !ONLY_ALONE.has(item));
  return joinable.flatMap((one, at) => joinable.slice(at + 1).map((other) => `${one} and ${other}`));
}

/** True if the creature accepts the action now: asleep or shy creatures accept only `reflect`, shy ones a few times a visit. */
export function isUpTo(action: Action, tended: TendedCreature): boolean {
  if (action === 'reflect') return !isLeftAlone(tended);
  // An early meal costs more than the wish gives.
  if (action === 'feed' && tended.observed.feeding.opensAt !== undefined) return false;
  if (tended.observed.asleepUntil || isTooShy(tended)) return false;
  // `discipline` costs happiness and trust.
  const { health = 0, trust = 0, happiness = 0 } = tended.observed.shown;
  return action !== 'discipline' || (health >= 60 && trust >= 40 && happiness >= 50);
}

export function takesLessons({ health = 0, trust = 0, happiness = 0 }: StatChanges): boolean {
  return health > 80 && trust > 60 && happiness > 85;
}
