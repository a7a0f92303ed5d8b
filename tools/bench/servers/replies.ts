const AT = '2026-03-01T12:00:00.000Z';

/** As large as the reply of /api/health, so that both can be held against the same bare server. */
export const SMALL_REPLY = { status: 'ok', database: 'ok', time: AT };

/** About as large as a full status, 3 KB of names, numbers, moments and sentences. */
export const LARGE_REPLY = {
  creature: {
    id: '0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10',
    name: 'Biscuit',
    species: { slug: 'housecat', name: 'Housecat', family: 'feline', tier: 'common' },
    stage: 'adult',
    mood: 'content',
    alive: true,
    asleep: false,
    hunger: 71.5,
    happiness: 88,
    health: 100,
    trust: 64.25,
    discipline: 40,
    personality: ['curious', 'stubborn', 'early riser'],
    born_at: AT,
    hatched_at: AT,
    last_fed_at: AT,
    last_visited_at: AT,
    death_clock: {
      hours_without_care: 3.4,
      dies_at: AT,
      hours_remaining: 32.6,
      threshold_hours: 36,
      urgency: 'calm',
    },
    care_rhythm: { average_hours: 5.2, death_threshold_hours: 36, decay_multiplier: 1, established: true },
    feeding: {
      status: 'hungry_soon',
      opens_at: AT,
      closes_at: AT,
      favourite: 'salmon',
      disliked: ['cabbage', 'dry toast'],
    },
    sleep: { asleep: false, falls_asleep_at: AT, wakes_at: AT, timezone: 'Europe/Berlin' },
  },
  message:
    'Biscuit looks up, decides that you are worth the trouble, and comes over to lean against your hand.',
  portraits: ['egg', 'hatchling', 'juvenile', 'adult'].map((stage) => ({
    stage,
    url: '/portraits/0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10.png',
    painted_at: AT,
  })),
  other_creatures: ['Pebble', 'Moth', 'Juniper'].map((name) => ({
    id: '7be1d9a2-52f7-4c17-8a34-5d6e4c3b2a19',
    name,
    species: 'housecat',
    stage: 'juvenile',
    mood: 'restless',
    hunger: 41,
    happiness: 60,
    health: 92,
    trust: 55,
    discipline: 20,
    dies_at: AT,
  })),
  recommended_checkin: {
    at: AT,
    hours_from_now: 2.5,
    reason: 'Its feeding window opens then, and it eats best at the start of it.',
    feeding_window_status: 'not_yet',
  },
  soul_prompt:
    'You keep a cat called Biscuit, who trusts you more than it did last week and would like to be asked before being picked up.',
  untrusted_fields: ['/creature/name', '/other_creatures/0/name', '/other_creatures/1/name'],
  server_time: AT,
  next_steps: ['feed', 'play', 'clean', 'talk'].map((action) => ({
    action,
    method: 'POST',
    endpoint: '/api/house/care',
    description: 'Care actions are one call: name the action in its body.',
    body: { action, creature_id: '0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10' },
  })),
};
