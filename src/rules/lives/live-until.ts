import { oncePerPair } from '../../../packages/base/collections.ts';
import { HOUR, type Instant, TimeZone } from '../base/clock.ts';
import { CRITICAL_WINDOWS, criticalAt, missedWindows, windowsSinceFed } from '../care/feeding.ts';
import { hidesNothing, hooksOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Action, Cause, FeedingStatus, Path, Stage, Urgency } from '../vocabulary.ts';
import {
  type Creature,
  hasHatched,
  type HatchedCreature,
  isAlive,
  newLife,
  requireHatched,
  STATS_AT_BIRTH,
} from './creature.ts';
import { HEALTH_LOSS_WHILE_CRITICAL, statsAt, whenCriticalFor } from './decay.ts';
import { consistencyAt, nextGrowth } from './growth.ts';
import { deathThresholdHours } from './rhythm.ts';

export interface DeathClock {
  readonly hoursWithoutCare: number;
  readonly diesAt: Instant;
  readonly hoursRemaining: number;
  readonly thresholdHours: number;
  readonly urgency: Urgency;
  /** The urgency by the time since the last care, as far as the threshold alone tells it. */
  readonly waited: Urgency;
}

/** The time of death without care: when the patience for visits ends, or health reaches 0. */
export const diesAt: (creature: HatchedCreature, species: Species) => Instant = oncePerPair(findDeath);

/** The most expensive rule: it walks over every hour until then. */
function findDeath(creature: HatchedCreature, species: Species): Instant {
  const { life } = creature;
  const patienceEnds = patienceEndsAt(creature);
  if (criticalAt(creature, species) >= patienceEnds) return patienceEnds;
  const bearable = life.stats.health / HEALTH_LOSS_WHILE_CRITICAL;
  return whenCriticalFor(bearable, creature, species, patienceEnds) ?? patienceEnds;
}

/** The time of death by neglect, which follows from the times of care alone. */
export function patienceEndsAt({ life }: HatchedCreature): Instant {
  return Math.ceil(life.lastCareAt + deathThresholdHours(life.rhythm) * HOUR);
}

const HUNGRY_BELOW = 30;

export function causeAt(creature: HatchedCreature, species: Species, at: Instant): Cause {
  const { hunger, health } = statsAt(creature, species, at);
  return hunger < HUNGRY_BELOW || health === 0 ? 'hunger' : 'neglect';
}

/** The cause of death by the rule up to 1.0.0, for deaths stored by it. */
export function formerCauseAt(creature: HatchedCreature, species: Species, at: Instant): Cause {
  return at >= criticalAt(creature, species) ? 'hunger' : 'neglect';
}

export function deathClock(creature: HatchedCreature, species: Species, now: Instant): DeathClock {
  const at = diesAt(creature, species);
  const thresholdHours = deathThresholdHours(creature.life.rhythm);
  const hoursRemaining = Math.max(0, (at - now) / HOUR);
  return {
    hoursWithoutCare: (now - creature.life.lastCareAt) / HOUR,
    diesAt: at,
    hoursRemaining,
    thresholdHours,
    urgency: urgencyOf(hoursRemaining / thresholdHours),
    waited: urgencyOf(1 - (now - creature.life.lastCareAt) / HOUR / thresholdHours),
  };
}

export interface PublicClock {
  readonly urgency: Urgency;
  /** The urgency by the time without care alone. */
  readonly waited: Urgency;
  /** The time of death; undefined where it would reveal hidden health. */
  readonly diesAt: Instant | undefined;
}

/** For hidden health, urgency follows from the time without care and the feeding status. */
export function publicClock(
  clock: DeathClock,
  feeding: FeedingStatus,
  health: 'plain' | 'kept',
): PublicClock {
  const { waited } = clock;
  if (health === 'plain') return { urgency: clock.urgency, waited, diesAt: clock.diesAt };
  const starving = feeding === 'critical' && waited !== 'imminent';
  return { urgency: starving ? 'critical' : waited, waited, diesAt: undefined };
}

const WARNING_SHARE = 0.33;

/** Urgency by the share of time left until death; the first row that holds counts. */
export const URGENCY_SHARES = [
  { urgency: 'safe', above: 0.67 },
  { urgency: 'warning', from: WARNING_SHARE },
  { urgency: 'critical', from: 0.11 },
  { urgency: 'imminent', from: 0 },
] as const satisfies readonly { urgency: Urgency; above?: number; from?: number }[];

export function urgencyOf(share: number): Urgency {
  for (const row of URGENCY_SHARES)
    if ('above' in row ? share > row.above : share >= row.from) return row.urgency;
  return 'imminent';
}

/** When the urgency changes without care, to within a millisecond. */
export function urgencyChangesAt({ diesAt: end, thresholdHours }: DeathClock): readonly Instant[] {
  const shares = URGENCY_SHARES.map((row) => ('above' in row ? row.above : row.from));
  return shares.map((share) => end - share * thresholdHours * HOUR);
}

/** The moment from which the urgency is critical without care. */
export function endangeredAt({ diesAt: end, thresholdHours }: DeathClock): Instant {
  return Math.floor(end - WARNING_SHARE * thresholdHours * HOUR) + 1;
}

export interface LastDays {
  readonly diedAt: Instant;
  /** Start of the life that ended: hatching or the last resurrection. Meal and care belong to that life. */
  readonly beganAt: Instant;
  readonly broughtBack: number;
  readonly lastMealAt: Instant | undefined;
  readonly windowMissedAt: Instant | undefined;
  readonly lastCare: { readonly at: Instant; readonly action: Action } | undefined;
  /** The next visit that the keeper's usual rhythm let expect. */
  readonly expected: { readonly at: Instant; readonly everyHours: number } | undefined;
}

/** So many deaths within a minute are never too many. */
export const FEWEST_TOO_MANY = 20;

/** Whether a house with so many living creatures has more deaths within a minute than it has without a fault. */
export function areTooManyDeaths(of: Readonly<Record<'deaths' | 'living' | 'percent', number>>): boolean {
  return of.deaths > Math.max(FEWEST_TOO_MANY, (of.living * of.percent) / 100);
}

export type Happening =
  | { readonly kind: 'grew'; readonly at: Instant; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly at: Instant; readonly cause: Cause };

export interface LifeStretch {
  readonly creature: Creature;
  readonly happened: readonly Happening[];
  readonly nextEventAt?: Instant | undefined;
}

/** Applies growth and death until a moment. Stored stats stay as they are, so many steps give the same result as one. */
export function liveUntil(creature: Creature, species: Species, now: Instant): LifeStretch {
  const happened: Happening[] = [];
  let current = creature;
  for (;;) {
    const next = nextHappening(current, species);
    if (!next || next.at > now) return { creature: current, happened, nextEventAt: next?.at };
    // The cause is found only for a death that has happened: it takes a walk over all hours since the last care.
    const happening =
      next.kind === 'grew' ? next : { ...next, cause: causeAt(requireHatched(current), species, next.at) };
    happened.push(happening);
    current = applyHappening(current, happening);
  }
}

export function nextEventAt(creature: Creature, species: Species): Instant | undefined {
  return nextHappening(creature, species)?.at;
}

export function hatchEgg(creature: Creature, now: Instant): Creature {
  return { ...creature, stage: 'baby', life: newLife(STATS_AT_BIRTH, now) };
}

/** Records the keeper's look at a creature: writes the current stats of social species, and changes no other. */
export function markChecked(creature: HatchedCreature, species: Species, now: Instant): Creature {
  if (hooksOf(species, 'loneliness').length === 0) return creature;
  const stats = statsAt(creature, species, now);
  return { ...creature, life: { ...creature.life, stats, settledAt: now, lastCheckedAt: now } };
}

/** Changes a creature's time zone. Stats are settled first: the time until now was felt by the old clock. */
export function moveToZone(creature: Creature, species: Species, zone: string, now: Instant): Creature {
  if (!hasHatched(creature)) return { ...creature, zone: new TimeZone(zone) };
  const stats = statsAt(creature, species, now);
  return { ...creature, zone: new TimeZone(zone), life: { ...creature.life, stats, settledAt: now } };
}

type Upcoming = Extract<Happening, { kind: 'grew' }> | { readonly kind: 'died'; readonly at: Instant };

function nextHappening(creature: Creature, species: Species): Upcoming | undefined {
  if (!isAlive(creature) || !hasHatched(creature)) return undefined;
  const dies = diesAt(creature, species);
  const growth = nextGrowth(creature, species);
  // If growth and death fall on the same moment, the creature dies.
  if (growth && growth.at < dies) return { kind: 'grew', ...growth };
  return { kind: 'died', at: dies };
}

function applyHappening(creature: Creature, happening: Happening): Creature {
  if (happening.kind === 'died') return { ...creature, died: { at: happening.at, cause: happening.cause } };
  return { ...creature, stage: happening.to, path: happening.path ?? creature.path };
}

/** Consistency for rankings and averages in integer tenths, so that sums do not depend on their order. 0 unless alive. */
export function consistencyTenths(creature: Creature, species: Species, at: Instant): number {
  if (!hasHatched(creature) || !isAlive(creature)) return 0;
  return Math.round(consistencyAt(creature, species, at) * 10);
}

export function nextChangeAt(
  creature: Creature,
  species: Species,
  now: Instant,
  event = nextEventAt(creature, species),
): Instant | undefined {
  if (event === undefined || !hasHatched(creature)) return event;
  return Math.min(event, nextMissAt(creature, species, now));
}

function nextMissAt(creature: HatchedCreature, species: Species, now: Instant): Instant {
  const missedAt = (moment: Instant) => missedWindows(windowsSinceFed(creature, species, moment));
  const missed = missedAt(now);
  const windows = missed === 0 ? CRITICAL_WINDOWS : missed + 1;
  let at = Math.ceil(creature.life.lastFedAt + windows * species.feedingWindowHours * HOUR);
  // The division in windowsSinceFed may round differently: steps to the first millisecond that counts.
  while (missedAt(at) <= missed) at += 1;
  return at;
}

/** Sort keys of public lists. An order reveals stats, so species that hide any are ranked by public facts only. */
export interface RankFacts {
  /** The time of death without visits; only once a meal was missed, or if the creature dies before missing one. */
  readonly lostAt: Instant | undefined;
  readonly trustStep: number | undefined;
}

const TRUST_PER_STEP = 10;

/** Rank facts change only with care and missed meals (`nextChangeAt`): creatures fed in time need no rewrite. */
export function rankFacts(creature: Creature, species: Species, now: Instant): RankFacts {
  if (!hasHatched(creature) || !isAlive(creature)) return { lostAt: undefined, trustStep: undefined };
  const { health, trust } = creature.life.stats;
  const plain = hidesNothing(species);
  const trustStep = plain ? Math.floor(trust / TRUST_PER_STEP) : undefined;
  const starving = missedWindows(windowsSinceFed(creature, species, now)) > 0;
  const critical = criticalAt(creature, species);
  const patienceEnds = patienceEndsAt(creature);
  // With health left it dies after feeding becomes critical.
  if (!starving && health > 0 && critical < patienceEnds) return { lostAt: undefined, trustStep };
  const lostAt = plain ? diesAt(creature, species) : patienceEnds;
  return { lostAt: starving || critical >= lostAt ? lostAt : undefined, trustStep };
}
