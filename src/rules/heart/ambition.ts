import { seedOf } from '../../../packages/base/hash.ts';
import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { dice, pick } from '../base/dice.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { averageHours, SAME_VISIT } from '../lives/rhythm.ts';
import { hidesNothing } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import { type Action, ACTIONS } from '../vocabulary.ts';
import {
  AMBITION_KINDS,
  AMBITIONS,
  AMBITIONS_FROM_DAYS,
  type AmbitionKind,
  type AmbitionRow,
  LEAST_STEPS,
} from './ambitions-table.ts';
import { type CareDigest, dayPartAt, type FeltCare, type Heart } from './heart.ts';
import { isUsualPart } from './wish.ts';

/** What a creature wants to achieve; it follows from its care alone. At most 200 bytes as it is stored. */
export interface Ambition {
  /** Hatching, or the last care by a version without ambitions. */
  readonly since: Instant;
  /** Counts those of a life. */
  readonly number: number;
  /** When the open one began, or when the next one begins. */
  readonly from: Instant;
  readonly open?: OpenAmbition | undefined;
  /** Each kind once, the latest last. */
  readonly done: readonly AmbitionKind[];
  /** Those that were left undone and not done since, the latest last. */
  readonly faded: readonly AmbitionKind[];
  /** When the last one was done or faded. */
  readonly endedAt?: Instant | undefined;
}

export interface OpenAmbition {
  readonly kind: AmbitionKind;
  readonly steps: number;
  readonly of: number;
  readonly until: Instant;
  /** The last step. */
  readonly at?: Instant | undefined;
  /** Two characters for each item, action or part of the day that counted. */
  readonly seen: string;
}

const PAUSE_HOURS = { shortest: 6, longest: 18 } as const;

/** Ambitions of a creature that has none yet; `since` is when it may have them. */
export function noAmbition({ seed, life }: Pick<HatchedCreature, 'seed' | 'life'>, since: Instant): Ambition {
  const earliest = Math.max(since, life.ageFrom + AMBITIONS_FROM_DAYS * DAY);
  // Age is not before its time: no pause before the first one of a life.
  const from = earliest > since ? earliest : pauseFrom(seed, 0, since);
  return { since, number: 0, from, done: [], faded: [] };
}

function pauseFrom(seed: number, nth: number, at: Instant): Instant {
  const { shortest, longest } = PAUSE_HOURS;
  return Math.round(at + (shortest + dice(seed, 'ambition', 2 * nth) * (longest - shortest)) * HOUR);
}

/** Opens the next ambition at `ambition.from`; without one within reach it waits for another day. */
export function openAmbition(creature: HatchedCreature, species: Species, heart: Heart): Ambition {
  const { ambition } = heart;
  if (!ambition) throw new TypeError('It has no ambitions.');
  const number = ambition.number + 1;
  const kind = chooseKind(creature, species, heart, number);
  if (!kind) return { ...ambition, number, from: ambition.from + DAY };
  const { from } = ambition;
  const open = {
    kind,
    steps: 0,
    of: stepsFor(kind, creature, species, heart.care),
    until: from + AMBITIONS[kind].days * DAY,
    seen: '',
  };
  return { ...ambition, number, from, open };
}

/** Of the kinds within reach untried ones come first, with another kind of care than the last; then those that faded, then those done longest ago. */
function chooseKind(
  creature: HatchedCreature,
  species: Species,
  heart: Heart,
  number: number,
): AmbitionKind | undefined {
  const { done = [], faded = [] } = heart.ambition ?? {};
  const reachable = AMBITION_KINDS.filter((kind) => isWithinReach(kind, creature, species, heart));
  const fresh = reachable.filter((kind) => !done.includes(kind) && !faded.includes(kind));
  const last = done.at(-1);
  const others = fresh.filter((kind) => last === undefined || actionOf(kind) !== actionOf(last));
  const [first, ...rest] = number % ANY_KIND_EVERY === 0 ? others : rarest(others, heart.care);
  if (first) return pick([first, ...rest], dice(creature.seed, 'ambition', 2 * number + 1));
  return [...faded, ...done].find((kind) => reachable.includes(kind));
}

/** So often it may be of any kind, also of one that its keeper gives all the time. */
const ANY_KIND_EVERY = 3;

function actionOf(kind: AmbitionKind): Action | undefined {
  const { action }: AmbitionRow = AMBITIONS[kind];
  return action;
}

/** The rarer half of the kinds, by how often their kind of care was given. */
function rarest(kinds: readonly AmbitionKind[], { actions }: CareDigest): AmbitionKind[] {
  const all = ACTIONS.reduce((sum, action) => sum + actions[action], 0);
  const commonness = (kind: AmbitionKind) => {
    const action = actionOf(kind);
    return action ? actions[action] : all / ACTIONS.length;
  };
  const inOrder = kinds.toSorted((one, other) => commonness(one) - commonness(other));
  return inOrder.slice(0, Math.ceil(inOrder.length / 2));
}

function isWithinReach(
  kind: AmbitionKind,
  creature: HatchedCreature,
  species: Species,
  heart: Heart,
): boolean {
  const row: AmbitionRow = AMBITIONS[kind];
  if (row.stages && !row.stages.includes(heart.stage)) return false;
  // Whether it is well enough for a lesson, or happy, must be visible to be advised.
  const takesLesson = row.action === 'discipline' || row.other === 'action';
  if ((takesLesson || row.mood) && !hidesNothing(species)) return false;
  if (row.parts && !row.parts.some((part) => isUsualPart(part, heart.care.hours))) return false;
  if (row.other === 'part' && !row.parts?.every((part) => isUsualPart(part, heart.care.hours))) return false;
  return stepsFor(kind, creature, species, heart.care) >= LEAST_STEPS;
}

/** The share of its days that an ambition takes if each visit serves it. */
const PLANNED_SHARE = 0.6;

function stepsFor(
  kind: AmbitionKind,
  creature: HatchedCreature,
  { tastes }: Pick<Species, 'tastes'>,
  care: CareDigest,
): number {
  const row: AmbitionRow = AMBITIONS[kind];
  const fits = Math.floor((PLANNED_SHARE * row.days * DAY) / (stepHours(row, creature, care) * HOUR));
  const steps = Math.min(row.steps, fits);
  if (!row.item || !row.action || row.action === 'reflect') return steps;
  const likes = tastes[row.action].length;
  if (row.item === 'same') return likes > 0 ? steps : 0;
  return Math.min(steps, likes);
}

const DAY_HOURS = DAY / HOUR;

/** Hours from step to step for a keeper of this rhythm and these hours. */
function stepHours(
  { parts, gapHours, other }: AmbitionRow,
  { life }: HatchedCreature,
  care: CareDigest,
): number {
  const rhythm = averageHours(life.rhythm);
  const between = Math.ceil(Math.max(gapHours, 1) / rhythm) * rhythm;
  if (!parts || other) return between;
  const all = Object.values(care.hours).reduce((sum, count) => sum + count, 0);
  const there = parts.reduce((sum, part) => sum + care.hours[part], 0);
  return Math.max(DAY_HOURS, between, (rhythm * all) / Math.max(1, there));
}

/** When it will be done if each visit serves it, to the hour. */
export function expectedAt(
  creature: HatchedCreature,
  { care }: Pick<Heart, 'care'>,
  open: OpenAmbition,
  now: Instant,
): Instant {
  const { kind, steps, of, at } = open;
  const hours = stepHours(AMBITIONS[kind], creature, care);
  const next = at === undefined ? now : Math.max(now, Math.round(at + hours * HOUR));
  const done = next + Math.max(0, of - steps - 1) * hours * HOUR;
  return Math.ceil(done / HOUR) * HOUR;
}

/** An act of care, as far as it is known before it is done. */
export type MeantCare = Pick<FeltCare, 'action' | 'timing'> & {
  readonly item?: FeltCare['item'];
  /** Absent: not known yet. */
  readonly mood?: FeltCare['mood'];
};

/** True if the act is a step of the open ambition. */
export function isStep(open: OpenAmbition, creature: HatchedCreature, act: MeantCare, now: Instant): boolean {
  const row: AmbitionRow = AMBITIONS[open.kind];
  if (row.action ? row.action !== act.action : act.action === 'medicine') return false;
  if (act.item?.category === 'harmful' || act.item?.category === 'disliked') return false;
  if (open.at !== undefined && now - open.at < row.gapHours * HOUR) return false;
  if (row.parts && !row.parts.includes(dayPartAt(creature.zone, now))) return false;
  if (row.timing && row.timing !== act.timing) return false;
  if (row.mood && act.mood && row.mood !== act.mood) return false;
  return isInPlace(row, creature, now) && isItsSort(row, open, creature, act, now);
}

function isInPlace({ after }: AmbitionRow, { life, record }: HatchedCreature, now: Instant): boolean {
  const isSameVisit = now - life.lastCareAt < SAME_VISIT;
  if (after === 'first') return !isSameVisit;
  return after === undefined || (isSameVisit && record.lastAction === after);
}

function isItsSort(
  row: AmbitionRow,
  { seen }: OpenAmbition,
  creature: HatchedCreature,
  act: MeantCare,
  now: Instant,
): boolean {
  if (row.item && act.item?.category !== 'loved' && act.item?.category !== 'liked') return false;
  const mark = markOf(row, creature, act, now);
  if (row.item === 'same') return seen === '' || seen === mark;
  return mark === '' || !marksIn(seen).includes(mark);
}

function markOf(
  { item, other }: AmbitionRow,
  { zone }: HatchedCreature,
  act: MeantCare,
  now: Instant,
): string {
  if (item) return markOfItem(act.item?.name ?? '');
  if (other === 'action') return act.action.slice(0, MARK_LENGTH);
  return other === 'part' ? dayPartAt(zone, now).slice(0, MARK_LENGTH) : '';
}

const MARK_LENGTH = 2;

/** The name of an item in two characters: enough to tell the few items of an ambition apart. */
function markOfItem(name: string): string {
  return (seedOf(name.toLowerCase()) % 36 ** MARK_LENGTH).toString(36).padStart(MARK_LENGTH, '0');
}

function marksIn(seen: string): string[] {
  return seen.match(/../g) ?? [];
}

/** True if an item would count at the next step, as far as it is liked. */
export function isStepItem({ kind, seen }: OpenAmbition, name: string): boolean {
  const { item }: AmbitionRow = AMBITIONS[kind];
  if (item === 'same') return seen === '' || seen === markOfItem(name);
  return item === undefined || !marksIn(seen).includes(markOfItem(name));
}

/** True if an action would count at the next step. */
export function isStepAction({ kind, seen }: OpenAmbition, action: Action): boolean {
  const row: AmbitionRow = AMBITIONS[kind];
  if (row.action) return row.action === action;
  if (action === 'medicine') return false;
  return row.other !== 'action' || !marksIn(seen).includes(action.slice(0, MARK_LENGTH));
}

/** The ambition after an act; `finished` when this was its last step. */
export function ambitionAfterCare(
  ambition: Ambition,
  creature: HatchedCreature,
  act: FeltCare,
  now: Instant,
): Ambition & { readonly finished?: AmbitionKind } {
  const { open } = ambition;
  if (!open || now >= open.until) return ambition;
  const { kind } = open;
  const row: AmbitionRow = AMBITIONS[kind];
  const before = lossesOf(row, open, act, now);
  if (!isStep(open, creature, act, now))
    return before === open.steps ? ambition : { ...ambition, open: { ...open, steps: before } };
  const steps = before + 1;
  if (steps >= open.of)
    return {
      ...ended(ambition, creature.seed, now),
      done: [...ambition.done.filter((each) => each !== kind), kind],
      faded: ambition.faded.filter((each) => each !== kind),
      finished: kind,
    };
  const mark = markOf(row, creature, act, now);
  const seen = row.item === 'same' ? mark : `${open.seen}${mark}`;
  return { ...ambition, open: { ...open, steps, at: now, seen } };
}

export interface AmbitionStep extends Pick<OpenAmbition, 'kind' | 'steps' | 'of'> {
  readonly isDone: boolean;
}

/** The step that an act of care was, from the hearts before and after it. */
export function stepBetween(before: Heart, after: Heart): AmbitionStep | undefined {
  const { open, number } = before.ambition ?? {};
  const now = after.ambition;
  if (!open || now?.number !== number) return undefined;
  const { kind, of } = open;
  if (!now?.open) return now?.done.at(-1) === kind ? { kind, steps: of, of, isDone: true } : undefined;
  return now.open.steps > open.steps ? { kind, steps: now.open.steps, of, isDone: false } : undefined;
}

/** The steps that are left after what was missed. */
function lossesOf(row: AmbitionRow, { steps, at }: OpenAmbition, act: FeltCare, now: Instant): number {
  const isLate = row.lostByLateMeals && (act.timing === 'late' || act.timing === 'missed_window');
  const isOver = row.lostAfterHours !== undefined && at !== undefined && now - at > row.lostAfterHours * HOUR;
  return isLate || isOver ? Math.max(0, steps - 1) : steps;
}

/** The ambition after its days have passed. */
export function ambitionFaded(ambition: Ambition, seed: number): Ambition {
  const { open, faded } = ambition;
  if (!open) return ambition;
  return {
    ...ended(ambition, seed, open.until),
    faded: [...faded.filter((kind) => kind !== open.kind), open.kind],
  };
}

/** The time it was dead does not count: what it was trying is over, and another one begins later. */
export function ambitionAfterReturn(ambition: Ambition, seed: number, now: Instant): Ambition {
  const { open, number, from } = ambition;
  if (open) return ambitionFaded({ ...ambition, open: { ...open, until: now } }, seed);
  return { ...ambition, from: Math.max(from, pauseFrom(seed, number, now)) };
}

function ended({ open: _, ...ambition }: Ambition, seed: number, at: Instant): Ambition {
  return { ...ambition, from: pauseFrom(seed, ambition.number, at), endedAt: at };
}
