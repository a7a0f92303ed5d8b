import type { NextStep } from '../../src/api/fields.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import type { VisitDeed, WatchedCreature, CareChoice } from '../../src/keeper/choose-action.ts';

const ID = '0197a000-0000-7000-8000-000000000001';

/** A creature that is well and was fed an hour ago. */
export function seen(more: Partial<WatchedCreature> = {}): WatchedCreature {
  return {
    id: ID,
    name: 'Pebble',
    species: 'Housecat',
    tier: 'common',
    family: 'cat',
    stage: 'child',
    age_hours: 30,
    hunger: 95,
    happiness: 90,
    health: 100,
    trust: 90,
    discipline: 0,
    mood: 'happy',
    alive: true,
    keepsakes: 0,
    personality_traits: [],
    feeding_window_hours: 5,
    next_feeding_window: '2030-01-01T13:30:00.000Z',
    hours_since_fed: 1,
    feeding_status: 'ok',
    death_clock: {
      hours_without_care: 1,
      dies_at: '2030-01-02T23:00:00.000Z',
      hours_remaining: 35,
      threshold_hours: 36,
      urgency: 'safe',
    },
    care_rhythm: { average_hours: 12, death_threshold_hours: 36, decay_multiplier: 1, established: false },
    behavior: '',
    evolution_progress: {
      current_path: 'high_care',
      consistency_score: 100,
      responsiveness_score: 100,
      variety_score: 50,
    },
    image_url: null,
    ...more,
  };
}

export const HUNGRY: Partial<WatchedCreature> = {
  next_feeding_window: 'open now',
  hours_since_fed: 3,
  feeding_status: 'due_soon',
};

export const ASLEEP: Partial<WatchedCreature> = {
  mood: 'sleeping',
  sleep_info: { sleeping: true, sleep_window_end: '06:00', timezone_used: 'UTC' },
};

/** A situation without care so far, three hours after the last visit. */
export function situation(creature: Partial<WatchedCreature>, more: Partial<CareChoice> = {}): CareChoice {
  return { creature: seen(creature), steps: [], done: [], aloneHours: 3, fruitless: new Set(), ...more };
}

/** The house suggests an act of care. */
export function advised(action: Action, item?: string, id = ID): NextStep {
  const body = { action, creature_id: id, ...(item !== undefined && { item }) };
  return { action, method: 'POST', endpoint: '/api/house/care', description: '', body };
}

export function did(...actions: readonly Action[]): VisitDeed[] {
  return actions.map((action) => ({ action, taken: 'accepted' }));
}

export function refused(action: Action): VisitDeed {
  return { action, taken: 'refused' };
}
