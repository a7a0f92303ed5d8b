import type { z } from 'zod';

import type {
  CompactCreature,
  Creature as CreatureSchema,
  DeadCreature,
  DEATHS,
  LateCreature,
  ResurrectionOffer,
  StatMilestone,
} from '../../api/subjects/creature.ts';
import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { DAY, HOUR, iso, MINUTE, type Instant } from '../../rules/base/clock.ts';
import { offsetAt, type TimeZone } from '../../rules/base/local-time.ts';
import { isHarmedRepeatedly } from '../../rules/heart/care-digest.ts';
import { STATS_AT_BIRTH, type Creature } from '../../rules/lives/creature.ts';
import type { DeathClock } from '../../rules/lives/death.ts';
import { ageHours } from '../../rules/lives/growth.ts';
import type { ReachedMilestone } from '../../rules/lives/milestones.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { resurrectionCost, resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { visibleStats, hiddenStats } from '../../rules/lives/visible-stats.ts';
import type { DeadCreatureFacts, ToldDeaths } from '../../rules/problem.ts';
import type { NightRest } from '../../rules/lives/sleep.ts';
import type { Species } from '../../rules/species/species.ts';
import type { StatChanges } from '../../rules/stats.ts';
import type { Mood, Stat } from '../../rules/vocabulary.ts';
import type { FoundCreature, LookInResult } from './look-in.ts';
import { behavior } from '../../text/creature/behavior.ts';
import { evolutionHint } from '../../text/creature/evolution-hint.ts';
import { milestoneMessage } from '../../text/creature/milestones.ts';
import { presentManner } from '../heart/heart.present.ts';
import { roundToHundredths, roundToTenths, tenthsOrNull } from '../../server/reply-parts.ts';

export type DeathsReply = z.output<z.ZodObject<typeof DEATHS>>;
type CreatureReplyFacts = Pick<LookInResult, 'creature' | 'species' | 'observed' | 'heart' | 'imageUrl'>;

/** What every reply about a creature begins with. */
export function presentIdentity(
  { id, name, stage }: Pick<Creature, 'id' | 'name' | 'stage'>,
  species: Pick<Species, 'name'>,
) {
  return { id, name, species: species.name, stage };
}

/** Its stats as its keeper may see them: null while they are hidden. */
export function presentStats(shown: StatChanges) {
  return {
    hunger: tenthsOrNull(shown.hunger),
    happiness: tenthsOrNull(shown.happiness),
    health: tenthsOrNull(shown.health),
    trust: tenthsOrNull(shown.trust),
    discipline: tenthsOrNull(shown.discipline),
  };
}

/** The names of the stats that are hidden, when any are. */
export function hiddenStatNames(shown: StatChanges): Stat[] | undefined {
  return namesOrUndefined(hiddenStats(shown));
}

function namesOrUndefined(hidden: readonly Stat[]): Stat[] | undefined {
  return hidden.length === 0 ? undefined : [...hidden];
}

/** Its mood follows from its real stats: while it hides any of them, its mood must not give them away. */
export function shownMood({ mood, hidden }: Pick<Observation, 'mood' | 'hidden'>): Mood {
  return hidden.length === 0 || mood === 'sleeping' ? mood : 'content';
}

interface ReachedFacts {
  readonly creature: Creature;
  readonly species: Species;
  readonly reached: readonly ReachedMilestone[];
}

/** What it reached that may be seen. */
export function presentMilestones({
  creature,
  species,
  reached,
}: ReachedFacts): z.output<typeof StatMilestone>[] {
  const { name, seed } = creature;
  const { family, slug } = species;
  const facts = { name, seed, family, slug, hidden: [], harmed: isHarmedRepeatedly(creature) };
  return reached.map(({ type, threshold }) => ({
    type,
    threshold,
    message: milestoneMessage(type, threshold, facts),
  }));
}

// Most answers have one of the next two in them. They name every field: what is spread into an object takes several times as long.

/** A living creature, with everything its keeper may know of it. */
export function presentCreature(looked: CreatureReplyFacts): z.output<typeof CreatureSchema> {
  const { creature, species, observed, heart, imageUrl } = looked;
  const { shown, feeding, rhythm, asleepUntil } = observed;
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    tier: species.tier,
    family: species.family,
    age_hours: roundToHundredths(observed.ageHours),
    hunger: tenthsOrNull(shown.hunger),
    happiness: tenthsOrNull(shown.happiness),
    health: tenthsOrNull(shown.health),
    trust: tenthsOrNull(shown.trust),
    discipline: tenthsOrNull(shown.discipline),
    hidden_stats: namesOrUndefined(observed.hidden),
    mood: shownMood(observed),
    alive: true,
    personality_traits: [...creature.personality],
    manner: presentManner(heart),
    keepsakes: heart.keepsakes.length,
    feeding_window_hours: roundToHundredths(species.feedingWindowHours),
    next_feeding_window: nextWindow(feeding),
    hours_since_fed: roundToHundredths(feeding.hoursSinceFed),
    feeding_status: feeding.status,
    death_clock: presentDeathClock(observed.deathClock),
    care_rhythm: {
      average_hours: roundToHundredths(rhythm.averageHours),
      death_threshold_hours: roundToHundredths(rhythm.thresholdHours),
      decay_multiplier: roundToHundredths(rhythm.multiplier),
      established: rhythm.established,
    },
    sleep_info: asleepUntil && presentSleep(asleepUntil),
    behavior: behavior(looked),
    evolution_progress: presentProgress(looked, observed.progress),
    image_url: imageUrl ?? null,
  };
}

function presentProgress(looked: CreatureReplyFacts, progress: Observation['progress']) {
  const { creature } = looked;
  return {
    // It is open until a baby has become a child.
    current_path: creature.stage === 'baby' ? null : progress.path,
    form: progress.form,
    consistency_score: roundToTenths(progress.consistency),
    responsiveness_score: roundToTenths(progress.responsiveness),
    variety_score: roundToTenths(progress.variety),
    hint: creature.stage === 'adult' ? undefined : evolutionHint(looked),
  };
}

/** A living creature at a glance. */
export function presentCompact(found: FoundCreature, now: Instant): z.output<typeof CompactCreature> {
  const { creature, species, observed } = found;
  if (!observed) return presentCompactEgg(found, now);
  const { shown, feeding } = observed;
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    age_hours: roundToHundredths(observed.ageHours),
    hunger: tenthsOrNull(shown.hunger),
    happiness: tenthsOrNull(shown.happiness),
    health: tenthsOrNull(shown.health),
    trust: tenthsOrNull(shown.trust),
    discipline: tenthsOrNull(shown.discipline),
    hidden_stats: namesOrUndefined(observed.hidden),
    mood: shownMood(observed),
    alive: true,
    feeding_status: feeding.status,
    hours_since_fed: roundToHundredths(feeding.hoursSinceFed),
    next_feeding_window: nextWindow(feeding),
    death_clock: presentDeathClock(observed.deathClock),
  };
}

/** No clock runs for an egg. */
function presentCompactEgg(
  { creature, species }: FoundCreature,
  now: Instant,
): z.output<typeof CompactCreature> {
  const shown = visibleStats(species, STATS_AT_BIRTH);
  return {
    ...presentIdentity(creature, species),
    age_hours: 0,
    ...presentStats(shown),
    hidden_stats: hiddenStatNames(shown),
    mood: 'content',
    alive: true,
    feeding_status: 'ok',
    hours_since_fed: 0,
    // If it hatched now: hatching counts as its first meal.
    next_feeding_window: iso(Math.ceil(now + WINDOW_OPENS * species.feedingWindowHours * HOUR)),
    death_clock: null,
  };
}

function presentDeathClock(clock: DeathClock): z.output<typeof CreatureSchema>['death_clock'] {
  return {
    hours_without_care: roundToHundredths(clock.hoursWithoutCare),
    dies_at: iso(clock.diesAt),
    hours_remaining: roundToHundredths(clock.hoursRemaining),
    threshold_hours: roundToHundredths(clock.thresholdHours),
    urgency: clock.urgency,
  };
}

/** When it can be fed in time. */
function nextWindow({ opensAt }: Observation['feeding']): string {
  return opensAt === undefined ? 'open now' : iso(opensAt);
}

/** Until when it sleeps, by its keeper's local time. */
export function presentSleep({ nightEndsAt, zone, wakesAt }: NightRest) {
  return {
    sleeping: true,
    sleep_window_end: wallClock(nightEndsAt, zone),
    timezone_used: zone.name,
    wakes_at: iso(wakesAt),
  };
}

/** `06:00`, in the zone. */
function wallClock(at: Instant, zone: TimeZone): string {
  const sinceMidnight = (((at + offsetAt(zone, at)) % DAY) + DAY) % DAY;
  return [sinceMidnight / HOUR, (sinceMidnight % HOUR) / MINUTE]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/** A creature that died. */
export function presentDead(
  facts: Omit<DeadCreatureFacts, 'credits' | 'missing' | 'payable'>,
): z.output<typeof DeadCreature> {
  const { creature, species, imageUrl, now } = facts;
  const { at, cause } = deathOf(creature);
  return {
    ...presentIdentity(creature, species),
    tier: species.tier,
    family: species.family,
    age_hours: roundToHundredths(ageHours(creature, now)),
    hunger: null,
    happiness: null,
    health: null,
    trust: null,
    discipline: null,
    alive: false,
    cause,
    died_at: iso(at),
    personality_traits: [...creature.personality],
    image_url: imageUrl ?? null,
  };
}

/** The same at a glance. */
export function presentDeadBrief(facts: DeadCreatureFacts): z.output<typeof LateCreature> {
  const { creature, species, now } = facts;
  const { at, cause } = deathOf(creature);
  return {
    ...presentIdentity(creature, species),
    age_hours: roundToHundredths(ageHours(creature, now)),
    alive: false,
    cause,
    died_at: iso(at),
  };
}

/** What it takes to have it back, and until when. */
export function presentResurrectionOffer(facts: DeadCreatureFacts): z.output<typeof ResurrectionOffer> {
  const { creature, credits, now } = facts;
  const closesAt = resurrectionClosesAt(deathOf(creature).at);
  return {
    possible: now <= closesAt,
    cost: resurrectionCost(creature, now),
    credits,
    closes_at: iso(closesAt),
    hours_left: roundToHundredths(Math.max(0, closesAt - now) / HOUR),
  };
}

/** Deaths, at most so many of them. */
export function presentDeaths({ told, more }: ToldDeaths, most = Infinity): DeathsReply {
  if (told.length === 0) return {};
  const left = more + Math.max(0, told.length - most);
  return {
    deaths: told.slice(0, most).map(({ id, name, cause, at, cost, closesAt }) => ({
      creature_id: id,
      name,
      cause,
      died_at: iso(at),
      cost,
      closes_at: iso(closesAt),
    })),
    ...(left > 0 && { more_deaths: left }),
  };
}

/** The most of an agent's living creatures that one reply lists. */
export const MOST_LISTED = 200;

/** How many living creatures a list of the first `MOST_LISTED` leaves out. */
export function presentMore(living: number, listed = MOST_LISTED): { more_creatures?: number } {
  return living > listed ? { more_creatures: living - listed } : {};
}

function deathOf({ died }: DeadCreatureFacts['creature']) {
  if (!died) throw new TypeError('It is not dead.');
  return died;
}
