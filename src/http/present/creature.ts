import type { z } from 'zod';

import type { CompactCreature, Creature } from '../../contract/creature.ts';
import { STATS_AT_BIRTH } from '../../core/creature.ts';
import type { Observed } from '../../core/observe.ts';
import { shownStats } from '../../core/reveal.ts';
import type { Found, LookedIn } from '../../house/look-in.ts';
import { behavior } from '../../voice/behavior.ts';
import { evolutionHint } from '../../voice/hints.ts';
import { nextWindow, presentDeathClock, presentSleep } from './clocks.ts';
import { hundredths, tenths } from './numbers.ts';
import { hiddenIn, moodShown, namesOf, shownOf } from './stats.ts';

type Looked = Pick<LookedIn, 'creature' | 'species' | 'observed' | 'imageUrl'>;

/** A living creature, with everything its keeper may know of it. */
export function presentCreature(looked: Looked): z.output<typeof Creature> {
  const { creature, species, observed, imageUrl } = looked;
  const { shown, feeding, rhythm, asleepUntil } = observed;
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    tier: species.tier,
    family: species.family,
    age_hours: hundredths(observed.ageHours),
    hunger: shownOf(shown, 'hunger'),
    happiness: shownOf(shown, 'happiness'),
    health: shownOf(shown, 'health'),
    trust: shownOf(shown, 'trust'),
    discipline: shownOf(shown, 'discipline'),
    hidden_stats: namesOf(observed.hidden),
    mood: moodShown(observed),
    alive: true,
    personality_traits: [...creature.personality],
    feeding_window_hours: hundredths(species.feedingWindowHours),
    next_feeding_window: nextWindow(feeding),
    hours_since_fed: hundredths(feeding.hoursSinceFed),
    feeding_status: feeding.status,
    death_clock: presentDeathClock(observed.deathClock),
    care_rhythm: {
      average_hours: hundredths(rhythm.averageHours),
      death_threshold_hours: hundredths(rhythm.thresholdHours),
      decay_multiplier: hundredths(rhythm.multiplier),
      established: rhythm.established,
    },
    sleep_info: asleepUntil && presentSleep(asleepUntil.nightEndsAt, asleepUntil.zone),
    behavior: behavior(looked),
    evolution_progress: presentProgress(looked, observed.progress),
    image_url: imageUrl ?? null,
  };
}

function presentProgress(looked: Looked, progress: Observed['progress']) {
  const { creature } = looked;
  return {
    // Nobody can tell of a baby yet.
    current_path: creature.stage === 'baby' ? null : progress.path,
    form: progress.form,
    consistency_score: tenths(progress.consistency),
    responsiveness_score: tenths(progress.responsiveness),
    variety_score: tenths(progress.variety),
    hint: creature.stage === 'adult' ? undefined : evolutionHint(looked),
  };
}

/** A living creature at a glance. */
export function presentCompact(found: Found): z.output<typeof CompactCreature> {
  const { creature, species, observed } = found;
  if (!observed) return presentSiblingEgg(found);
  const { shown, feeding } = observed;
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    age_hours: hundredths(observed.ageHours),
    hunger: shownOf(shown, 'hunger'),
    happiness: shownOf(shown, 'happiness'),
    health: shownOf(shown, 'health'),
    trust: shownOf(shown, 'trust'),
    discipline: shownOf(shown, 'discipline'),
    hidden_stats: namesOf(observed.hidden),
    mood: moodShown(observed),
    alive: true,
    feeding_status: feeding.status,
    hours_since_fed: hundredths(feeding.hoursSinceFed),
    next_feeding_window: nextWindow(feeding),
    death_clock: presentDeathClock(observed.deathClock),
  };
}

/** An egg waits: none of its clocks is running. */
function presentSiblingEgg({ creature, species }: Found): z.output<typeof CompactCreature> {
  const shown = shownStats(species, STATS_AT_BIRTH);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    age_hours: 0,
    hunger: shownOf(shown, 'hunger'),
    happiness: shownOf(shown, 'happiness'),
    health: shownOf(shown, 'health'),
    trust: shownOf(shown, 'trust'),
    discipline: shownOf(shown, 'discipline'),
    hidden_stats: hiddenIn(shown),
    mood: 'content',
    alive: true,
    feeding_status: 'ok',
    hours_since_fed: 0,
    next_feeding_window: null,
    death_clock: null,
  };
}
