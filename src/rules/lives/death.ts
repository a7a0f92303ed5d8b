import { HOUR, type Instant } from '../base/clock.ts';
import { criticalAt } from '../care/feeding.ts';
import type { Species } from '../species/species.ts';
import type { Action, Cause, FeedingStatus, Urgency } from '../vocabulary.ts';
import type { HatchedCreature } from './creature.ts';
import { HEALTH_LOSS_WHILE_CRITICAL, statsAt, whenCriticalFor } from './decay.ts';
import { deathThresholdHours } from './rhythm.ts';

export interface DeathClock {
  readonly hoursWithoutCare: number;
  readonly diesAt: Instant;
  readonly hoursRemaining: number;
  readonly thresholdHours: number;
  readonly urgency: Urgency;
}

/** The time of death without care: when the patience for visits ends, or health reaches 0. */
export function diesAt(creature: HatchedCreature, species: Species): Instant {
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

/** The cause of a death that no harmful item caused. */
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
  };
}

export interface PublicClock {
  readonly urgency: Urgency;
  /** The time of death; undefined where it would reveal hidden health. */
  readonly diesAt: Instant | undefined;
}

/**
 * The death clock as the public may see it: for hidden health, its urgency follows from the time without care
 * and the feeding status.
 */
export function publicClock(
  clock: DeathClock,
  feeding: FeedingStatus,
  health: 'plain' | 'kept',
): PublicClock {
  if (health === 'plain') return { urgency: clock.urgency, diesAt: clock.diesAt };
  const waited = urgencyOf(1 - clock.hoursWithoutCare / clock.thresholdHours);
  const starving = feeding === 'critical' && waited !== 'imminent';
  return { urgency: starving ? 'critical' : waited, diesAt: undefined };
}

/** Urgency by the share of time left until death; the first row that holds counts. */
export const URGENCY_SHARES = [
  { urgency: 'safe', above: 0.67 },
  { urgency: 'warning', from: 0.33 },
  { urgency: 'critical', from: 0.11 },
  { urgency: 'imminent', from: 0 },
] as const satisfies readonly { urgency: Urgency; above?: number; from?: number }[];

export function urgencyOf(share: number): Urgency {
  const found = URGENCY_SHARES.find((row) => ('above' in row ? share > row.above : share >= row.from));
  return found?.urgency ?? 'imminent';
}

export interface LastDays {
  readonly diedAt: Instant;
  /** Begin of the life that ended: hatching or last resurrection. */
  readonly beganAt: Instant;
  readonly broughtBack: number;
  /** The last meal since hatching or the last resurrection. */
  readonly lastMealAt: Instant | undefined;
  /** When the feeding window after the last meal closed, if before the death. */
  readonly windowMissedAt: Instant | undefined;
  /** The last care since hatching or the last resurrection. */
  readonly lastCare: { readonly at: Instant; readonly action: Action } | undefined;
  /** The next visit that the keeper's usual rhythm let expect. */
  readonly expected: { readonly at: Instant; readonly everyHours: number } | undefined;
}

/** So many deaths within a minute are never too many. */
export const FEWEST_TOO_MANY = 20;

/** Whether a house with so many living creatures has more deaths within a minute than it has without a fault. */
export function areTooManyDeaths({
  deaths,
  living,
  percent,
}: {
  readonly deaths: number;
  readonly living: number;
  readonly percent: number;
}): boolean {
  return deaths > Math.max(FEWEST_TOO_MANY, (living * percent) / 100);
}
