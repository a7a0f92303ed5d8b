import { feedingStatusOf } from '../care/feeding.ts';
import { HOUR, type Instant } from '../engine/clock.ts';
import { nextHourBoundary } from '../engine/local-time.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { diesAt, urgencyOf } from '../lives/death.ts';
import { decayRatesOf, statsAfter, statsAt, type DecayRates } from '../lives/decay.ts';
import { feltTimeBetween, paceOf, type Pace } from '../lives/felt-time.ts';
import { deathThresholdHours } from '../lives/rhythm.ts';
import { ASLEEP_PACE, isAsleep } from '../lives/sleep.ts';
import { hidesNothing, showsItsHealth } from '../lives/visible-stats.ts';
import type { Species } from '../species/species.ts';
import type { Stats } from '../stats.ts';
import type { FeedingStatus, Urgency } from '../vocabulary.ts';

/**
 * What a public page may know of a living creature to extrapolate its stats for a while. It ends where the page would
 * have to know what nobody may foresee: whether it sleeps in its next hour.
 */
export interface Glimpse {
  readonly at: Instant;
  readonly until: Instant;
  readonly ageFrom: Instant;
  readonly lastFedAt: Instant;
  readonly feedingWindowHours: number;
  readonly lastCareAt: Instant;
  readonly thresholdHours: number;
  /** Left out where its health is not plain to see: it could be worked out from this. */
  readonly diesAt?: Instant | undefined;
  /** Left out for species that ever hide a stat: their numbers stand still until the page polls again. */
  readonly ticking?: GlimpseDecay | undefined;
}

interface GlimpseDecay {
  readonly stats: Stats;
  /** 1 while awake. */
  readonly sleep: number;
  readonly pace: Pace;
  readonly losses: DecayRates;
}

/** How a creature is at a moment, as far as a glimpse tells. */
interface GlimpseReading {
  readonly ageHours: number;
  readonly stats: Stats | undefined;
  readonly feeding: FeedingStatus;
  readonly hoursSinceFed: number;
  readonly hoursWithoutCare: number;
  readonly death: { readonly hoursRemaining: number; readonly urgency: Urgency } | undefined;
}

export function glimpseOf(creature: HatchedCreature, species: Species, now: Instant): Glimpse {
  const { life, zone } = creature;
  const pace = paceOf(creature, species);
  const missed = pace.lonely.map(({ from }) => from).filter((from) => from > now);
  const until = Math.min(nextHourBoundary(zone, now), ...missed);
  const stats = statsAt(creature, species, now);
  return {
    at: now,
    until,
    ageFrom: life.ageFrom,
    lastFedAt: life.lastFedAt,
    feedingWindowHours: species.feedingWindowHours,
    lastCareAt: life.lastCareAt,
    thresholdHours: deathThresholdHours(life.rhythm),
    diesAt: showsItsHealth(species, stats) ? diesAt(creature, species) : undefined,
    ticking: hidesNothing(species)
      ? {
          stats,
          sleep: isAsleep(creature, now) ? ASLEEP_PACE : 1,
          pace: within(pace, now, until),
          losses: decayRatesOf(species),
        }
      : undefined,
  };
}

/** How it is at a moment, if nobody comes. After the end of the glimpse its stats stand still. */
export function readGlimpse(glimpse: Glimpse, moment: Instant): GlimpseReading {
  const { ageFrom, lastFedAt, feedingWindowHours, lastCareAt, thresholdHours, diesAt: dies } = glimpse;
  const hoursSince = (from: Instant) => (moment - from) / HOUR;
  const hoursRemaining = dies === undefined ? undefined : Math.max(0, (dies - moment) / HOUR);
  return {
    ageHours: hoursSince(ageFrom),
    stats: glimpse.ticking && statsIn(glimpse, glimpse.ticking, moment),
    feeding: feedingStatusOf(hoursSince(lastFedAt) / feedingWindowHours),
    hoursSinceFed: hoursSince(lastFedAt),
    hoursWithoutCare: hoursSince(lastCareAt),
    death:
      hoursRemaining === undefined
        ? undefined
        : { hoursRemaining, urgency: urgencyOf(hoursRemaining / thresholdHours) },
  };
}

function statsIn(
  { at, until }: Glimpse,
  { stats, sleep, pace, losses }: GlimpseDecay,
  moment: Instant,
): Stats {
  const to = Math.min(until, Math.max(at, moment));
  return statsAfter(stats, losses, feltTimeBetween(pace, at, to, sleep));
}

/** The same pace, without the moments at which its keeper looked in, and without turns that come later. */
function within(pace: Pace, from: Instant, until: Instant): Pace {
  const lonely = pace.lonely.filter((each) => each.from <= from).map((each) => ({ ...each, from }));
  return { ...pace, lonely, turns: pace.turns.filter((turn) => turn > from && turn < until) };
}
