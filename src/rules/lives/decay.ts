import { oncePer, oncePerPair } from '../../../packages/base/collections.ts';
import { HOUR, type Instant, nextHourBoundary } from '../base/clock.ts';
import { criticalAt, overdueAt } from '../care/feeding.ts';
import { hooksOf, mechanicsOf, type Mechanic } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import { clampStat, type StatChanges, type Stats, type TrustSpeed } from '../vocabulary.ts';
import type { HatchedCreature } from './creature.ts';
import {
  ASLEEP_PACE,
  averageHours,
  decayMultiplier,
  HEALTH_PACE_CAP,
  isAsleep,
  MULTIPLIER_KNOTS,
  rhythmsUntil,
  type Sleeper,
} from './rhythm.ts';

export const TRUST_RATES: Record<TrustSpeed, { readonly gain: number; readonly decayPerHour: number }> = {
  instant: { gain: 2, decayPerHour: 0.15 },
  fast: { gain: 1.5, decayPerHour: 0.2 },
  medium: { gain: 1, decayPerHour: 0.3 },
  slow: { gain: 0.5, decayPerHour: 0.45 },
};

export function applyTrustSpeed(changes: StatChanges, species: Species): StatChanges {
  const { trust } = changes;
  if (trust === undefined) return changes;
  const factor =
    trust > 0
      ? TRUST_RATES[species.trustSpeed].gain * trustFactor(species, 'trustGain')
      : trustFactor(species, 'trustLoss');
  return { ...changes, trust: trust * factor };
}

function trustFactor(species: Species, kind: 'trustGain' | 'trustLoss'): number {
  return mechanicsOf(species).reduce((product, { [kind]: factor = 1 }) => product * factor, 1);
}

/** Felt hours since the stats were settled: the pace of time, integrated between the moments at which it changes. */
export interface FeltTime {
  /** Felt hours: at the pace of sleep, rhythm and loneliness. */
  readonly all: number;
  /** The part of `all` in which feeding was overdue. */
  readonly overdue: number;
  /** Hours in which feeding was critical, at the pace at which health is lost. */
  readonly critical: number;
  /** Hours without care beyond PATIENCE_WINDOWS; only sleep slows them. */
  readonly neglected: number;
}

/** Number of feeding windows without care after which trust begins to fall. */
export const PATIENCE_WINDOWS = 2;

export function feltTimeUntil(creature: HatchedCreature, species: Species, to: Instant): FeltTime {
  const pace = paceOf(creature, species);
  const sum = { ...NOTHING };
  let turn = -Infinity;
  for (let from = creature.life.settledAt; from < to;) {
    if (turn <= from) turn = turnAfter(pace, from);
    const end = Math.min(to, turn, nextHourBoundary(creature.zone, from));
    addFelt(sum, pace, from, end, sleepPace(creature, from));
    from = end;
  }
  return sum;
}

export function whenCriticalFor(
  hours: number,
  creature: HatchedCreature,
  species: Species,
  limit: Instant,
): number | undefined {
  const pace = paceOf(creature, species);
  const since = Math.max(creature.life.settledAt, pace.criticalAt);
  // Fast path: an upper bound of critical hours rules most creatures out.
  if (mostCritical(pace, since, limit) < hours - ROUNDING_HOURS) return undefined;
  let felt = 0;
  let turn = -Infinity;
  for (let from = since; from < limit;) {
    if (turn <= from) turn = turnAfter(pace, from);
    const to = Math.min(limit, turn, nextHourBoundary(creature.zone, from));
    const sleep = sleepPace(creature, from);
    const after = felt + criticalBetween(pace, from, to, sleep);
    if (after >= hours) return whenFelt({ hours, felt }, pace, from, to, sleep);
    felt = after;
    from = to;
  }
  return undefined;
}

/** Top-level function: a closure in the loop would be allocated per iteration. */
function whenFelt(
  { hours, felt }: { readonly hours: number; readonly felt: number },
  pace: Pace,
  from: Instant,
  to: Instant,
  sleep: number,
): Instant {
  return firstMoment(from, to, (at) => felt + criticalBetween(pace, from, at, sleep) >= hours);
}

/** A duration longer than the rounding error of any sum of hours. */
const ROUNDING_HOURS = 1e-6;
const PARTS = 8;

/** An upper bound of critical hours: the creature counts as awake, each part at the pace at its end. */
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

/** The pace of felt time without visits; sleep is applied separately. */
export interface Pace {
  readonly lastCareAt: Instant;
  readonly rhythmMs: number;
  readonly overdueAt: Instant;
  readonly criticalAt: Instant;
  readonly neglectedAt: Instant;
  readonly lonely: readonly { readonly from: Instant; readonly pace: number }[];
  /** Moments at which the pace changes, unsorted: they are few, and sorting costs more than it saves. */
  readonly turns: readonly Instant[];
}

const TURNS_IN_RHYTHMS = [...MULTIPLIER_KNOTS.map(({ rhythms }) => rhythms), rhythmsUntil(HEALTH_PACE_CAP)];

export const paceOf: (creature: HatchedCreature, species: Species) => Pace = oncePerPair(findPace);

function findPace(creature: HatchedCreature, species: Species): Pace {
  const { life } = creature;
  const { lastCareAt, lastCheckedAt } = life;
  const rhythmMs = averageHours(life.rhythm) * HOUR;
  const lonely: { readonly from: Instant; readonly pace: number }[] = [];
  const overdue = overdueAt(creature, species);
  const critical = criticalAt(creature, species);
  const neglected = lastCareAt + PATIENCE_WINDOWS * species.feedingWindowHours * HOUR;
  const turns = TURNS_IN_RHYTHMS.map((rhythms) => lastCareAt + rhythms * rhythmMs);
  turns.push(overdue, critical, neglected);
  let loneliest = 1;
  for (const { afterHours, pace } of hooksOf(species, 'loneliness')) {
    const from = lastCheckedAt + afterHours * HOUR;
    lonely.push({ from, pace });
    loneliest *= pace;
    turns.push(from, lastCareAt + rhythmsUntil(HEALTH_PACE_CAP / loneliest) * rhythmMs);
  }
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

/** Without a change of sleep in between; `sleep` is ASLEEP_PACE or 1. */
export function feltTimeBetween(pace: Pace, from: Instant, to: Instant, sleep: number): FeltTime {
  const sum = { ...NOTHING };
  for (let at = from; at < to;) {
    const end = Math.min(to, turnAfter(pace, at));
    addFelt(sum, pace, at, end, sleep);
    at = end;
  }
  return sum;
}

function sleepPace(sleeper: Sleeper, from: Instant): number {
  return isAsleep(sleeper, from) ? ASLEEP_PACE : 1;
}

/** Adds the felt time of a period in which the pace is linear, so that its mean is its value in the middle. */
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

/** The pace at which health falls: capped, so that at least a day is left to come back; sleep halves the capped pace. */
function forHealth(multiplier: number): number {
  return Math.min(multiplier, HEALTH_PACE_CAP);
}

function lonelinessOf({ lonely }: Pace, at: Instant): number {
  let factor = 1;
  for (const { from, pace } of lonely) if (at >= from) factor *= pace;
  return factor;
}

/** Binary search for the first whole millisecond at which a monotonic condition holds. */
function firstMoment(from: Instant, to: Instant, holds: (at: Instant) => boolean): Instant {
  let [low, high] = [Math.ceil(from), Math.ceil(to)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

/** Health lost per felt hour while feeding is critical. */
export const HEALTH_LOSS_WHILE_CRITICAL = 2;
export const HAPPINESS_WHILE_OVERDUE = 1.5;

/** Stats lost per felt hour (time at the creature's own pace). */
export interface DecayRates {
  readonly hunger: number;
  readonly happiness: number;
  readonly trust: number;
  /** Trust above this value falls slower, by this factor. */
  readonly slowTrust: Mechanic['trustDecay'] | undefined;
}

export const decayRatesOf: (species: Species) => DecayRates = oncePer((species) => ({
  hunger: species.hungerDecayPerHour,
  happiness: species.happinessDecayPerHour,
  trust: TRUST_RATES[species.trustSpeed].decayPerHour * trustFactor(species, 'trustLoss'),
  slowTrust: mechanicsOf(species).find(({ trustDecay }) => trustDecay !== undefined)?.trustDecay,
}));

export function statsAt(creature: HatchedCreature, species: Species, at: Instant): Stats {
  return statsAfter(creature.life.stats, decayRatesOf(species), feltTimeUntil(creature, species, at));
}

export function statsAfter(stats: Stats, rates: DecayRates, felt: FeltTime): Stats {
  const unhappy = felt.all + (HAPPINESS_WHILE_OVERDUE - 1) * felt.overdue;
  return {
    hunger: clampStat(stats.hunger - rates.hunger * felt.all),
    happiness: clampStat(stats.happiness - rates.happiness * unhappy),
    health: clampStat(stats.health - HEALTH_LOSS_WHILE_CRITICAL * felt.critical),
    trust: trustAfter(stats.trust, rates, felt.neglected),
    discipline: stats.discipline,
  };
}

function trustAfter(trust: number, rates: DecayRates, neglectedHours: number): number {
  const loss = rates.trust * neglectedHours;
  const slow = rates.slowTrust;
  if (!slow || trust <= slow.above) return clampStat(trust - loss);
  const untilThere = (trust - slow.above) / slow.factor;
  return loss <= untilThere ? trust - loss * slow.factor : clampStat(slow.above - (loss - untilThere));
}
