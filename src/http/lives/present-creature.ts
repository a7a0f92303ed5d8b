import type { z } from 'zod';

import type {
  CompactCreature,
  Creature,
  DeadCreature,
  LateCreature,
  ResurrectionOffer,
} from '../../contract/lives/creature.ts';
import { DAY, HOUR, iso, MINUTE, type Instant } from '../../core/engine/clock.ts';
import { offsetAt } from '../../core/engine/local-time.ts';
import { STATS_AT_BIRTH } from '../../core/lives/creature.ts';
import type { DeathClock } from '../../core/lives/death.ts';
import { ageHours } from '../../core/lives/growth.ts';
import type { Observation } from '../../core/lives/observe.ts';
import { resurrectionCost, resurrectionClosesAt } from '../../core/lives/resurrection.ts';
import { visibleStats, hiddenStats } from '../../core/lives/visible-stats.ts';
import type { DeadCreatureFacts } from '../../core/problem.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Urgency, Mood, Stat } from '../../core/vocabulary.ts';
import type { FoundCreature, LookInResult } from '../../house/lives/look-in.ts';
import { behavior } from '../../voice/lives/behavior.ts';
import { evolutionHint } from '../../voice/lives/evolution-hint.ts';
import { roundToHundredths, roundToTenths } from '../server/reply-parts.ts';

type CreatureReplyFacts = Pick<LookInResult, 'creature' | 'species' | 'observed' | 'imageUrl'>;

/** A living creature, with everything its keeper may know of it. */
export function presentCreature(looked: CreatureReplyFacts): z.output<typeof Creature> {
  const { creature, species, observed, imageUrl } = looked;
  const { shown, feeding, rhythm, asleepUntil } = observed;
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    tier: species.tier,
    family: species.family,
    age_hours: roundToHundredths(observed.ageHours),
    hunger: statOrNull(shown, 'hunger'),
    happiness: statOrNull(shown, 'happiness'),
    health: statOrNull(shown, 'health'),
    trust: statOrNull(shown, 'trust'),
    discipline: statOrNull(shown, 'discipline'),
    hidden_stats: namesOrUndefined(observed.hidden),
    mood: shownMood(observed),
    alive: true,
    personality_traits: [...creature.personality],
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
    sleep_info: asleepUntil && presentSleep(asleepUntil.nightEndsAt, asleepUntil.zone),
    behavior: behavior(looked),
    evolution_progress: presentProgress(looked, observed.progress),
    image_url: imageUrl ?? null,
  };
}

function presentProgress(looked: CreatureReplyFacts, progress: Observation['progress']) {
  const { creature } = looked;
  return {
    // Nobody can tell of a baby yet.
    current_path: creature.stage === 'baby' ? null : progress.path,
    form: progress.form,
    consistency_score: roundToTenths(progress.consistency),
    responsiveness_score: roundToTenths(progress.responsiveness),
    variety_score: roundToTenths(progress.variety),
    hint: creature.stage === 'adult' ? undefined : evolutionHint(looked),
  };
}

/** A living creature at a glance. */
export function presentCompact(found: FoundCreature): z.output<typeof CompactCreature> {
  const { creature, species, observed } = found;
  if (!observed) return presentCompactEgg(found);
  const { shown, feeding } = observed;
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    age_hours: roundToHundredths(observed.ageHours),
    hunger: statOrNull(shown, 'hunger'),
    happiness: statOrNull(shown, 'happiness'),
    health: statOrNull(shown, 'health'),
    trust: statOrNull(shown, 'trust'),
    discipline: statOrNull(shown, 'discipline'),
    hidden_stats: namesOrUndefined(observed.hidden),
    mood: shownMood(observed),
    alive: true,
    feeding_status: feeding.status,
    hours_since_fed: roundToHundredths(feeding.hoursSinceFed),
    next_feeding_window: nextWindow(feeding),
    death_clock: presentDeathClock(observed.deathClock),
  };
}

/** An egg waits: none of its clocks is running. */
function presentCompactEgg({ creature, species }: FoundCreature): z.output<typeof CompactCreature> {
  const shown = visibleStats(species, STATS_AT_BIRTH);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    age_hours: 0,
    hunger: statOrNull(shown, 'hunger'),
    happiness: statOrNull(shown, 'happiness'),
    health: statOrNull(shown, 'health'),
    trust: statOrNull(shown, 'trust'),
    discipline: statOrNull(shown, 'discipline'),
    hidden_stats: hiddenStatNames(shown),
    mood: 'content',
    alive: true,
    feeding_status: 'ok',
    hours_since_fed: 0,
    next_feeding_window: null,
    death_clock: null,
  };
}

interface DeathClockReply {
  hours_without_care: number;
  dies_at: string;
  hours_remaining: number;
  threshold_hours: number;
  urgency: Urgency;
}

export function presentDeathClock(clock: DeathClock): DeathClockReply {
  return {
    hours_without_care: roundToHundredths(clock.hoursWithoutCare),
    dies_at: iso(clock.diesAt),
    hours_remaining: roundToHundredths(clock.hoursRemaining),
    threshold_hours: roundToHundredths(clock.thresholdHours),
    urgency: clock.urgency,
  };
}

/** When it can be fed in time. */
export function nextWindow({ opensAt }: Observation['feeding']): string {
  return opensAt === undefined ? 'open now' : iso(opensAt);
}

/** How a night is told: until when, by the clock on its keeper's wall. */
export function presentSleep(nightEndsAt: Instant, zone: string) {
  return { sleeping: true, sleep_window_end: wallClock(nightEndsAt, zone), timezone_used: zone };
}

/** `06:00`, where the zone is. */
function wallClock(at: Instant, zone: string): string {
  const sinceMidnight = (((at + offsetAt(zone, at)) % DAY) + DAY) % DAY;
  return [sinceMidnight / HOUR, (sinceMidnight % HOUR) / MINUTE]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/** A stat as its keeper may see it: null while it is hidden. */
export function statOrNull(shown: StatChanges, stat: Stat): number | null {
  const value = shown[stat];
  return value === undefined ? null : roundToTenths(value);
}

/** The names of what is hidden, when something is. */
export function namesOrUndefined(hidden: readonly Stat[]): Stat[] | undefined {
  return hidden.length === 0 ? undefined : [...hidden];
}

export function hiddenStatNames(shown: StatChanges): Stat[] | undefined {
  return namesOrUndefined(hiddenStats(shown));
}

/** Its mood follows from its real stats: one that hides any of them keeps its face. */
export function shownMood({ mood, hidden }: Pick<Observation, 'mood' | 'hidden'>): Mood {
  return hidden.length === 0 || mood === 'sleeping' ? mood : 'content';
}

/** One that died, with all that is left to say. */
export function presentDead({
  creature,
  species,
  imageUrl,
  now,
}: Omit<DeadCreatureFacts, 'credits'>): z.output<typeof DeadCreature> {
  const { at, cause } = deathOf(creature);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
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
export function presentDeadBrief({
  creature,
  species,
  now,
}: DeadCreatureFacts): z.output<typeof LateCreature> {
  const { at, cause } = deathOf(creature);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    age_hours: roundToHundredths(ageHours(creature, now)),
    alive: false,
    cause,
    died_at: iso(at),
  };
}

/** What it takes to have it back, and until when. */
export function presentResurrectionOffer({
  creature,
  credits,
  now,
}: DeadCreatureFacts): z.output<typeof ResurrectionOffer> {
  const closesAt = resurrectionClosesAt(deathOf(creature).at);
  return {
    possible: now <= closesAt,
    cost: resurrectionCost(creature, now),
    credits,
    closes_at: iso(closesAt),
    hours_left: roundToHundredths(Math.max(0, closesAt - now) / HOUR),
  };
}

function deathOf({
  died,
}: DeadCreatureFacts['creature']): NonNullable<DeadCreatureFacts['creature']['died']> {
  if (!died) throw new TypeError('It is not dead.');
  return died;
}
