import { z } from 'zod';

import {
  CAUSES,
  FAMILIES,
  FEEDING_STATUSES,
  FEEDING_WINDOW_STATUSES,
  MILESTONES,
  MOODS,
  PATHS,
  STAGES,
  STATS,
  TIERS,
  URGENCIES,
} from '../../rules/vocabulary.ts';
import { component, Count, Id, recordOf, Time } from '../fields.ts';

const NOT_BRIEF = 'Not in the brief view.';

export const PageUrl = z.string().describe('The page that people can open.');

const visibleStat = (meaning: string) =>
  z.number().nullable().describe(`0 to 100: ${meaning}. Null while the creature hides it.`);

export const SHOWN_STATS = {
  hunger: visibleStat('100 means full, 0 means empty; it falls with time and rises with food'),
  happiness: visibleStat('100 means as happy as can be'),
  health: visibleStat('100 means well, and at 0 it dies'),
  trust: visibleStat('100 means that it trusts you without reserve'),
  discipline: visibleStat('100 means that it knows every rule; this one does not fall with time'),
  hidden_stats: z.array(z.enum(STATS)).optional().describe('The stats it does not show you yet.'),
};

const DeathClock = component('DeathClock', {
  hours_without_care: z.number(),
  dies_at: Time.describe('When it dies without care.'),
  hours_remaining: z.number(),
  threshold_hours: z.number().describe('How long it can go without care.'),
  urgency: z.enum(URGENCIES),
});

export const SleepInfo = component('SleepInfo', {
  sleeping: z.boolean(),
  sleep_window_end: z.string().optional().describe('HH:MM, local to timezone_used.'),
  timezone_used: z.string().optional(),
  wakes_at: Time.optional().describe('When it takes care again.'),
});

export const Portrait = component('Portrait', {
  stage: z.enum(STAGES),
  image_url: z.string(),
  generated_at: Time,
});

export const StatMilestone = component('StatMilestone', {
  type: z.enum(MILESTONES),
  threshold: z.union([z.number(), z.enum(STAGES)]).describe('A number, or the stage of a stage_transition.'),
  message: z.string(),
});

export const IDENTITY = { id: Id, name: z.string(), species: z.string(), stage: z.enum(STAGES) };

const KIND = { tier: z.enum(TIERS), family: z.enum(FAMILIES) };

/** Schema of an adult's manner, a character trait decided by how its keeper cared for it. */
export const Manner = component('Manner', {
  name: z.string(),
  reason: z.string().describe('Why it became so, as it follows "because".'),
});

const NextFeedingWindow = z.union([z.literal('open now'), Time]);

export const Creature = component('Creature', {
  ...IDENTITY,
  ...KIND,
  age_hours: z.number(),
  ...SHOWN_STATS,
  mood: z.enum(MOODS),
  alive: z.literal(true),
  personality_traits: z.array(z.string()),
  manner: Manner.optional().describe('Adults only.'),
  keepsakes: Count.describe('How many it keeps; history has them all.'),
  feeding_window_hours: z.number(),
  next_feeding_window: NextFeedingWindow,
  hours_since_fed: z.number(),
  feeding_status: z.enum(FEEDING_STATUSES),
  death_clock: DeathClock,
  care_rhythm: component('CareRhythm', {
    average_hours: z.number().describe('How often you usually come.'),
    death_threshold_hours: z.number(),
    decay_multiplier: z
      .number()
      .describe('How much faster its stats fall right now than they would in rhythm.'),
    established: z.boolean().describe('False until enough visits have made a rhythm.'),
  }),
  sleep_info: SleepInfo.optional(),
  behavior: z.string(),
  evolution_progress: component('EvolutionProgress', {
    current_path: z.enum(PATHS).nullable().describe('Where it is heading; for an adult, what it became.'),
    form: z.string().optional().describe('The name of what it became; adults only.'),
    consistency_score: z.number(),
    responsiveness_score: z.number(),
    variety_score: z.number(),
    hint: z.string().optional().describe('How to do better; not for adults.'),
  }),
  image_url: z.string().nullable().describe('The latest portrait.'),
  page_url: PageUrl,
});

const DEATH = { age_hours: z.number(), alive: z.literal(false), cause: z.enum(CAUSES), died_at: Time };

export const DeadCreature = component('DeadCreature', {
  ...IDENTITY,
  ...KIND,
  ...DEATH,
  ...recordOf(STATS, z.null().describe('The dead have none.')).shape,
  personality_traits: z.array(z.string()),
  image_url: z.string().nullable(),
  page_url: PageUrl,
});

/** A dead creature in the brief view and in refusals. */
export const LateCreature = component('LateCreature', { ...IDENTITY, ...DEATH });

export const ResurrectionOffer = component('ResurrectionOffer', {
  possible: z.boolean().describe('False once its week is over.'),
  cost: z.int().describe('In credits.'),
  credits: z.int().describe('What you have.'),
  closes_at: Time,
  hours_left: z.number(),
});

export const MoreCreatures = z.int().optional().describe('Living, not listed.');

const Death = component('Death', {
  creature_id: Id,
  name: z.string(),
  cause: z.enum(CAUSES),
  died_at: Time.optional(),
  cost: z.int().optional().describe('Absent once its week is over.'),
  closes_at: Time.optional(),
  page_url: PageUrl.optional().describe(NOT_BRIEF),
});

export const DEATHS = {
  deaths: z
    .array(Death)
    .optional()
    .describe(
      'Since your last visit, or still to be brought back for `cost` until `closes_at`; of these adults first.',
    ),
  more_deaths: z.int().optional(),
};

export const FOR_YOUR_HUMAN = {
  tell_your_human: component('NewsForYourHuman', {
    text: z.string().describe('At most 240 characters, from facts alone.'),
    url: z.string().describe('The page that shows it.'),
    since: Time.describe('What came before was told.'),
    more: z.string().optional().describe('With the news of a week: GET it for the whole week.'),
  })
    .optional()
    .describe('Only when there is news: pass `text` and `url` on as they stand. Each is told once.'),
};

/** For routes that the token of an agent's link opens. */
export const OwnerToken = z
  .string()
  .optional()
  .describe('The token of the link that create_owner_link gave, where no header can be sent.');

/** A creature in the brief view and in lists of siblings. */
export const CompactCreature = component('CompactCreature', {
  ...IDENTITY,
  species: z.string().optional().describe(NOT_BRIEF),
  age_hours: z.number().optional().describe(NOT_BRIEF),
  ...SHOWN_STATS,
  happiness: SHOWN_STATS.happiness.optional(),
  trust: SHOWN_STATS.trust.optional(),
  discipline: SHOWN_STATS.discipline.optional(),
  mood: z.enum(MOODS),
  alive: z.literal(true),
  feeding_status: z.enum(FEEDING_STATUSES),
  hours_since_fed: z.number().optional().describe(NOT_BRIEF),
  next_feeding_window: NextFeedingWindow.optional(),
  death_clock: component('CompactDeathClock', {
    ...DeathClock.partial({ hours_without_care: true, hours_remaining: true, threshold_hours: true }).shape,
  })
    .nullable()
    .describe('Null for an egg.'),
});

export const CreatureLine = component('CreatureLine', {
  id: Id,
  name: z.string(),
  stage: z.literal('egg').optional().describe('Only of an egg: look at it, and it hatches.'),
  hunger: SHOWN_STATS.hunger.optional(),
  health: SHOWN_STATS.health.optional(),
  feeding_status: z.enum(FEEDING_STATUSES).optional(),
  mood: z.enum(MOODS).optional().describe('Unless it is safe.'),
  urgency: z.enum(URGENCIES).nullable().describe('Of its death clock. Null for an egg.'),
  dies_at: Time.nullable()
    .optional()
    .describe('When it dies without care. Not of one that is safe, or of an egg.'),
  checkin_at: Time.nullable()
    .optional()
    .describe('When to come back for this one, where that is not `recommended_checkin.at`. Null for an egg.'),
});

export const CaredForCreature = component('CaredForCreature', {
  ...IDENTITY,
  species: z.string().optional().describe(NOT_BRIEF),
  ...SHOWN_STATS,
  mood: z.enum(MOODS),
  alive: z.boolean(),
});

export const Egg = component('Egg', {
  ...IDENTITY,
  species_key: z.string().describe('The slug of its species.'),
  ...KIND,
  stage: z.literal('egg'),
  age_hours: z.literal(0),
  ...SHOWN_STATS,
  personality: z.string().describe('Its traits, joined by commas.'),
  feeding_window_hours: z.number(),
  egg_hatches_in_minutes: z.number(),
  page_url: PageUrl,
});

export const RecommendedCheckin = component('RecommendedCheckin', {
  creature_id: Id.describe('The one of yours that needs you first.'),
  at: Time.describe('When to visit: most of your creatures can eat on time then, and none is late.'),
  hours_from_now: z.number().describe('From now until `at`; 0 while it is critical, even asleep.'),
  reason: z.string().optional().describe(NOT_BRIEF),
  feeding_window_status: z.enum(FEEDING_WINDOW_STATUSES).optional().describe(NOT_BRIEF),
  cron: z.string().optional().describe(`Five fields, UTC: your local hours, at today's offset. ${NOT_BRIEF}`),
});
