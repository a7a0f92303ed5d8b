import { DAY, type Instant } from '../../core/engine/clock.ts';
import { shortenForDisplay } from '../../core/engine/text.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { ageHours } from '../../core/lives/growth.ts';
import { resurrectionClosesAt } from '../../core/lives/resurrection.ts';
import type { Species } from '../../core/species/species.ts';
import type { Action } from '../../core/vocabulary.ts';
import {
  archivedLogsOfMany,
  careLogOf,
  countCare,
  type CareCounts,
  type CareLogEntry,
} from '../../store/care/care-log.ts';
import { stateOf, type CreatureState, type StoredCreature } from '../../store/lives/creatures.ts';
import { gravestonesOfCreature, type Gravestone } from '../../store/lives/gravestones.ts';
import { milestonesOf } from '../../store/lives/milestones.ts';
import { portraitsOf, type Portrait } from '../../store/pictures/portraits.ts';
import { viewHeart, type HeartView } from '../heart/view-heart.ts';
import type { House } from '../house.ts';
import { totalsOf, type CareTotals } from '../lives/read-history.ts';
import { readHiddenContent, type HiddenContent } from '../moderation/hidden-content.ts';
import { redactGravestone } from '../moderation/redact.ts';
import { ageCuts, lastDaysOf, lifeEvents, type LifeEvent } from './life-story.ts';
import { findVisibleCreature, toPublic, type PublicCreature } from './public-creature.ts';

export type { LifeEvent } from './life-story.ts';

/** One act of care, as others may see it: what was brought is between the two of them. */
export interface CareDeed extends Pick<CareLogEntry, 'at' | 'action' | 'category' | 'timing' | 'granted'> {
  readonly entryId: string;
  /** A stranger's words, where they were written for others to read. */
  readonly note: string | undefined;
}

/** The stone it lies under, and until when it could come back. */
export type Grave = NonNullable<ReturnType<typeof graveOf>>;

export interface CreatureView extends PublicCreature {
  readonly now: Instant;
  readonly state: CreatureState;
  /** Lived time only; 0 for an egg. */
  readonly ageHours: number;
  readonly totals: CareTotals;
  /** In the order it happened. */
  readonly timeline: readonly LifeEvent[];
  /** Its last days, day by day. */
  readonly care: ReturnType<typeof careDays>;
  /** The newest first. */
  readonly recent: readonly CareDeed[];
  /** The oldest first. */
  readonly portraits: readonly Portrait[];
  readonly grave: Grave | undefined;
  /** Of one that has hatched. */
  readonly heart: HeartView | undefined;
}

/** One creature, whatever became of it, for anybody: looking at it neither hatches an egg nor is noticed. */
export async function viewCreature(
  house: House,
  id: string,
  now: Instant,
): Promise<CreatureView | undefined> {
  const found = await findVisibleCreature(house, id, now);
  if (!found) return undefined;
  const shown = await toPublic(house, found, now);
  const { store } = house;
  const hidden = await readHiddenContent(house);
  const { creature, species } = shown;
  const reached = await milestonesOf(store, id);
  const end = creature.died?.at ?? creature.releasedAt ?? now;
  const first = firstDayShown(end);
  const [stones, care, recent, portraits, heart] = await Promise.all([
    stonesOf(house, hidden, id),
    countKnownCare(house, id, { days: first * DAY, parts: ageCuts(reached) }),
    recentCare(house, hidden, id),
    portraitsFor(house, found.stored),
    viewHeart(house, creature, species, now),
  ]);
  return {
    ...shown,
    now,
    state: stateOf(creature),
    ageHours: ageOf(creature, now),
    totals: totalsOf(creature, species, now),
    timeline: lifeEvents({ creature, reached, stones, care }),
    care: careDays(care, first),
    recent,
    portraits,
    grave: graveOf(creature, species, stones),
    heart,
  };
}

export interface CreatureGlance extends PublicCreature {
  readonly state: CreatureState;
}

/** The same in a glance: who it is, and how it is. */
export async function glanceAt(house: House, id: string, now: Instant): Promise<CreatureGlance | undefined> {
  const found = await findVisibleCreature(house, id, now);
  return found && { ...(await toPublic(house, found, now)), state: stateOf(found.stored.creature) };
}

export interface LifeGlance extends CreatureGlance {
  /** Lived time only; 0 for an egg. */
  readonly ageHours: number;
  /** The one it lies under. */
  readonly stone: Gravestone | undefined;
}

/** The same with what became of it. */
export async function glanceAtLife(house: House, id: string, now: Instant): Promise<LifeGlance | undefined> {
  const glance = await glanceAt(house, id, now);
  if (!glance) return undefined;
  const { creature, species, state } = glance;
  const stones = state === 'dead' ? await stonesOf(house, await readHiddenContent(house), id) : [];
  return { ...glance, ageHours: ageOf(creature, now), stone: graveOf(creature, species, stones)?.stone };
}

function ageOf(creature: Creature, now: Instant): number {
  return ageHours(creature, creature.releasedAt ?? now);
}

async function stonesOf({ store }: House, hidden: HiddenContent, id: string): Promise<readonly Gravestone[]> {
  return (await gravestonesOfCreature(store, id)).map((stone) => redactGravestone(hidden, stone));
}

const DAYS_SHOWN = 14;

/** Of the last fourteen days of the world (UTC) that it was there for, the first. */
function firstDayShown(end: Instant): number {
  return Math.floor(end / DAY) - DAYS_SHOWN + 1;
}

/** What its log tells; entries that 1.0.0 has archived are unknown. */
async function countKnownCare(
  { store }: House,
  id: string,
  cuts: Parameters<typeof countCare>[2],
): Promise<CareCounts> {
  const [counted, [archived]] = await Promise.all([
    countCare(store, id, cuts),
    archivedLogsOfMany(store, [id]),
  ]);
  return { ...counted, unknownUntil: counted.unknownUntil ?? archived?.lastAt };
}

/** The oldest day first; `whole` is false when more was done than is looked through. */
function careDays({ counts, unknownUntil }: CareCounts, first: number) {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const days = Array.from({ length: DAYS_SHOWN }, (_, at) => ({
    startsAt: (first + at) * DAY,
    counts: countsByAction(byDay.get(first + at) ?? []),
  }));
  return { days, whole: unknownUntil === undefined || unknownUntil < first * DAY };
}

function countsByAction(done: CareCounts['counts']): Partial<Record<Action, number>> {
  const counts: Partial<Record<Action, number>> = {};
  for (const { action, n } of done) counts[action] = (counts[action] ?? 0) + n;
  return counts;
}

const DEEDS_SHOWN = 12;
// A shy creature may refuse any number of times in a row.
const LOOKED_THROUGH = 50;

async function recentCare({ store }: House, hidden: HiddenContent, id: string): Promise<readonly CareDeed[]> {
  const entries = await careLogOf(store, id, { limit: LOOKED_THROUGH, offset: 0 });
  return entries
    .filter(({ refused }) => refused === undefined)
    .slice(0, DEEDS_SHOWN)
    .map((entry) => deedOf(hidden, entry));
}

function deedOf(hidden: HiddenContent, { id, notes, ...entry }: CareLogEntry): CareDeed {
  const { at, action, category, timing, granted } = entry;
  const told = action === 'reflect' ? notes : undefined;
  const words = told === undefined ? undefined : hidden.visibleText('note', id, told);
  const note = words === undefined ? undefined : shortenForDisplay(words);
  return { entryId: id, at, action, category, timing, granted, note };
}

async function portraitsFor(
  { store }: House,
  { portraits, creature }: StoredCreature,
): Promise<readonly Portrait[]> {
  return portraits === 0 ? [] : portraitsOf(store, creature.id);
}

function graveOf(creature: Creature, species: Species, stones: readonly Gravestone[]) {
  const stone = stones.at(-1);
  const lastDays = lastDaysOf(creature, species, stones);
  if (!stone || !lastDays || creature.releasedAt !== undefined) return undefined;
  return { stone, lastDays, returnsUntil: resurrectionClosesAt(lastDays.diedAt) };
}
