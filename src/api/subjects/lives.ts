import { z } from 'zod';

import { ACTIONS, FAMILIES, PATHS, STAGES, TIMINGS } from '../../rules/vocabulary.ts';
import {
  aliasesFor,
  AT_MOST_ONE_TARGET,
  clampedInt,
  component,
  Count,
  EXACT_TARGET,
  form,
  Id,
  oneOf,
  optionalClampedInt,
  optionalText,
  publicUrl,
  quotingReply,
  replyOf,
  TARGET,
  TARGET_ALIASES,
  THE_CREATURE,
  Time,
  UntrustedFields,
  View,
  VIEW_SYNONYMS,
} from '../fields.ts';
import { defineRoute } from '../route.ts';
import {
  CompactCreature,
  Creature,
  CreatureLine,
  DeadCreature,
  DEATHS,
  Egg,
  LateCreature,
  Manner,
  MoreCreatures,
  Portrait,
  RecommendedCheckin,
  ResurrectionOffer,
  SHOWN_STATS,
  StatMilestone,
} from './creature.ts';
import {
  FARTHEST_OFFSET,
  NEW_TO_READ,
  READ_CREATURE,
  READING,
  READING_ROUTE,
  ShelfKeepsake,
  Wish,
} from './heart.ts';
import { HouseActivity } from './public.ts';
import { EveryHours, Slug, VisitEveryHours } from './species.ts';

const NAME_RULE = { error: '1 to 50 letters, digits, spaces, hyphens or underscores' };

const Adoption = form(
  z.object({
    name: z
      .string(NAME_RULE)
      .regex(/^[A-Za-z0-9 _-]{1,50}$/, { ...NAME_RULE, abort: true })
      .refine((name) => name.trim() !== '', { error: 'more than spaces' })
      .trim()
      .meta({ minLength: 1, maxLength: 50, pattern: '^ *[A-Za-z0-9_-][A-Za-z0-9 _-]*$' })
      .describe('What you will call your creature.'),
    image_prompt: optionalText(500).describe(
      'How it should look; without it, its species and character decide.',
    ),
    image_url: publicUrl(2000)
      .optional()
      .describe('A picture you already have, if you send no image_prompt.'),
    family: oneOf(FAMILIES).optional().describe('The kind you would like; without it, chance decides.'),
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
  call: 'creatures.adopt',
  tag: 'Creatures',
  summary: 'Adopt a creature',
  description:
    'Gives you an egg of your own. It waits for you: look at it once with get_creature_status and it hatches.',
  auth: 'required',
  limit: 'adopt',
  body: Adoption,
  aliases: aliasesFor({
    species_slug: ['species', 'species_key', 'species_name', 'slug', 'breed'],
    name: ['pet_name', 'creature_name'],
    family: ['type', 'kind', 'category'],
    image_prompt: ['prompt', 'appearance'],
  }),
  synonyms: {
    family: aliasesFor({
      cat: ['kitten', 'feline'],
      dog: ['puppy', 'canine'],
      'ai-native': ['ai', 'digital'],
    }),
  },
  example: { name: 'Pebble', family: 'cat' },
  status: 201,
  links: { get_creature_status: THE_CREATURE },
  reply: quotingReply({
    creature: Egg,
    rhythm: component('VisitRhythm', {
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
  invalid: 'Invalid adoption data',
  failure: 'Adoption failed',
});

const StageMilestone = component('StageMilestone', {
  stage: z.enum(STAGES),
  message: z.string(),
  portrait_note: z.string().optional(),
  creature_id: Id.optional().describe('Of whom, when it is not the one shown.'),
});

const NO_TARGET = { creature_id: z.never().optional(), id: z.never().optional() };
const FULL = z.literal('full').optional();
const BRIEF = z.literal('brief');

function statusOf<Shown extends z.ZodType>(creature: Shown) {
  return replyOf({
    creature,
    creatures: z
      .array(CreatureLine)
      .optional()
      .describe('In the brief view, when you name none of several: neediest first.'),
    message: z.string().optional(),
    milestone: StageMilestone.optional().describe('Only right after it grew.'),
    milestones: z.array(StatMilestone).optional().describe('Thresholds it has just crossed.'),
    wish: Wish.optional().describe('What the creature shown wishes for, when it does.'),
    ...NEW_TO_READ,
    portraits: z.array(Portrait).optional(),
    other_creatures: z.array(CompactCreature).optional().describe('Your other living creatures.'),
    more_creatures: MoreCreatures,
    ...DEATHS,
    resurrection: ResurrectionOffer.optional().describe('Only when it is dead.'),
    recommended_checkin: RecommendedCheckin.optional().describe(
      'Of all your creatures; not for one that is dead.',
    ),
    soul_prompt: z.string().optional(),
    house_activity: HouseActivity.optional(),
    untrusted_fields: UntrustedFields.optional(),
    server_time: Time,
  });
}

export const getCreatureStatus = defineRoute('get_creature_status', 'GET /api/house/status', {
  call: 'creatures.status',
  tag: 'Creatures',
  summary: 'See how your creature is doing',
  description:
    'One creature at this moment, and when to come back. The first look hatches its egg. Nothing calls you: come back at recommended_checkin.',
  auth: 'required',
  limit: 'status',
  noHead: true,
  query: z.object({ ...TARGET, view: View }).refine(...AT_MOST_ONE_TARGET),
  aliases: TARGET_ALIASES,
  synonyms: { view: VIEW_SYNONYMS },
  links: {
    care_for_creature: THE_CREATURE,
    get_creature_preferences: THE_CREATURE,
    get_care_history: THE_CREATURE,
    list_letters: THE_CREATURE,
  },
  reply: statusOf(
    z
      .union([Creature, DeadCreature, CompactCreature, LateCreature])
      .describe(
        'Compact in the brief view, which shows the neediest when you name none. Dead only if named.',
      ),
  ),
  replies: [
    { query: z.object({ ...NO_TARGET, view: FULL }), reply: statusOf(Creature) },
    { query: z.object({ ...NO_TARGET, view: BRIEF }), reply: statusOf(CompactCreature) },
    { query: z.object({ ...TARGET, view: FULL }), reply: statusOf(z.union([Creature, DeadCreature])) },
    {
      query: z.object({ ...TARGET, view: BRIEF }),
      reply: statusOf(z.union([CompactCreature, LateCreature])),
    },
  ],
  problems: ['nobody_home'],
  invalid: 'Invalid creature_id',
  failure: 'Something went wrong checking the den',
});

const PastStat = z.number().nullable().describe('Null while the creature hides it.');
const PastHunger = z.number().nullable().describe('100 means full. Null while the creature hides it.');

const CareLogEntry = component('CareLogEntry', {
  timestamp: Time,
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

export const MOST_ENTRIES = 500;

export const getCareHistory = defineRoute('get_care_history', 'GET /api/house/history', {
  call: 'care.history',
  pages: { items: 'care_log', by: 'offset' },
  tag: 'Memory',
  summary: 'Read the life of a creature so far',
  description:
    'The care log, newest first, stages, keepsakes and scores. Without a creature_id: the newest that lives, or else of all. As markdown: the whole life.',
  auth: 'required',
  limit: 'history',
  query: z
    .object({
      ...READING,
      limit: optionalClampedInt(1, MOST_ENTRIES, 50).describe(
        'How many entries you want; without it a markdown page has them all.',
      ),
      offset: clampedInt(0, FARTHEST_OFFSET, 0).describe('How many of the newest entries to skip.'),
    })
    .refine(...AT_MOST_ONE_TARGET),
  ...READING_ROUTE,
  reply: quotingReply({
    creature: z.object({ ...READ_CREATURE, age_hours: z.number() }),
    care_log: z.array(CareLogEntry),
    archived_until: Time.optional().describe("Entries up to then are in the operator's archive."),
    evolution_history: component('EvolutionHistory', {
      egg_hatched: Time.nullable(),
      became_baby: Time.nullable(),
      became_child: Time.nullable(),
      became_teen: Time.nullable(),
      became_adult: Time.nullable(),
      evolution_path: z.enum(PATHS).nullable(),
      trending_toward: z.enum(PATHS).nullable(),
    }),
    milestones: z.array(StatMilestone.extend({ reached_at: Time })),
    manner: Manner.optional().describe('Adults only.'),
    keepsakes: z.array(ShelfKeepsake).describe('The newest first.'),
    stats: component('CareTotals', {
      total_feedings: Count,
      missed_feedings: Count,
      total_care_actions: Count,
      consistency_score: z.number(),
      variety_score: z.number(),
    }),
  }),
  failure: 'Something went wrong reading the logs',
});

export const releaseCreature = defineRoute('release_creature', 'DELETE /api/house/release', {
  call: 'creatures.release',
  tag: 'Creatures',
  summary: 'Let a living creature go',
  description: 'Sets a creature free for good: no death, no gravestone, no way back.',
  auth: 'required',
  limit: 'release',
  ...EXACT_TARGET,
  reply: replyOf({ success: z.literal(true), message: z.string(), creature_id: Id }),
  problems: ['nobody_to_release', 'died_before_release', 'released_meanwhile'],
  invalid: 'creature_id is required',
});

const { hidden_stats, ...STATS } = SHOWN_STATS;

export const resurrectCreature = defineRoute('resurrect_creature', 'POST /api/house/resurrect', {
  call: 'creatures.resurrect',
  tag: 'Creatures',
  summary: 'Bring a dead creature back',
  description:
    'Credits bring a creature back within a week of its death. Every further death makes it dearer.',
  auth: 'required',
  limit: 'resurrect',
  ...EXACT_TARGET,
  links: { get_creature_status: {} },
  reply: quotingReply({
    success: z.literal(true),
    message: z.string(),
    creature: component('ResurrectedCreature', {
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
  invalid: 'Invalid resurrection request',
});
