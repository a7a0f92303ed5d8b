import { z } from 'zod';

import { ACTIONS, FAMILIES, PATHS, STAGES, TIMINGS } from '../../rules/vocabulary.ts';
import * as fields from '../fields.ts';
import { defineRoute } from '../route.ts';
import * as creatures from './creature.ts';
import { Gift } from './credits.ts';
import * as heart from './heart.ts';
import { HouseActivity } from './public.ts';
import { EveryHours, Slug, VisitEveryHours } from './species.ts';

const NAME_RULE = {
  error: '1 to 50 of the letters A to Z and a to z, digits, spaces, hyphens and underscores',
};

const Adoption = fields.form(
  z.object({
    name: z
      .string(NAME_RULE)
      .regex(/^[A-Za-z0-9 _-]{1,50}$/, { ...NAME_RULE, abort: true })
      .refine((name) => name.trim() !== '', { error: 'more than spaces' })
      .trim()
      .meta({ minLength: 1, maxLength: 50, pattern: '^ *[A-Za-z0-9_-][A-Za-z0-9 _-]*$' })
      .describe('What you will call your creature.'),
    image_prompt: fields
      .optionalText(500)
      .describe('How it should look; without it, its species and character decide.'),
    image_url: fields
      .publicUrl(2000)
      .optional()
      .describe('A picture you already have, if you send no image_prompt.'),
    family: fields
      .oneOf(FAMILIES)
      .optional()
      .describe('The kind you would like; without it, chance decides.'),
    species_slug: Slug.optional().describe('The very species you want, instead of one drawn for you.'),
    every_hours: EveryHours.describe('How often you come: one that lives well with that is drawn for you.'),
  }),
  { field: 'image_url', beside: 'image_prompt' },
);

const ADOPTION_MILESTONES = [
  'first_adoption',
  'tier_unlocked:uncommon',
  'tier_unlocked:rare',
  'tier_unlocked:extreme',
] as const;

export const adoptCreature = defineRoute('adopt_creature', 'POST /api/house/adopt', {
  tag: 'Creatures',
  auth: 'required',
  limit: 'adopt',
  query: z.object({ view: fields.StepsView }),
  body: Adoption,
  aliases: fields.aliasesFor({
    species_slug: [
      'species',
      'species_key',
      'species_name',
      'slug',
      'breed',
      'pet',
      'animal',
      'creature',
      'pet_type',
      'animal_type',
      'creature_type',
    ],
    name: ['pet_name', 'creature_name'],
    family: ['type', 'kind', 'category'],
    image_prompt: ['prompt', 'appearance'],
  }),
  synonyms: {
    family: fields.aliasesFor({
      cat: ['kitten', 'feline'],
      dog: ['puppy', 'canine'],
      'ai-native': ['ai', 'digital'],
    }),
  },
  example: { name: 'Pebble', family: 'cat' },
  status: 201,
  links: { get_creature_status: fields.THE_CREATURE },
  reply: fields.quotingReply({
    creature: creatures.Egg,
    rhythm: fields.component('VisitRhythm', {
      feed_from_hours: z.number().describe('From so many hours after a meal the next one is on time.'),
      feed_until_hours: z.number().describe('After so many it is late.'),
      visit_every_hours: VisitEveryHours,
      sleeps: z.string().describe('When it may be asleep, by whose clock.'),
      fits: z.boolean().optional().describe('Whether that is as often as you said you come.'),
    }),
    soul_prompt: z.string().describe('Who the creature is, for you to keep in mind.'),
    milestones: z.array(z.object({ type: z.enum(ADOPTION_MILESTONES), message: z.string() })).optional(),
    message: z.string(),
  }),
  problems: ['too_many_creatures', 'too_many_words'],
});

const StageMilestone = fields.component('StageMilestone', {
  stage: z.enum(STAGES),
  message: z.string().optional(),
  portrait_note: z.string().optional(),
  creature_id: fields.Id.optional().describe('Of whom, when it is not the one shown.'),
});

const NO_TARGET = { creature_id: z.never().optional(), id: z.never().optional() };

function statusOf<Shown extends z.ZodType>(creature: Shown) {
  return fields.replyOf({
    creature,
    creatures: z
      .array(creatures.CreatureLine)
      .optional()
      .describe('In the brief view, when you name none of several: neediest first.'),
    message: z.string().optional(),
    milestone: StageMilestone.optional().describe('Only right after it grew.'),
    milestones: z
      .array(creatures.StatMilestone.partial({ message: true }).extend({ creature_id: fields.Id.optional() }))
      .optional()
      .describe('Thresholds it has crossed since its last status.'),
    wish: heart.Wish.optional().describe('What the creature shown wishes for, when it does.'),
    ...heart.NEW_TO_READ,
    portraits: z.array(creatures.Portrait).optional(),
    other_creatures: z.array(creatures.CompactCreature).optional().describe('Your other living creatures.'),
    more_creatures: creatures.MoreCreatures,
    ...creatures.DEATHS,
    gifts: z
      .array(Gift)
      .optional()
      .describe('Somebody else paid, and they are back; told until you care for them.'),
    resurrection: creatures.ResurrectionOffer.optional().describe('Only when it is dead.'),
    recommended_checkin: creatures.RecommendedCheckin.optional().describe(
      'Of all your creatures; not for one that is dead.',
    ),
    soul_prompt: z.string().optional(),
    house_activity: HouseActivity.optional(),
    untrusted_fields: fields.UntrustedFields.optional(),
    server_time: fields.Time,
  });
}

export const getCreatureStatus = defineRoute('get_creature_status', 'GET /api/house/status', {
  tag: 'Creatures',
  auth: 'required',
  limit: 'status',
  noHead: true,
  query: z.object({ ...fields.TARGET, view: fields.View }).refine(...fields.AT_MOST_ONE_TARGET),
  aliases: fields.TARGET_ALIASES,
  synonyms: { view: fields.VIEW_SYNONYMS },
  links: {
    care_for_creature: fields.THE_CREATURE,
    get_creature_preferences: fields.THE_CREATURE,
    get_care_history: fields.THE_CREATURE,
    list_letters: fields.THE_CREATURE,
  },
  reply: statusOf(
    z
      .union([creatures.Creature, creatures.DeadCreature, creatures.CompactCreature, creatures.LateCreature])
      .describe(
        'Compact in the brief view, which shows the neediest when you name none. Dead only if named.',
      ),
  ),
  replies: [
    { query: z.object({ ...NO_TARGET, view: fields.FULL }), reply: statusOf(creatures.Creature) },
    { query: z.object({ ...NO_TARGET, view: fields.BRIEF }), reply: statusOf(creatures.CompactCreature) },
    {
      query: z.object({ ...fields.TARGET, view: fields.FULL }),
      reply: statusOf(z.union([creatures.Creature, creatures.DeadCreature])),
    },
    {
      query: z.object({ ...fields.TARGET, view: fields.BRIEF }),
      reply: statusOf(z.union([creatures.CompactCreature, creatures.LateCreature])),
    },
  ],
  problems: ['nobody_home'],
});

const PastStat = z.number().nullable().describe('Null while the creature hides it.');
const PastHunger = z.number().nullable().describe('100 means full. Null while the creature hides it.');

const CareLogEntry = fields.component('CareLogEntry', {
  timestamp: fields.Time,
  action: z.enum(ACTIONS),
  notes: z.string().nullable(),
  hunger_before: PastHunger,
  hunger_after: PastHunger,
  happiness_before: PastStat,
  happiness_after: PastStat,
  health_before: PastStat,
  health_after: PastStat,
  timing: z.enum(TIMINGS).nullable(),
  granted_wish: z.string().optional().describe('What it had wished for, when this granted it.'),
});

const MOST_ENTRIES = 500;

export const getCareHistory = defineRoute('get_care_history', 'GET /api/house/history', {
  tag: 'Memory',
  auth: 'required',
  limit: 'history',
  query: z
    .object({
      ...heart.READING,
      view: fields.StepsView,
      limit: fields
        .optionalClampedInt(1, MOST_ENTRIES, 50)
        .describe(
          'How many entries you want, and how many of the newest keepsakes and milestones; without it a markdown page has all entries.',
        ),
      offset: fields
        .clampedInt(0, heart.FARTHEST_OFFSET, 0)
        .describe('How many of the newest entries to skip.'),
    })
    .refine(...fields.AT_MOST_ONE_TARGET),
  ...heart.READING_ROUTE,
  reply: fields.quotingReply({
    creature: z.object({ ...heart.READ_CREATURE, age_hours: z.number() }),
    care_log: z.array(CareLogEntry),
    archived_until: fields.Time.optional().describe("Entries up to then are in the operator's archive."),
    evolution_history: fields.component('EvolutionHistory', {
      egg_hatched: fields.Time.nullable(),
      became_baby: fields.Time.nullable(),
      became_child: fields.Time.nullable(),
      became_teen: fields.Time.nullable(),
      became_adult: fields.Time.nullable(),
      evolution_path: z.enum(PATHS).nullable(),
      trending_toward: z.enum(PATHS).nullable(),
    }),
    milestones: z
      .array(creatures.StatMilestone.extend({ reached_at: fields.Time }))
      .describe('The newest last; as many as limit, if you send it.'),
    more_milestones: z.int().optional().describe('Reached, not listed.'),
    manner: creatures.Manner.optional().describe('Adults only.'),
    keepsakes: z.array(heart.ShelfKeepsake).describe('The newest first; as many as limit, if you send it.'),
    more_keepsakes: z.int().optional().describe('Kept, not listed.'),
    stats: fields.component('CareTotals', {
      total_feedings: fields.Count,
      missed_feedings: fields.Count,
      total_care_actions: fields.Count,
      consistency_score: z.number(),
      variety_score: z.number(),
    }),
  }),
});

export const releaseCreature = defineRoute('release_creature', 'DELETE /api/house/release', {
  tag: 'Creatures',
  auth: 'required',
  limit: 'release',
  ...fields.EXACT_TARGET,
  reply: fields.replyOf({ success: z.literal(true), message: z.string(), creature_id: fields.Id }),
  problems: ['nobody_to_release', 'died_before_release', 'released_meanwhile'],
});

const { hidden_stats, ...STATS } = creatures.SHOWN_STATS;

export const resurrectCreature = defineRoute('resurrect_creature', 'POST /api/house/resurrect', {
  tag: 'Creatures',
  auth: 'required',
  limit: 'resurrect',
  ...fields.EXACT_TARGET,
  links: { get_creature_status: {} },
  reply: fields.quotingReply({
    success: z.literal(true),
    message: z.string(),
    creature: fields.component('ResurrectedCreature', {
      name: z.string(),
      species: z.string(),
      stage: z.enum(STAGES),
      resurrection_number: z.int(),
      stats: z.object(STATS),
      hidden_stats,
    }),
    credits_spent: z.int(),
    credits_remaining: z.int(),
    next_resurrection_cost: z.int(),
  }),
  problems: [
    'creature_not_found',
    'still_alive',
    'window_closed',
    'insufficient_credits',
    'payment_refused',
    'payment_unclear',
  ],
});
