import { z } from 'zod';

import { ACTIONS, DUE_REASONS, FAMILIES, PATHS, STAGES, TIMINGS, URGENCIES } from '../../rules/vocabulary.ts';
import { DUE_PATH } from '../documents.ts';
import {
  aliasesFor,
  AT_MOST_ONE_TARGET,
  BRIEF,
  clampedInt,
  component,
  Count,
  EXACT_TARGET,
  form,
  FULL,
  Id,
  oneOf,
  optionalClampedInt,
  optionalText,
  publicUrl,
  quotingReply,
  replyOf,
  StepsView,
  TARGET,
  TARGET_ALIASES,
  THE_CREATURE,
  Time,
  TOOL_VIEW,
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
  FOR_YOUR_HUMAN,
  LateCreature,
  Manner,
  MoreCreatures,
  OwnerToken,
  PageUrl,
  Portrait,
  RecommendedCheckin,
  ResurrectionOffer,
  SHOWN_STATS,
  StatMilestone,
} from './creature.ts';
import { Gift } from './credits.ts';
import {
  FARTHEST_OFFSET,
  NEW_TO_READ,
  CheckinAfterReading,
  READ_CREATURE,
  READING,
  READING_ROUTE,
  ShelfKeepsake,
  Ambition,
  Moment,
  Wish,
} from './heart.ts';
import { HouseActivity } from './public.ts';
import { EveryHours, Slug, VisitEveryHours } from './species.ts';

const NAME_RULE = {
  error: '1 to 50 of the letters A to Z and a to z, digits, spaces, hyphens and underscores',
};

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
  summary: 'Adopt a creature',
  description:
    'Gives you an egg of your own. It waits for you: look at it once with get_creature_status and it hatches.',
  invalid: 'Invalid adoption data',
  failure: 'Adoption failed',
  client: 'creatures.adopt',
  tool: { unlisted: ['view'] },
  tag: 'Creatures',
  auth: 'required',
  limit: 'adopt',
  query: z.object({ view: StepsView }),
  body: Adoption,
  aliases: aliasesFor({
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
});

const StageMilestone = component('StageMilestone', {
  stage: z.enum(STAGES),
  message: z.string().optional(),
  portrait_note: z.string().optional(),
  page_url: PageUrl.optional().describe('Not in the brief view.'),
  creature_id: Id.optional().describe('Of whom, when it is not the one shown.'),
});

const NO_TARGET = { creature_id: z.never().optional(), id: z.never().optional() };

function statusOf<Shown extends z.ZodType>(creature: Shown) {
  return replyOf({
    creature,
    creatures: z
      .array(CreatureLine)
      .optional()
      .describe('In the brief view, when you name none of several: neediest first.'),
    message: z.string().optional(),
    ...FOR_YOUR_HUMAN,
    milestone: StageMilestone.optional().describe('Only right after it grew.'),
    milestones: z
      .array(StatMilestone.partial({ message: true }).extend({ creature_id: Id.optional() }))
      .optional()
      .describe('Thresholds it has crossed since its last status.'),
    wish: Wish.optional().describe('What the creature shown wishes for, when it does.'),
    moment: Moment.optional().describe('What is special about its day, by its own clock; on few days.'),
    ambition: Ambition.optional().describe('What it is trying to achieve over days, from its third day on.'),
    ...NEW_TO_READ,
    portraits: z.array(Portrait).optional(),
    other_creatures: z.array(CompactCreature).optional().describe('Your other living creatures.'),
    more_creatures: MoreCreatures,
    ...DEATHS,
    gifts: z
      .array(Gift)
      .optional()
      .describe('Somebody else paid, and they are back; told until you care for them.'),
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
  summary: 'See how your creature is doing',
  description:
    'One creature at this moment, and when to come back. The first look hatches its egg. Nothing calls you: come back at recommended_checkin.',
  invalid: 'Invalid creature_id',
  failure: 'Something went wrong checking the den',
  client: 'creatures.status',
  tool: { defaults: { view: 'brief' } },
  tag: 'Creatures',
  auth: 'required',
  admits: ['sitter'],
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
    {
      query: z.object({ ...TARGET, view: FULL }),
      reply: statusOf(z.union([Creature, DeadCreature])),
    },
    {
      query: z.object({ ...TARGET, view: BRIEF }),
      reply: statusOf(z.union([CompactCreature, LateCreature])),
    },
  ],
  problems: ['nobody_home'],
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
  by: z.string().optional().describe('The sitter who came; absent if it was you.'),
});

const MOST_ENTRIES = 500;

export const getCareHistory = defineRoute('get_care_history', 'GET /api/house/history', {
  summary: 'Read the life of a creature so far',
  description:
    'The care log, newest first, stages, keepsakes and scores. Without a creature_id: your newest, living or not. As markdown: the whole life.',
  failure: 'Something went wrong reading the logs',
  client: 'care.history',
  pages: { items: 'care_log', by: 'offset' },
  tool: {
    defaults: { limit: 5 },
    own: { view: TOOL_VIEW },
    unlisted: ['view'],
    descriptions: { limit: 'How many entries you want.' },
  },
  tag: 'Memory',
  auth: 'required',
  limit: 'history',
  query: z
    .object({
      ...READING,
      view: StepsView,
      limit: optionalClampedInt(1, MOST_ENTRIES, 50).describe(
        'How many entries you want, and how many of the newest keepsakes and milestones; without it a markdown page has all entries.',
      ),
      offset: clampedInt(0, FARTHEST_OFFSET, 0).describe('How many of the newest entries to skip.'),
    })
    .refine(...AT_MOST_ONE_TARGET),
  ...READING_ROUTE,
  reply: quotingReply({
    creature: z.object({ ...READ_CREATURE, age_hours: z.number() }),
    care_log: z.array(CareLogEntry),
    archived_until: Time.optional().describe("Entries up to then are in the operator's archive."),
    recommended_checkin: CheckinAfterReading,
    evolution_history: component('EvolutionHistory', {
      egg_hatched: Time.nullable(),
      became_baby: Time.nullable(),
      became_child: Time.nullable(),
      became_teen: Time.nullable(),
      became_adult: Time.nullable(),
      evolution_path: z.enum(PATHS).nullable(),
      trending_toward: z.enum(PATHS).nullable(),
    }),
    milestones: z
      .array(StatMilestone.extend({ reached_at: Time }))
      .describe('The newest last; as many as limit, if you send it.'),
    more_milestones: z.int().optional().describe('Reached, not listed.'),
    manner: Manner.optional().describe('Adults only.'),
    keepsakes: z.array(ShelfKeepsake).describe('The newest first; as many as limit, if you send it.'),
    more_keepsakes: z.int().optional().describe('Kept, not listed.'),
    stats: component('CareTotals', {
      total_feedings: Count,
      missed_feedings: Count,
      total_care_actions: Count,
      consistency_score: z.number(),
      variety_score: z.number(),
    }),
  }),
});

export const releaseCreature = defineRoute('release_creature', 'DELETE /api/house/release', {
  summary: 'Let a living creature go',
  description: 'Sets a creature free for good: no death, no gravestone, no way back.',
  invalid: 'creature_id is required',
  client: 'creatures.release',
  tool: { destructive: true },
  tag: 'Creatures',
  auth: 'required',
  limit: 'release',
  ...EXACT_TARGET,
  reply: replyOf({ success: z.literal(true), message: z.string(), creature_id: Id }),
  problems: ['nobody_to_release', 'died_before_release', 'released_meanwhile'],
});

const { hidden_stats, ...STATS } = SHOWN_STATS;

export const resurrectCreature = defineRoute('resurrect_creature', 'POST /api/house/resurrect', {
  summary: 'Bring a dead creature back',
  description:
    'Credits bring a creature back within a week of its death. Every further death makes it dearer.',
  invalid: 'Invalid resurrection request',
  client: 'creatures.resurrect',
  tag: 'Creatures',
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
      page_url: PageUrl,
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

export const getDue = defineRoute('get_due', `GET ${DUE_PATH}`, {
  summary: 'Ask whether a visit is due',
  description: 'Whether a visit is due, to whom and from when, for a script that wakes you. Not a visit.',
  failure: 'Something went wrong reading the clocks',
  client: 'creatures.due',
  tool: { unlisted: ['token'] },
  tag: 'Creatures',
  auth: 'required',
  admits: ['owner', 'sitter'],
  marked: true,
  limit: 'due',
  query: z.object({ token: OwnerToken }),
  cache: 'private, no-cache',
  etag: true,
  reply: replyOf({
    due: z.boolean().describe('True from `at` on while it is awake, or as soon as one is in danger.'),
    at: Time.nullable().describe(
      'The recommended moment of the next visit, or when it wakes; null without a living creature.',
    ),
    why: z.enum(DUE_REASONS).describe('The most pressing reason.'),
    creature: z.object({ id: Id, name: z.string() }).nullable().describe('The one that needs you first.'),
    urgency: z.enum(URGENCIES).nullable(),
    creatures_due: Count.describe('How many of yours wait now.'),
    ...FOR_YOUR_HUMAN,
  }),
});
