import { CRITICAL_WINDOWS, EARLY_MEAL_FROM, OVERDUE_WINDOWS, WINDOW_OPENS } from './feeding.ts';
import { HOUR, MINUTE, type Instant } from '../base/clock.ts';
import { hourOfDay, localHourAt, nextHourBoundary } from '../base/local-time.ts';
import type { Species } from '../species/species.ts';
import { regularHoursFor } from '../species/visit-rhythm.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { isAsleep, wakesAt } from '../lives/sleep.ts';

// A meal is best inside the open part of the feeding window, while the creature is awake, and not at the last moment.

/** Share of the feeding window at which its best part ends. */
const BEST_ENDS = 0.75;

/** Margin after the feeding window opens: schedulers know whole minutes, and clocks differ. */
const AFTER_OPENING = 2 * MINUTE;
/** Margin at the end of the feeding window, as a share of its length. */
const SPARED_AT_END = 0.05;
/** Margin before a creature falls asleep: a visit takes time. */
export const BEFORE_SLEEP = 5 * MINUTE;

/** The moment at a share of the feeding window since the last meal. */
export function mealTimeOf({ life }: HatchedCreature, species: Species, share: number): Instant {
  return Math.ceil(life.lastFedAt + share * species.feedingWindowHours * HOUR);
}

/** A period of time, both ends included. */
interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
}

/** The best on-time moment for a meal from `from` on: near the aim, and such that the next meal can be on time. */
export function bestMealTime(
  creature: HatchedCreature,
  species: Species,
  { aim, from }: { readonly aim: Instant; readonly from: Instant },
): Instant | undefined {
  const open = openPart(species, creature.life.lastFedAt);
  const bestEnds = mealTimeOf(creature, species, BEST_ENDS);
  let best: Instant | undefined;
  let lowest = Infinity;
  let awake = nextAwake(creature, Math.max(from, open.from), open.to);
  for (; awake; awake = nextAwake(creature, awake.to + BEFORE_SLEEP, open.to)) {
    for (const at of [Math.min(Math.max(aim, awake.from), awake.to), awake.from, awake.to]) {
      const penalty =
        (at > bestEnds ? 4 : 0) +
        (canEatOnTime(creature, species, at) ? 0 : 2) +
        Math.abs(at - aim) / DAY_AWAY;
      if (penalty < lowest) [best, lowest] = [at, penalty];
      if (penalty === 0) return at;
    }
  }
  return best;
}

// A time span longer than any feeding window.
const DAY_AWAY = 48 * HOUR;

/** True if the meal after one at `lastFedAt` can be on time. */
function canEatOnTime(creature: HatchedCreature, species: Species, lastFedAt: Instant): boolean {
  const { from, to } = openPart(species, lastFedAt);
  return nextAwake(creature, from, to) !== undefined;
}

/** The last moment for a meal before the feeding window opens, if such a meal gives enough or would be missed otherwise. */
export function lastEarlyMeal(
  creature: HatchedCreature,
  species: Species,
  now: Instant,
): Instant | undefined {
  const opens = mealTimeOf(creature, species, WINDOW_OPENS);
  const missed = wakesAt(creature, Math.max(now, opens)) > mealTimeOf(creature, species, CRITICAL_WINDOWS);
  const soonest = missed ? creature.life.lastFedAt + HELD_UP : mealTimeOf(creature, species, EARLY_MEAL_FROM);
  let last: Instant | undefined;
  let awake = nextAwake(creature, Math.max(now, soonest), opens);
  for (; awake; awake = nextAwake(creature, awake.to + BEFORE_SLEEP, opens)) last = awake.to;
  return last;
}

/**
 * True if a creature should eat before its feeding window opens, since it sleeps through the open part or, for a keeper with
 * regular hours, at each of them. Shortly after a meal, only if it would sleep until the next one is missed.
 */
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

/**
 * True if the creature sleeps at every later regular hour at which its meal would be on time or, if it has
 * just eaten, not yet missed.
 */
function sleepsAtRegularHours(
  creature: HatchedCreature,
  species: Species,
  now: Instant,
  justEaten: boolean,
): boolean {
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

/** When to feed on a visit shortly before the feeding window opens; undefined if waiting takes too long. */
export function opensAfterWait(
  creature: HatchedCreature,
  species: Species,
  now: Instant,
): Instant | undefined {
  const { from } = openPart(species, creature.life.lastFedAt);
  const opens = mealTimeOf(creature, species, WINDOW_OPENS);
  const waits = now < opens && from - now <= WORTH_WAITING && !isAsleep(creature, now);
  return waits && !isAsleep(creature, from) ? from : undefined;
}

/** The on-time part of the feeding window after a meal, with margins. */
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
