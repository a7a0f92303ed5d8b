import { criticalAt, overdueAt } from '../care/feeding.ts';
import { HOUR, type Instant } from '../engine/clock.ts';
import { hourEndIn, localHourIn, spanAt } from '../engine/local-time.ts';
import { mechanicsOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { HatchedCreature } from './creature.ts';
import { averageHours, decayMultiplier, HEALTH_MULTIPLIER_CAP, MULTIPLIER_KNOTS } from './rhythm.ts';
import { ASLEEP_PACE, sleepsIn } from './sleep.ts';

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
const PATIENCE_WINDOWS = 2;

/** What has been felt from the last settling until `to`. */
export function feltTimeUntil(creature: HatchedCreature, species: Species, to: Instant): FeltTime {
  const course = courseOf(creature, species);
  const sum = { ...NOTHING };
  for (let at = creature.life.settledAt; at < to;) at = addStretch(sum, course, at, to);
  return sum;
}

/** The first moment before `limit` at which so many hours have been felt while feeding was critical. */
export function whenCriticalFor(
  hours: number,
  creature: HatchedCreature,
  species: Species,
  limit: Instant,
): Instant | undefined {
  const course = courseOf(creature, species);
  const sum = { ...NOTHING };
  const since = Math.max(creature.life.settledAt, course.criticalAt);
  // Most are visited often enough that it could not come to this even at the fastest pace.
  if (since + (hours / fastestForHealth(course)) * HOUR >= limit) return undefined;
  for (let at = since; at < limit;) {
    const from = at;
    const before = sum.critical;
    at = addStretch(sum, course, from, limit);
    if (sum.critical >= hours) {
      return firstMoment(from, at, (to) => criticalAfter(before, course, from, to) >= hours);
    }
  }
  return undefined;
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

interface Course extends Pace {
  readonly seed: number;
  readonly zone: string;
  /** The turn that was found last, and from where it was looked for: it is the next for many hours. */
  lookedFrom: Instant;
  comingTurn: Instant;
}

// One look asks for the same course several times, and then never again.
let latest:
  { readonly life: HatchedCreature['life']; readonly species: Species; readonly course: Course } | undefined;

function courseOf(creature: HatchedCreature, species: Species): Course {
  const { life, seed, zone } = creature;
  if (
    latest?.life === life &&
    latest.species === species &&
    latest.course.seed === seed &&
    latest.course.zone === zone
  ) {
    return latest.course;
  }
  const course = { seed, zone, ...paceOf(creature, species), lookedFrom: Infinity, comingTurn: -Infinity };
  latest = { life, species, course };
  return course;
}

/** The pace a creature's time takes from its last care on. */
export function paceOf(creature: HatchedCreature, species: Species): Pace {
  const { life } = creature;
  const { lastCareAt, lastCheckedAt } = life;
  const rhythmMs = averageHours(life.rhythm) * HOUR;
  const lonely: { from: Instant; pace: number }[] = [];
  for (const { loneliness } of mechanicsOf(species)) {
    if (loneliness)
      lonely.push({ from: lastCheckedAt + loneliness.afterHours * HOUR, pace: loneliness.pace });
  }
  const overdue = overdueAt(creature, species);
  const critical = criticalAt(creature, species);
  const neglected = lastCareAt + PATIENCE_WINDOWS * species.feedingWindowHours * HOUR;
  const turns = [overdue, critical, neglected];
  for (const { rhythms } of MULTIPLIER_KNOTS) turns.push(lastCareAt + rhythms * rhythmMs);
  turns.push(lastCareAt + HEALTH_MULTIPLIER_CAP.rhythms * rhythmMs);
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

/**
 * Adds the stretch that begins at `from` and tells where it ended: at `limit`, or where something other than the clock
 * changes.
 */
function addStretch(sum: FeltTimeSum, course: Course, from: Instant, limit: Instant): Instant {
  const span = spanAt(course.zone, from);
  const localHour = localHourIn(span, from);
  const to = Math.min(limit, hourEndIn(span, localHour), nextTurn(course, from));
  addFelt(sum, course, from, to, sleepsIn(course.seed, localHour) ? ASLEEP_PACE : 1);
  return to;
}

/** The multiplier is a straight line within a stretch, so that its mean is what it is in the middle. */
function addFelt(sum: FeltTimeSum, pace: Pace, from: Instant, to: Instant, sleep: number): void {
  const hours = (to - from) / HOUR;
  const paced = hours * sleep * lonelinessOf(pace, from);
  const multiplier = multiplierAt(pace, (from + to) / 2);
  sum.all += paced * multiplier;
  if (from >= pace.overdueAt) sum.overdue += paced * multiplier;
  if (from >= pace.criticalAt) sum.critical += paced * forHealth(multiplier);
  if (from >= pace.neglectedAt) sum.neglected += hours * sleep;
}

function nextTurn(course: Course, at: Instant): Instant {
  if (at >= course.lookedFrom && at < course.comingTurn) return course.comingTurn;
  course.lookedFrom = at;
  course.comingTurn = turnAfter(course, at);
  return course.comingTurn;
}

function turnAfter({ turns }: Pace, at: Instant): Instant {
  let next = Infinity;
  for (const turn of turns) if (turn > at && turn < next) next = turn;
  return next;
}

function multiplierAt({ lastCareAt, rhythmMs }: Pace, at: Instant): number {
  return decayMultiplier((at - lastCareAt) / rhythmMs);
}

/** Health falls at most so fast, so that a day is always left to come back. */
function forHealth(multiplier: number): number {
  return Math.min(multiplier, HEALTH_MULTIPLIER_CAP.multiplier);
}

function fastestForHealth({ lonely }: Pace): number {
  return lonely.reduce<number>((pace, each) => pace * each.pace, HEALTH_MULTIPLIER_CAP.multiplier);
}

function lonelinessOf({ lonely }: Pace, at: Instant): number {
  let factor = 1;
  for (const { from, pace } of lonely) if (at >= from) factor *= pace;
  return factor;
}

function criticalAfter(before: number, course: Course, from: Instant, to: Instant): number {
  const sum = { ...NOTHING, critical: before };
  addStretch(sum, course, from, to);
  return sum.critical;
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
