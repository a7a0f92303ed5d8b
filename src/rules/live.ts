import { HOUR, type Instant, nextHourBoundary } from './base/clock.ts';
import { feedingStatusOf } from './care/feeding.ts';
import type { HatchedCreature } from './lives/creature.ts';
import {
  type DecayRates,
  decayRatesOf,
  feltTimeBetween,
  type Pace,
  paceOf,
  statsAfter,
  statsAt,
} from './lives/decay.ts';
import { diesAt, urgencyOf } from './lives/live-until.ts';
import { ASLEEP_PACE, deathThresholdHours, isAsleep } from './lives/rhythm.ts';
import { hidesNothing, showsItsHealth } from './species/mechanics.ts';
import type { Species } from './species/species.ts';
import type {
  Stats,
  VisibleStats,
  Appearance,
  Family,
  HappeningKind,
  Urgency,
  FeedingStatus,
} from './vocabulary.ts';

export const LIVE_EVENTS = {
  happening: 'happening',
  counts: 'counts',
  more: 'more',
  reload: 'reload',
} as const;

/** A server-sent event of `/live`. Names are untrusted: they are shown as plain text. */
export interface LiveHappening {
  /** Event key, the same for repeated deliveries and on every node. */
  readonly key: string;
  readonly kind: HappeningKind;
  readonly at: Instant;
  readonly creature: LiveName & { readonly id: string; readonly family: Family; readonly picture: string };
  readonly keeper: LiveName;
  /** A sentence about the event, with `{keeper}` and `{creature}` where their names go. */
  readonly words: string;
}

interface LiveName {
  readonly name: string;
  readonly page: string;
}

export interface FavouriteNews {
  readonly at: Instant;
  readonly words: string;
  readonly page: string;
}

export interface LiveCounts {
  readonly totals: Readonly<Record<'alive' | 'eggs' | 'agents' | 'gravestones', number>>;
  readonly lastDay: string;
}

export function partsOfLine(words: string): string[] {
  return words.split(/(\{keeper\}|\{creature\})/);
}

export interface LiveHouse {
  readonly at: Instant;
  /** Speed of the server's clock; 1 unless it is a sandbox clock. */
  readonly scale: number;
}

/** The `Last-Event-ID` with which a page rendered at this moment begins to read `/live`. */
export function placeOfPage(at: Instant): string {
  return `${Math.floor(at)}.0.page`;
}

export interface LiveFacts {
  readonly at: Instant;
  readonly scale: number;
  /** Changes when the page is out of date. */
  readonly mark: string;
  readonly living?: LivingFacts | undefined;
  readonly pose?: string | undefined;
}

export interface LivingFacts {
  readonly appearance: Appearance;
  readonly look: string;
  readonly urgency: Urgency;
  readonly shown: VisibleStats;
  readonly glimpse: Glimpse;
}

/** Public facts from which a page computes stats until the next hour, whose sleep is secret. */
export interface Glimpse {
  readonly at: Instant;
  readonly until: Instant;
  readonly ageFrom: Instant;
  readonly lastFedAt: Instant;
  readonly feedingWindowHours: number;
  readonly lastCareAt: Instant;
  readonly thresholdHours: number;
  /** Time of death without care; left out where it would reveal hidden health. */
  readonly diesAt?: Instant | undefined;
  /** How fast stats fall; left out for species that hide a stat: their numbers change only with the next poll. */
  readonly ticking?: GlimpseDecay | undefined;
}

interface GlimpseDecay {
  readonly stats: Stats;
  /** Factor of decay by sleep; 1 while awake. */
  readonly sleep: number;
  readonly pace: Pace;
  readonly losses: DecayRates;
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

/** What a page shows at a moment between two polls. */
export interface LiveReading {
  readonly ageHours: number;
  /** Undefined where stats change only with the next poll. */
  readonly stats: Stats | undefined;
  readonly feeding: FeedingStatus;
  readonly hoursSinceFed: number;
  readonly hoursWithoutCare: number;
  readonly death: { readonly hoursRemaining: number; readonly urgency: Urgency } | undefined;
}

export function readGlimpse(glimpse: Glimpse, moment: Instant): LiveReading {
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

function statsIn({ at, until }: Glimpse, ticking: GlimpseDecay, moment: Instant): Stats {
  const { stats, sleep, pace, losses } = ticking;
  const to = Math.min(until, Math.max(at, moment));
  return statsAfter(stats, losses, feltTimeBetween(pace, at, to, sleep));
}

function within(pace: Pace, from: Instant, until: Instant): Pace {
  const lonely = pace.lonely.filter((each) => each.from <= from).map((each) => ({ ...each, from }));
  return { ...pace, lonely, turns: pace.turns.filter((turn) => turn > from && turn < until) };
}
