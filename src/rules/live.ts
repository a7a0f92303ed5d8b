import { HOUR, type Instant } from './base/clock.ts';
import { nextHourBoundary } from './base/local-time.ts';
import { feedingStatusOf } from './care/feeding.ts';
import type { HatchedCreature } from './lives/creature.ts';
import { diesAt, urgencyOf } from './lives/death.ts';
import { type DecayRates, decayRatesOf, statsAfter, statsAt } from './lives/decay.ts';
import { feltTimeBetween, type Pace, paceOf } from './lives/felt-time.ts';
import { deathThresholdHours } from './lives/rhythm.ts';
import { ASLEEP_PACE, isAsleep } from './lives/sleep.ts';
import { hidesNothing, showsItsHealth } from './lives/visible-stats.ts';
import type { Species } from './species/species.ts';
import type { Stats, VisibleStats } from './stats.ts';
import type { Appearance, Family, FeedingStatus, HappeningKind, Urgency } from './vocabulary.ts';

/** The names of what `/live` sends, beside what happened: how many there are, and that a page has missed something. */
export const LIVE_EVENTS = {
  happening: 'happening',
  counts: 'counts',
  more: 'more',
  reload: 'reload',
} as const;

/** Something that happened to a creature, as `/live` tells it. Names are strangers' words: they are shown as plain text. */
export interface LiveHappening {
  /** The same thing has the same key wherever it is told, and whenever it is told again. */
  readonly key: string;
  readonly kind: HappeningKind;
  readonly at: Instant;
  readonly creature: LiveName & { readonly id: string; readonly family: Family; readonly picture: string };
  readonly keeper: LiveName;
  /** A sentence, with `{keeper}` and `{creature}` where their names go. */
  readonly words: string;
}

interface LiveName {
  readonly name: string;
  /** The path of its page. */
  readonly page: string;
}

/** Something that happened to a creature, in a sentence with its name, and the page to read on. */
export interface FavouriteNews {
  readonly at: Instant;
  readonly words: string;
  readonly page: string;
}

/** How many there are in the house. */
export interface LiveCounts {
  readonly totals: Readonly<Record<'alive' | 'eggs' | 'agents' | 'gravestones', number>>;
  /** What went on in the last day, in a sentence. */
  readonly lastDay: string;
}

/** A line in its parts: `{keeper}`, `{creature}`, and what stands between them. */
export function partsOfLine(words: string): string[] {
  return words.split(/(\{keeper\}|\{creature\})/);
}

/** What the script of the first page starts with. */
export interface LiveHouse {
  /** The moment the page was made, by the clock of the house. */
  readonly at: Instant;
  /** How fast that clock runs. */
  readonly scale: number;
}

/** Where a page begins to read `/live` that was made at a moment: no node has told it anything yet. */
export function placeOfPage(at: Instant): string {
  return `${Math.floor(at)}.0.page`;
}

/** What the page of a creature starts with, and gets again whenever it polls. */
export interface LiveFacts {
  /** The moment these facts are of, by the clock of the house. */
  readonly at: Instant;
  /** How fast that clock runs. */
  readonly scale: number;
  /** Changes when something happened that the rest of the page does not show yet. */
  readonly mark: string;
  /** Nothing for one that does not live, or has not hatched. */
  readonly living?: LivingFacts | undefined;
  /** What it is doing, in words. */
  readonly pose?: string | undefined;
}

export interface LivingFacts {
  readonly appearance: Appearance;
  /** What the address of its picture says of it. */
  readonly look: string;
  readonly urgency: Urgency;
  /** The stats as anybody may see them. */
  readonly shown: VisibleStats;
  readonly glimpse: Glimpse;
}

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
