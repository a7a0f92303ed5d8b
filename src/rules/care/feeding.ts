import { HOUR, hourOfDay, type Instant, localHourAt, MINUTE, nextHourBoundary } from '../base/clock.ts';
import type { CareRecord, HatchedCreature } from '../lives/creature.ts';
import { isAsleep, regularHoursFor, wakesAt } from '../lives/rhythm.ts';
import type { Species } from '../species/species.ts';
import type { StatChanges, FeedingStatus, FeedingWindowStatus, Timing } from '../vocabulary.ts';

/** The feeding window opens at this share of its length after the last meal. */
export const WINDOW_OPENS = 0.5;
/** Share of the feeding window from which an early meal gives more than half of its hunger. */
export const EARLY_MEAL_FROM = 0.25;
/** Feeding is overdue one feeding window after the last meal, and critical after one and a half. */
export const OVERDUE_WINDOWS = 1;
export const CRITICAL_WINDOWS = 1.5;

export function overdueAt({ life }: HatchedCreature, species: Species): Instant {
  return life.lastFedAt + OVERDUE_WINDOWS * species.feedingWindowHours * HOUR;
}

export function criticalAt({ life }: HatchedCreature, species: Species): Instant {
  return life.lastFedAt + CRITICAL_WINDOWS * species.feedingWindowHours * HOUR;
}

/** Timings of meals by the share of the feeding window since the last one, in the order of the specification. */
export const FEED_TIMINGS = [
  { below: EARLY_MEAL_FROM, timing: 'early', hunger: 0.2, also: { happiness: -2 } },
  { below: WINDOW_OPENS, timing: 'early', hunger: 0.6, also: {} },
  { upTo: 1, timing: 'on_time', hunger: 1, also: {} },
  { upTo: 1.5, timing: 'late', hunger: 1, also: { trust: -0.5 } },
  { upTo: Infinity, timing: 'missed_window', hunger: 1, also: { health: -3, trust: -1 } },
] as const satisfies readonly (FeedTiming & { readonly below?: number; readonly upTo?: number })[];

export interface FeedTiming {
  readonly timing: Timing;
  readonly hunger: number;
  readonly also: StatChanges;
}

export function windowsSinceFed({ life }: HatchedCreature, species: Species, now: Instant): number {
  return (now - life.lastFedAt) / (species.feedingWindowHours * HOUR);
}

export function timingOf(windows: number): FeedTiming {
  const found = FEED_TIMINGS.find((row) => ('below' in row ? windows < row.below : windows <= row.upTo));
  // The condition of the last row always holds.
  return found ?? FEED_TIMINGS[4];
}

/** Feeding status by the share of the window since the last meal; the last row that holds counts. */
export const FEEDING_SHARES = [
  { status: 'ok', from: 0 },
  { status: 'due_soon', from: WINDOW_OPENS },
  { status: 'overdue', above: OVERDUE_WINDOWS },
  { status: 'critical', from: CRITICAL_WINDOWS },
] as const satisfies readonly { status: FeedingStatus; from?: number; above?: number }[];

export function feedingStatusOf(windows: number): FeedingStatus {
  const found = FEEDING_SHARES.findLast((row) =>
    'above' in row ? windows > row.above : windows >= row.from,
  );
  return found?.status ?? 'ok';
}

export function windowStatusOf(windows: number): FeedingWindowStatus {
  if (windows > OVERDUE_WINDOWS) return 'past_window';
  return windows >= WINDOW_OPENS ? 'in_window' : 'before_window';
}

/** Trust added for on-time meals in a row, this one included; the first row that holds counts. */
export const STREAK_BONUSES = [
  { from: 10, trust: 5 },
  { from: 5, trust: 2.5 },
  { from: 3, trust: 1.5 },
] as const;

export function streakBonus(streak: number): number {
  return STREAK_BONUSES.find(({ from }) => streak >= from)?.trust ?? 0;
}

/** The number of missed feeding windows; late meals are not missed. */
export function missedWindows(windows: number): number {
  return windows < CRITICAL_WINDOWS ? 0 : Math.floor(windows);
}

/** Consistency after a meal = keeps × before + adds; missed windows count once each. */
export const CONSISTENCY_AFTER: Record<Timing, { readonly keeps: number; readonly adds: number }> = {
  early: { keeps: 1, adds: 0 },
  on_time: { keeps: 0.9, adds: 10 },
  late: { keeps: 0.9, adds: 7 },
  missed_window: { keeps: 0.9, adds: 0 },
};

export function consistencyAfter(consistency: number, timing: Timing, windows: number): number {
  const { keeps, adds } = CONSISTENCY_AFTER[timing];
  const times = timing === 'missed_window' ? Math.floor(windows) : 1;
  return keeps ** times * consistency + adds;
}

/** The consistency now: missed windows count before the next meal. */
export function consistencyNow({ consistency }: CareRecord, windows: number): number {
  return consistency * CONSISTENCY_AFTER.missed_window.keeps ** missedWindows(windows);
}

/** Responsiveness after a visit = keeps × before + adds, by the feeding status found. */
export const RESPONSIVENESS = {
  keeps: 0.9,
  adds: { ok: 10, due_soon: 10, overdue: 6, critical: 0 },
} as const satisfies { keeps: number; adds: Record<FeedingStatus, number> };

export function responsivenessAfter(responsiveness: number, status: FeedingStatus): number {
  return RESPONSIVENESS.keeps * responsiveness + RESPONSIVENESS.adds[status];
}

// A meal is best inside the open part of the feeding window, while the creature is awake, and not at the last moment.

/** Share of the feeding window at which its best part ends. */
const BEST_ENDS = 0.75;

/** Margin after the feeding window opens: schedulers know whole minutes, and clocks differ. */
const AFTER_OPENING = 2 * MINUTE;
/** Margin at the end of the feeding window, as a share of its length. */
const SPARED_AT_END = 0.05;
/** Margin before a creature falls asleep: a visit takes time. */
export const BEFORE_SLEEP = 5 * MINUTE;

export function mealTimeOf({ life }: HatchedCreature, species: Species, share: number): Instant {
  return Math.ceil(life.lastFedAt + share * species.feedingWindowHours * HOUR);
}

/** A period of time, both ends included. */
export type Stretch = Readonly<Record<'from' | 'to', Instant>>;

/** A moment, and the stretch around it in which a visit serves the creature too. */
export interface MealTime extends Stretch {
  readonly at: Instant;
}

/** The best on-time moment for a meal from `from` on: near the aim, and such that the next meal can be on time. */
export function bestMealTime(
  creature: HatchedCreature,
  species: Species,
  { aim, from }: { readonly aim: Instant; readonly from: Instant },
): MealTime | undefined {
  const open = openPart(species, creature.life.lastFedAt);
  const bestEnds = mealTimeOf(creature, species, BEST_ENDS);
  const waitsUntil = mealTimeOf(creature, species, OVERDUE_WINDOWS) - HELD_UP;
  let best: MealTime | undefined;
  let lowest = Infinity;
  let awake = nextAwake(creature, Math.max(from, open.from), open.to);
  for (; awake; awake = nextAwake(creature, awake.to + BEFORE_SLEEP, open.to)) {
    for (const at of [Math.min(Math.max(aim, awake.from), awake.to), awake.from, awake.to]) {
      const penalty =
        (at > bestEnds ? 4 : 0) +
        (canEatOnTime(creature, species, at) ? 0 : 2) +
        Math.abs(at - aim) / DAY_AWAY;
      if (penalty >= lowest) continue;
      best = { at, from: awake.from, to: Math.max(at, Math.min(awake.to, waitsUntil)) };
      lowest = penalty;
      if (penalty === 0) break;
    }
    if (lowest === 0) break;
  }
  return best && { at: best.at, ...asGood(creature, species, best) };
}

/** The part of the stretch around a meal in which the meal leaves the next one as likely to be on time. */
function asGood(creature: HatchedCreature, species: Species, { at, from, to }: MealTime): Stretch {
  const step = Math.ceil(species.feedingWindowHours * HOUR * SEARCH_STEP);
  const reach = (end: Instant, towards: 1 | -1): Instant => {
    let reached = at;
    while (reached !== end) {
      const next = towards > 0 ? Math.min(end, reached + step) : Math.max(end, reached - step);
      if (!canEatOnTime(creature, species, next)) return reached;
      reached = next;
    }
    return reached;
  };
  return { from: reach(from, -1), to: reach(to, 1) };
}

/** Share of the feeding window between the moments that are tried. */
const SEARCH_STEP = 0.06;

// A time span longer than any feeding window.
const DAY_AWAY = 48 * HOUR;

function canEatOnTime(creature: HatchedCreature, species: Species, lastFedAt: Instant): boolean {
  const { from, to } = openPart(species, lastFedAt);
  if (!isAsleep(creature, from) && !isAsleep(creature, from + BEFORE_SLEEP)) return true;
  return nextAwake(creature, from, to) !== undefined;
}

/** True if the creature cannot eat on time after its last meal, since it sleeps while the window is open. */
export function sleepsThroughMealtime(creature: HatchedCreature, species: Species): boolean {
  const { from, to } = openPart(species, creature.life.lastFedAt);
  return nextAwake(creature, from, to) === undefined;
}

/** The last moment for a meal before the feeding window opens, if such a meal gives enough or would be missed otherwise. */
export function lastEarlyMeal(creature: HatchedCreature, species: Species, now: Instant): number | undefined {
  const opens = mealTimeOf(creature, species, WINDOW_OPENS);
  const missed = wakesAt(creature, Math.max(now, opens)) > mealTimeOf(creature, species, CRITICAL_WINDOWS);
  const soonest = missed ? creature.life.lastFedAt + HELD_UP : mealTimeOf(creature, species, EARLY_MEAL_FROM);
  let last: Instant | undefined;
  let awake = nextAwake(creature, Math.max(now, soonest), opens);
  for (; awake; awake = nextAwake(creature, awake.to + BEFORE_SLEEP, opens)) last = awake.to;
  return last;
}

/** True if the creature would sleep through the open window, or at every regular hour of its keeper. */
export function mustEatEarly(creature: HatchedCreature, species: Species, now: Instant): boolean {
  const { lastFedAt } = creature.life;
  const open = openPart(species, lastFedAt);
  if (now >= open.from || now < lastFedAt + HELD_UP || isAsleep(creature, now)) return false;
  const justEaten = now < mealTimeOf(creature, species, EARLY_MEAL_FROM);
  const lastChance = justEaten ? mealTimeOf(creature, species, CRITICAL_WINDOWS) - HEARTBEAT : open.to;
  if (nextAwake(creature, Math.max(open.from, now + HEARTBEAT), lastChance) === undefined) return true;
  if (opensAfterWait(creature, species, now) !== undefined) return false;
  return comesRegularly(lastFedAt, now) && sleepsAtRegularHours(creature, species, now, justEaten);
}

/** A visit may be late by this much. */
const HELD_UP = 15 * MINUTE;
/** Latest next visit of a keeper who comes every half hour. */
const HEARTBEAT = 35 * MINUTE;

/** True if the keeper visits whole hours after the last meal: a cron line fixes the minute. */
function comesRegularly(lastFedAt: Instant, now: Instant): boolean {
  const pastTheHour = (now - lastFedAt) % HOUR;
  return Math.min(pastTheHour, HOUR - pastTheHour) <= SCHEDULER_DELAY;
}

const SCHEDULER_DELAY = 5 * MINUTE;

/** False also if no later regular hour is on time or, for a creature that has just eaten, before the next missed meal. */
function sleepsAtRegularHours(creature: HatchedCreature, species: Species, now: Instant, justEaten: boolean) {
  const hours = regularHoursFor(species);
  const isRegular = (at: Instant) => hours.includes(hourOfDay(localHourAt(creature.zone, at)));
  if (!isRegular(now) || !isRegular(creature.life.lastFedAt)) return false;
  const from = mealTimeOf(creature, species, WINDOW_OPENS) - SCHEDULER_DELAY;
  const to = justEaten
    ? mealTimeOf(creature, species, CRITICAL_WINDOWS) - HELD_UP
    : mealTimeOf(creature, species, OVERDUE_WINDOWS) + SCHEDULER_DELAY;
  let sleeps = false;
  for (let at = now + HOUR; at <= to; at += HOUR) {
    if (at < from || !isRegular(at)) continue;
    if (!isAsleep(creature, at)) return false;
    sleeps = true;
  }
  return sleeps;
}

/** How long a visit may wait for the feeding window to open. */
export const WORTH_WAITING = 5 * MINUTE;

export function opensAfterWait(
  creature: HatchedCreature,
  species: Species,
  now: Instant,
): number | undefined {
  const { from } = openPart(species, creature.life.lastFedAt);
  const opens = mealTimeOf(creature, species, WINDOW_OPENS);
  const waits = now < opens && from - now <= WORTH_WAITING && !isAsleep(creature, now);
  return waits && !isAsleep(creature, from) ? from : undefined;
}

function openPart({ feedingWindowHours }: Species, lastFedAt: Instant): Stretch {
  const length = feedingWindowHours * HOUR;
  return {
    from: Math.ceil(lastFedAt + WINDOW_OPENS * length) + AFTER_OPENING,
    to: Math.floor(lastFedAt + (OVERDUE_WINDOWS - SPARED_AT_END) * length),
  };
}

/** The first period between two moments in which the creature is awake; it ends BEFORE_SLEEP or with the second moment. */
function nextAwake(creature: HatchedCreature, from: Instant, to: Instant): Stretch | undefined {
  let at = from;
  while (at <= to) {
    const began = at;
    while (at <= to && !isAsleep(creature, at)) at = nextHourBoundary(creature.zone, at);
    const last = at > to ? to : at - BEFORE_SLEEP;
    if (last >= began) return { from: began, to: last };
    while (at <= to && isAsleep(creature, at)) at = nextHourBoundary(creature.zone, at);
  }
  return undefined;
}
