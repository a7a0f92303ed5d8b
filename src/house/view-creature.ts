import { DAY, type Instant } from '../core/clock.ts';
import type { Creature } from '../core/creature.ts';
import { isId } from '../core/ids.ts';
import { windowClosesAt } from '../core/resurrection.ts';
import { ageHours } from '../core/stages.ts';
import type { Action, ItemCategory, Timing } from '../core/vocabulary.ts';
import { shortened } from '../core/words.ts';
import { careByDay } from '../store/care-days.ts';
import { entriesOf, type Entry } from '../store/care-log.ts';
import { stateOf, type State } from '../store/creature-rows.ts';
import type { Kept } from '../store/creatures.ts';
import { findFace } from '../store/faces.ts';
import { deathsOf, type Gravestone } from '../store/gravestones.ts';
import { milestonesOf } from '../store/milestones.ts';
import { portraitsOf, type Portrait } from '../store/portraits.ts';
import { stoneAsSeen } from './as-others-see.ts';
import { curtainOf, type Curtain } from './curtain.ts';
import { faceOf, type Face } from './faces.ts';
import type { House } from './house.ts';
import { totalsOf, type CareTotals } from './read-history.ts';
import { settled } from './settle.ts';
import { timelineOf, type LifeEvent } from './timeline.ts';

export type { CareTotals, Gravestone, LifeEvent, Portrait };

/** How often it was cared for on one day of the world (UTC). */
export interface CareDay {
  readonly startsAt: Instant;
  readonly counts: Readonly<Partial<Record<Action, number>>>;
}

/** The last fourteen days, the oldest first; `whole` is false when more was done than is looked through. */
export interface CareDays {
  readonly days: readonly CareDay[];
  readonly whole: boolean;
}

/** One act of care, as others may see it. */
export interface Deed {
  readonly entryId: string;
  readonly at: Instant;
  readonly action: Action;
  readonly category: ItemCategory | undefined;
  readonly timing: Timing | undefined;
  /** Strangers' words, both. */
  readonly item: string | undefined;
  readonly note: string | undefined;
}

/** The stone it lies under, and until when it could come back. */
export interface Grave {
  readonly stone: Gravestone;
  readonly returnsUntil: Instant;
}

export interface CreatureView extends Face {
  readonly now: Instant;
  readonly state: State;
  /** Lived time only; 0 for an egg. */
  readonly ageHours: number;
  readonly totals: CareTotals;
  /** In the order it happened. */
  readonly timeline: readonly LifeEvent[];
  readonly care: CareDays;
  /** The newest first. */
  readonly recent: readonly Deed[];
  /** The oldest first. */
  readonly portraits: readonly Portrait[];
  readonly grave: Grave | undefined;
}

/** One creature, whatever became of it, for anybody: looking at it neither hatches an egg nor is noticed. */
export async function viewCreature(
  house: House,
  id: string,
  now: Instant,
): Promise<CreatureView | undefined> {
  const met = await meet(house, id, now);
  if (!met) return undefined;
  const { store } = house;
  const curtain = await curtainOf(house);
  const [reached, stones, care, recent, portraits] = await Promise.all([
    milestonesOf(store, id),
    stonesOf(house, curtain, id),
    careDays(house, id, now),
    recentCare(house, curtain, id),
    portraitsBy(house, met.kept),
  ]);
  const { creature, species } = met.face;
  return {
    ...met.face,
    now,
    state: stateOf(creature),
    ageHours: ageHours(creature, creature.releasedAt ?? now),
    totals: totalsOf(creature, species, now),
    timeline: timelineOf(creature, reached, stones),
    care,
    recent,
    portraits,
    grave: graveOf(creature, stones),
  };
}

export interface Glimpsed extends Face {
  readonly state: State;
}

/** The same in a glance: who it is, and how it is. */
export async function glanceAt(house: House, id: string, now: Instant): Promise<Glimpsed | undefined> {
  const met = await meet(house, id, now);
  return met && { ...met.face, state: stateOf(met.face.creature) };
}

async function meet(house: House, id: string, now: Instant) {
  const found = isId(id) ? await findFace(house.store, id) : undefined;
  const curtain = await curtainOf(house);
  if (!found || curtain.covers(found.kept.creature.keeperId)) return undefined;
  const kept = await settled(house, found.kept, now);
  return { kept, face: await faceOf(house, { ...found, kept }, now) };
}

async function stonesOf({ store }: House, curtain: Curtain, id: string): Promise<readonly Gravestone[]> {
  return (await deathsOf(store, id)).map((stone) => stoneAsSeen(curtain, stone));
}

const DAYS_SHOWN = 14;

async function careDays({ store }: House, id: string, now: Instant): Promise<CareDays> {
  const today = Math.floor(now / DAY);
  const first = today - DAYS_SHOWN + 1;
  const { counts, whole } = await careByDay(store, id, first * DAY);
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const days = Array.from({ length: DAYS_SHOWN }, (_, at) => {
    const done = byDay.get(first + at) ?? [];
    return {
      startsAt: (first + at) * DAY,
      counts: Object.fromEntries(done.map(({ action, n }) => [action, n])),
    };
  });
  return { days, whole };
}

const DEEDS_SHOWN = 12;
// A shy creature may refuse any number of times in a row.
const LOOKED_THROUGH = 50;

async function recentCare({ store }: House, curtain: Curtain, id: string): Promise<readonly Deed[]> {
  const entries = await entriesOf(store, id, { limit: LOOKED_THROUGH, offset: 0 });
  return entries
    .filter(({ refused }) => refused === undefined)
    .slice(0, DEEDS_SHOWN)
    .map((entry) => deedOf(curtain, entry));
}

function deedOf(curtain: Curtain, { id, at, action, category, timing, item, notes }: Entry): Deed {
  const readable = (text: string | undefined) => {
    const words = text === undefined ? undefined : curtain.words('note', id, text);
    return words === undefined ? undefined : shortened(words);
  };
  return { entryId: id, at, action, category, timing, item: readable(item), note: readable(notes) };
}

async function portraitsBy({ store }: House, { portraits, creature }: Kept): Promise<readonly Portrait[]> {
  return portraits === 0 ? [] : portraitsOf(store, creature.id);
}

function graveOf({ died, releasedAt }: Creature, stones: readonly Gravestone[]): Grave | undefined {
  const stone = stones.at(-1);
  if (!died || releasedAt !== undefined || !stone) return undefined;
  return { stone, returnsUntil: windowClosesAt(died.at) };
}
