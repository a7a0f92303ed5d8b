import { criticalAt, overdueAt } from '../care/feeding.ts';
import { HOUR, type Instant } from '../base/clock.ts';
import { nextHourBoundary } from '../base/local-time.ts';
import { hooksOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { HatchedCreature } from './creature.ts';
import { averageHours, decayMultiplier, HEALTH_PACE_CAP, MULTIPLIER_KNOTS, rhythmsUntil } from './rhythm.ts';
import { ASLEEP_PACE, isAsleep, type Sleeper } from './sleep.ts';

/**
 * How much time has passed for a creature since its stats were settled, as each of them counts it, in hours: the pace
 * of its time integrated piece by piece, from one moment at which the pace changes to the next.
 */
export interface FeltTime {
  /** Hours at the pace of sleep, rhythm and loneliness. */
  readonly all: number;
  /** Those of them in which feeding was overdue. */
  readonly overdue: number;
  /** The hours in which feeding was critical, at the pace health is lost. */
  readonly critical: number;
  /** Hours without care beyond its patience; only sleep slows them. */
  readonly neglected: number;
}

/** Trust begins to fall after so many feeding windows without care. */
export const PATIENCE_WINDOWS = 2;

/** What has been felt from the last settling until `to`. */
export function feltTimeUntil(creature: HatchedCreature, species: Species, to: Instant): FeltTime {
  const pace = paceOf(creature, species);
  const sum = { ...NOTHING };
  for (let from = creature.life.settledAt; from < to;) {
    const end = Math.min(to, stretchEnd(creature, pace, from));
    addFelt(sum, pace, from, end, sleepPace(creature, from));
    from = end;
  }
  return sum;
}

/** The first moment before `limit` at which so many hours have been felt while feeding was critical. */
export function whenCriticalFor(
  hours: number,
  creature: HatchedCreature,
  species: Species,
  limit: Instant,
): Instant | undefined {
  const pace = paceOf(creature, species);
  const since = Math.max(creature.life.settledAt, pace.criticalAt);
  // Most are visited often enough that it could not come to this even if they never slept.
  if (mostCritical(pace, since, limit) < hours - ROUNDING_HOURS) return undefined;
  let felt = 0;
  for (let from = since; from < limit;) {
    const to = Math.min(limit, stretchEnd(creature, pace, from));
    const sleep = sleepPace(creature, from);
    const after = felt + criticalBetween(pace, from, to, sleep);
    if (after >= hours) return whenFelt(hours, pace, { from, to, sleep, before: felt });
    felt = after;
    from = to;
  }
  return undefined;
}

/** A stretch in which hours that were felt before become enough. */
interface LastStretch {
  readonly from: Instant;
  readonly to: Instant;
  readonly sleep: number;
  readonly before: number;
}

function whenFelt(hours: number, pace: Pace, { from, to, sleep, before }: LastStretch): Instant {
  return firstMoment(from, to, (at) => before + criticalBetween(pace, from, at, sleep) >= hours);
}

/** More than adding up in another order can make of any sum of hours. */
const ROUNDING_HOURS = 1e-6;
const PARTS = 8;

/** No fewer critical hours than can be felt in a time: awake, and in each part of it at the pace with which that ends. */
function mostCritical(pace: Pace, from: Instant, to: Instant): number {
  const part = (to - from) / PARTS;
  let fastest = 0;
  const lonely = lonelinessOf(pace, Infinity);
  for (let nth = 1; nth <= PARTS; nth += 1)
    fastest += forHealth(lonely * multiplierAt(pace, from + nth * part));
  return (fastest * part) / HOUR;
}

type FeltTimeSum = { -readonly [Count in keyof FeltTime]: number };

const NOTHING: FeltTime = { all: 0, overdue: 0, critical: 0, neglected: 0 };

/** What decides the pace of a creature's time until somebody comes, besides its sleep. */
export interface Pace {
  readonly lastCareAt: Instant;
  readonly rhythmMs: number;
  readonly overdueAt: Instant;
  readonly criticalAt: Instant;
  readonly neglectedAt: Instant;
  readonly lonely: readonly { readonly from: Instant; readonly pace: number }[];
  /** The breakpoints, at which one of these changes, in no order: they are few, and sorting costs more than it saves. */
  readonly turns: readonly Instant[];
}

/** The pace a creature's time takes from its last care on. */
export function paceOf(creature: HatchedCreature, species: Species): Pace {
  const { life } = creature;
  const { lastCareAt, lastCheckedAt } = life;
  const rhythmMs = averageHours(life.rhythm) * HOUR;
  const lonely: { from: Instant; pace: number }[] = [];
  const cappedFrom = [rhythmsUntil(HEALTH_PACE_CAP)];
  let loneliest = 1;
  for (const { afterHours, pace } of hooksOf(species, 'loneliness')) {
    lonely.push({ from: lastCheckedAt + afterHours * HOUR, pace });
    loneliest *= pace;
    cappedFrom.push(rhythmsUntil(HEALTH_PACE_CAP / loneliest));
  }
  const overdue = overdueAt(creature, species);
  const critical = criticalAt(creature, species);
  const neglected = lastCareAt + PATIENCE_WINDOWS * species.feedingWindowHours * HOUR;
  const turns = [overdue, critical, neglected];
  for (const { rhythms } of MULTIPLIER_KNOTS) turns.push(lastCareAt + rhythms * rhythmMs);
  for (const rhythms of cappedFrom) turns.push(lastCareAt + rhythms * rhythmMs);
  for (const { from } of lonely) turns.push(from);
  return {
    lastCareAt,
    rhythmMs,
    overdueAt: overdue,
    criticalAt: critical,
    neglectedAt: neglected,
    lonely,
    turns,
  };
}

/** What is felt between two moments between which it neither wakes up nor falls asleep; `sleep` is its pace. */
export function feltTimeBetween(pace: Pace, from: Instant, to: Instant, sleep: number): FeltTime {
  const sum = { ...NOTHING };
  for (let at = from; at < to;) {
    const end = Math.min(to, turnAfter(pace, at));
    addFelt(sum, pace, at, end, sleep);
    at = end;
  }
  return sum;
}

/** Where the stretch that begins at a moment ends: with its local hour, or where something other than the clock changes. */
function stretchEnd({ zone }: Sleeper, pace: Pace, from: Instant): Instant {
  return Math.min(nextHourBoundary(zone, from), turnAfter(pace, from));
}

/** The pace that sleep gives to the stretch that begins at a moment. */
function sleepPace(sleeper: Sleeper, from: Instant): number {
  return isAsleep(sleeper, from) ? ASLEEP_PACE : 1;
}

/** The multiplier is a straight line within a stretch, so that its mean is what it is in the middle. */
function addFelt(sum: FeltTimeSum, pace: Pace, from: Instant, to: Instant, sleep: number): void {
  const hours = (to - from) / HOUR;
  const lonely = lonelinessOf(pace, from);
  const multiplier = multiplierAt(pace, (from + to) / 2);
  const paced = hours * sleep * lonely * multiplier;
  sum.all += paced;
  if (from >= pace.overdueAt) sum.overdue += paced;
  if (from >= pace.criticalAt) sum.critical += hours * sleep * forHealth(lonely * multiplier);
  if (from >= pace.neglectedAt) sum.neglected += hours * sleep;
}

/** What one stretch adds to the critical hours, once feeding is critical. */
function criticalBetween(pace: Pace, from: Instant, to: Instant, sleep: number): number {
  const multiplier = lonelinessOf(pace, from) * multiplierAt(pace, (from + to) / 2);
  return ((to - from) / HOUR) * sleep * forHealth(multiplier);
}

function turnAfter({ turns }: Pace, at: Instant): Instant {
  let next = Infinity;
  for (const turn of turns) if (turn > at && turn < next) next = turn;
  return next;
}

function multiplierAt({ lastCareAt, rhythmMs }: Pace, at: Instant): number {
  return decayMultiplier((at - lastCareAt) / rhythmMs);
}

/** The pace at which health falls: capped, so that a day is always left to come back. Sleep halves it after that. */
function forHealth(multiplier: number): number {
  return Math.min(multiplier, HEALTH_PACE_CAP);
}

function lonelinessOf({ lonely }: Pace, at: Instant): number {
  let factor = 1;
  for (const { from, pace } of lonely) if (at >= from) factor *= pace;
  return factor;
}

/** Binary search for the first whole millisecond for which it holds; once it does, it does from there on. */
function firstMoment(from: Instant, to: Instant, holds: (at: Instant) => boolean): Instant {
  let [low, high] = [Math.ceil(from), Math.ceil(to)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
