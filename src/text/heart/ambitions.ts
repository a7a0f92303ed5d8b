import ambitionWords from '#content/voice/heart/ambitions.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import { fitsMoment } from '../../rules/care/item-moments.ts';
import type { TendedCreature } from '../../rules/care/needs.ts';
import {
  expectedAt,
  isStep,
  isStepAction,
  isStepItem,
  type OpenAmbition,
} from '../../rules/heart/ambition.ts';
import { type AmbitionKind, type AmbitionRow, AMBITIONS } from '../../rules/heart/ambitions-table.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import { type HatchedCreature, isAlive } from '../../rules/lives/creature.ts';
import { SAME_VISIT } from '../../rules/lives/rhythm.ts';
import type { Action, ItemAction } from '../../rules/vocabulary.ts';
import type { NextStep } from '../../api/fields.ts';
import { toldCare } from '../server/next-steps.ts';
import { usefulItems } from '../creature/needs.ts';
import { formatHour } from '../numbers.ts';
import { asLines, fillTemplate, pickLine } from '../pick-line.ts';
import { HOURS_OF_PARTS, isUpTo, orderFor } from './wishes.ts';

export const AMBITION_WORDS = asLines(ambitionWords);

export function ambitionAim(kind: AmbitionKind): string {
  return AMBITION_WORDS.kinds[kind].aim;
}

/** What a creature did that has reached its aim; follows "it" or "I". */
export function ambitionDeed(kind: AmbitionKind): string {
  return AMBITION_WORDS.kinds[kind].did;
}

/** The lasting traits of a creature by its own doing, the oldest first. */
export function ambitionTraits({ ambition }: Pick<Heart, 'ambition'>): string[] {
  return (ambition?.done ?? []).map((kind) => AMBITION_WORDS.kinds[kind].trait);
}

interface Striving {
  readonly creature: HatchedCreature;
  readonly heart?: Heart | undefined;
}

function openAmbitionOf({ creature, heart }: Striving): OpenAmbition | undefined {
  return isAlive(creature) ? heart?.ambition?.open : undefined;
}

export interface ToldAmbition {
  readonly text: string;
  readonly progress: string;
  readonly expected: Instant;
  readonly hint: string;
}

export function describeAmbition(striving: Striving, now: Instant): ToldAmbition | undefined {
  const { creature, heart } = striving;
  const open = openAmbitionOf(striving);
  if (!open || !heart) return undefined;
  return {
    text: ambitionText(open.kind, creature, heart.ambition?.number ?? 0),
    progress: progressWords(open.steps, open.of),
    expected: expectedAt(creature, heart, open, now),
    hint: ambitionHint(open.kind, creature.zone.name),
  };
}

/** `count`: its number in the life. */
export function ambitionText(
  kind: AmbitionKind,
  { name, seed }: Pick<HatchedCreature, 'name' | 'seed'>,
  count: number,
): string {
  const line = pickLine(AMBITION_WORDS.kinds[kind].texts, { seed, field: 'ambition', count });
  return fillTemplate(line, { name });
}

export function progressWords(steps: number, of: number): string {
  return `${steps} of ${of}`;
}

/** After an ambition was done: that it was. */
export function ambitionDoneWords(
  kind: AmbitionKind,
  { name, seed }: Pick<HatchedCreature, 'name' | 'seed'>,
  count: number,
): string {
  const line = pickLine(AMBITION_WORDS.done, { seed, field: 'ambition-done', count });
  return fillTemplate(line, { name, did: ambitionDeed(kind) });
}

/** What counts as a step, in words. Derived from the row of the rules, so that hint and rule cannot differ. */
function ambitionHint(kind: AmbitionKind, zone: string): string {
  const row: AmbitionRow = AMBITIONS[kind];
  const loses = row.lostByLateMeals ? '; a late meal costs a step' : '';
  const fades =
    row.lostAfterHours === undefined ? '' : `; after ${row.lostAfterHours} hours without one, one is lost`;
  return [whatCounts(row), hoursOf(row, zone), gapOf(row), loses, fades, '.'].join('');
}

function whatCounts(row: AmbitionRow): string {
  const { action, timing, after, mood, other } = row;
  const order = action ? orderFor(action) : 'Do anything for it except medicine,';
  return [
    order,
    row.item ? ITEM_WORDS[row.item] : '',
    timing === 'on_time' ? ' on time' : '',
    after ? AFTER_WORDS[after] : '',
    mood === 'happy' ? ' that leaves it happy (happiness above 80, hunger above 50)' : '',
    other ? OTHER_WORDS[other] : '',
  ].join('');
}

const ITEM_WORDS: Readonly<Record<NonNullable<AmbitionRow['item']>, string>> = {
  other: ' with something it likes, another thing at each step,',
  same: ' with something it likes, the same thing at each step,',
};

const AFTER_WORDS: Readonly<Record<NonNullable<AmbitionRow['after']>, string>> = {
  first: ' as the first act of a visit',
  play: ' right after a game, in the same visit',
};

const OTHER_WORDS: Readonly<Record<NonNullable<AmbitionRow['other']>, string>> = {
  action: ', another kind of care at each step',
  part: ', once in each part of the day',
};

function hoursOf({ parts = [] }: AmbitionRow, zone: string): string {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return '';
  const [from, to] = [HOURS_OF_PARTS[first][0], HOURS_OF_PARTS[last][1]];
  return ` between ${formatHour(from)} and ${formatHour(to)} by its own clock (${zone})`;
}

function gapOf({ gapHours, item }: AmbitionRow): string {
  if (gapHours === 0) return '';
  return `${item ? '' : ','} ${gapHours} hours or more after the last step`;
}

/** The next step that brings a creature nearer to what it wants; never a meal, which has its own time. */
export function ambitionStep(tended: TendedCreature): NextStep | undefined {
  const open = openAmbitionOf(tended);
  const action = open && actionFor(open, tended);
  if (!open || !action) return undefined;
  const item = action === 'reflect' ? undefined : ambitionItem(action, tended);
  return toldCare(tended.creature, action, ambitionStepWords(tended, open), item);
}

function ambitionStepWords({ creature, heart }: TendedCreature, { kind, steps }: OpenAmbition): string {
  const { name, seed } = creature;
  const count = (heart?.ambition?.number ?? 0) * STEPS_PER_AMBITION + steps;
  const line = pickLine(AMBITION_WORDS.steps, { seed, field: 'ambition-step', count });
  return fillTemplate(line, { name, aim: ambitionAim(kind) });
}

const STEPS_PER_AMBITION = 16;

/** True if the next step must be the first act of a visit, like a wished greeting. */
export function startsVisit(tended: TendedCreature): boolean {
  const open = openAmbitionOf(tended);
  if (!open) return false;
  const { after, action }: AmbitionRow = AMBITIONS[open.kind];
  return after === 'first' && action !== undefined;
}

/** Actions of a step that may be any: none is a meal. */
const ANYTHING: readonly Action[] = ['play', 'clean', 'sleep', 'reflect', 'discipline'];

function actionFor(open: OpenAmbition, tended: TendedCreature): Action | undefined {
  const { action, after }: AmbitionRow = AMBITIONS[open.kind];
  const { lastAction, recentActions } = tended.creature.record;
  const isSameVisit = isOfThisVisit(tended, tended.creature.life.lastCareAt);
  // An act of this visit that did not count: advising it again could go on for ever.
  const tried = actsOfThisVisit(tended);
  const mayCount = (each: Action) => !tried.includes(each) && isFitFor(each, tended);
  if (after === 'play' && action) {
    if (!mayCount(action) || !isDue(open, tended, 'play')) return undefined;
    return isSameVisit && lastAction === 'play' ? action : mayCount('play') ? 'play' : undefined;
  }
  const lately = (each: Action) => recentActions.filter((done) => done === each).length;
  return (action ? [action] : ANYTHING.toSorted((one, other) => lately(one) - lately(other))).find(
    (each) => each !== 'feed' && mayCount(each) && counts(open, tended, each),
  );
}

/** The acts after the last meal, or after the last act whose time is known to be before this visit. */
function actsOfThisVisit(tended: TendedCreature): readonly Action[] {
  const { life, record } = tended.creature;
  if (!isOfThisVisit(tended, life.lastCareAt)) return [];
  const isEarlier: Partial<Record<Action, boolean>> = {
    feed: true,
    play: !isOfThisVisit(tended, life.lastPlayedAt),
    clean: !isOfThisVisit(tended, life.lastCleanedAt),
  };
  return record.recentActions.slice(record.recentActions.findLastIndex((each) => isEarlier[each]) + 1);
}

function isOfThisVisit({ observed }: TendedCreature, time: Instant): boolean {
  return observed.at - time < SAME_VISIT;
}

function counts(open: OpenAmbition, tended: TendedCreature, action: Action): boolean {
  const { item: wanted, mood }: AmbitionRow = AMBITIONS[open.kind];
  if (mood && (action === 'discipline' || tended.observed.mood !== mood)) return false;
  const name = wanted && action !== 'reflect' ? ambitionItem(action, tended) : undefined;
  if (wanted && name === undefined) return false;
  const item = name === undefined ? undefined : ({ name, category: 'loved' } as const);
  return (
    isStepAction(open, action) &&
    isStep(open, tended.creature, { action, item, timing: undefined }, tended.observed.at)
  );
}

/** True if a step is due but for what has to come before it in the visit. */
function isDue(open: OpenAmbition, { creature, observed }: TendedCreature, before: Action): boolean {
  const played = {
    ...creature,
    life: { ...creature.life, lastCareAt: observed.at },
    record: { ...creature.record, lastAction: before },
  };
  const { action }: AmbitionRow = AMBITIONS[open.kind];
  return action !== undefined && isStep(open, played, { action, timing: undefined }, observed.at);
}

/** True if the act costs the creature nothing that it needs. */
function isFitFor(action: Action, tended: TendedCreature): boolean {
  if (!isUpTo(action, tended)) return false;
  if (action !== 'discipline') return true;
  const { health = 0, trust = 0, happiness = 0 } = tended.observed.shown;
  return health >= 80 && trust >= 40 && happiness >= 70;
}

/** An item that counts for the open ambition with this action; undefined where any will do, or none is known. */
export function ambitionItem(action: ItemAction, tended: TendedCreature): string | undefined {
  const open = openAmbitionOf(tended);
  const row: AmbitionRow | undefined = open && AMBITIONS[open.kind];
  if (!open || !row?.item || row.action !== action) return undefined;
  const { creature, species, observed } = tended;
  const counting = usefulItems(action, species).filter((name) => isStepItem(open, name));
  const now = counting.filter((name) => fitsMoment(name, creature.zone, observed.at));
  return now[Math.floor(creature.seed % Math.max(1, now.length))];
}
