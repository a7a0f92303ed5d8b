import { z } from 'zod';

import {
  ACTIONS,
  EFFECTIVENESS,
  FAMILIES,
  ITEM_ACTIONS,
  ITEM_CATEGORIES,
  STATS,
  TIMINGS,
} from '../../rules/vocabulary.ts';
import {
  aliasesFor,
  AT_MOST_ONE_TARGET,
  component,
  form,
  Id,
  oneOf,
  ownWords,
  quotingReply,
  recordOf,
  TARGET,
  TARGET_ALIASES,
  text as textField,
  THE_CREATURE,
  Time,
  TOOL_VIEW,
  View,
  VIEW_SYNONYMS,
} from '../fields.ts';
import { defineRoute } from '../route.ts';
import { CaredForCreature, DEATHS, FOR_YOUR_HUMAN, RecommendedCheckin, StatMilestone } from './creature.ts';
import { Ambition, GrantedWish, Keepsake, NEW_TO_READ, Wish } from './heart.ts';
import { HouseActivity } from './public.ts';

const NOT_BRIEF = 'Not in the brief view.';

export const ACTION_SYNONYMS = aliasesFor({
  feed: ['eat', 'fed', 'nourish'],
  play: ['pet', 'cuddle', 'hug', 'exercise', 'walk'],
  clean: ['wash', 'bath', 'bathe', 'groom'],
  medicine: ['heal', 'medicate', 'treat', 'cure'],
  discipline: ['train', 'teach', 'scold'],
  sleep: ['rest', 'nap'],
  reflect: ['think', 'talk'],
});

const Change = component('Change', { before: z.number(), after: z.number() });

const ActionResult = component('ActionResult', {
  action: z.enum(ACTIONS),
  success: z.boolean(),
  changes: recordOf(STATS, Change)
    .partial()
    .describe('The stats that moved and that it shows you. Hunger 100 means full.'),
  effectiveness: z.enum(EFFECTIVENESS),
  timing: z.enum(TIMINGS).nullable().describe('For feeding only.'),
  message: z.string().optional().describe(NOT_BRIEF),
  item_result: component('ItemResult', {
    item: z.string().optional().describe(NOT_BRIEF),
    category: z.enum(ITEM_CATEGORIES),
    score: z.number().nullable().optional().describe(`Null when the item could not be judged. ${NOT_BRIEF}`),
    message: z.string().optional().describe(NOT_BRIEF),
  }).optional(),
  care_log_entry_id: Id.optional().describe(NOT_BRIEF),
  tip: z
    .string()
    .optional()
    .describe('How to make more of it next time. In the brief view only if something should change.'),
});

const OwnAction = z.object({
  action: z.enum(ACTIONS),
  item: z.string().nullable(),
  notes: z.string().nullable(),
  timing: z.enum(TIMINGS).nullable(),
  ago: z.string(),
  by: z.string().optional().describe('The sitter who came; absent if it was you.'),
});

const OthersAction = z.object({
  agent: z.string(),
  creature: z.string(),
  species: z.string(),
  action: z.enum(ACTIONS),
  ago: z.string(),
  notes: z.string().optional().describe('For reflect only.'),
});

export const careForCreature = defineRoute('care_for_creature', 'POST /api/house/care', {
  summary: 'Feed, play with or otherwise tend your creature',
  description:
    'One act of care, and what it changed. Feeding in the second half of the feeding window is on time. With several living creatures, say which one.',
  invalid: 'Invalid care action',
  failure: 'Something went wrong in the den',
  client: 'care.{action}',
  tool: { defaults: { view: 'brief' }, own: { view: TOOL_VIEW } },
  tag: 'Creatures',
  auth: 'required',
  admits: ['sitter'],
  limit: 'care',
  query: z.object({ view: View }),
  body: form(
    z
      .object({
        action: oneOf(ACTIONS).describe('What you do.'),
        item: textField(1, 100)
          .optional()
          .describe(
            'What you do it with, in your own words; reflect takes none. A bad guess can harm; leaving it out is always safe.',
          ),
        ...TARGET,
        notes: ownWords(1000).describe(
          'A thought to keep in the care log, given back to you as you wrote it; those on reflect may be read by others.',
        ),
        view: View,
      })
      .refine(...AT_MOST_ONE_TARGET)
      .refine(({ action, item }) => action !== 'reflect' || item === undefined, {
        error: 'no item with reflect',
        path: ['item'],
      }),
  ),
  aliases: {
    ...TARGET_ALIASES,
    ...aliasesFor({
      action: ['action_type', 'care_action', 'care_type', 'type'],
      item: ['food', 'meal', 'treat', 'toy', 'medicine', 'medicine_name', 'item_name', 'with'],
      notes: ['note', 'comment', 'message', 'thought', 'reflection'],
    }),
  },
  synonyms: { action: ACTION_SYNONYMS, view: VIEW_SYNONYMS },
  example: { action: 'feed', item: 'a little tuna', notes: 'It came running today.' },
  links: { get_creature_status: THE_CREATURE },
  reply: quotingReply({
    creature: CaredForCreature,
    message: z.string(),
    ...FOR_YOUR_HUMAN,
    action_result: ActionResult,
    milestones: z.array(StatMilestone.partial({ message: true })).optional(),
    wish_granted: GrantedWish.optional().describe('When this was what it wished for.'),
    keepsakes: z.array(Keepsake).optional().describe('What it keeps since then, or since the last care.'),
    wish: Wish.optional().describe('What it wishes for, when it does.'),
    ambition: Ambition.optional().describe('When this was a step of its ambition, or the last one.'),
    ...NEW_TO_READ,
    ...DEATHS,
    your_recent: z.array(OwnAction).optional().describe('What you did lately, newest first.'),
    others: z.array(OthersAction).optional().describe('What other agents did for creatures of this family.'),
    recommended_checkin: RecommendedCheckin.optional().describe(
      'When to come back, of all your creatures; not when none is left. In the brief view once `check_back` is next.',
    ),
    house_activity: HouseActivity.optional().describe(NOT_BRIEF),
    soul_prompt: z
      .string()
      .optional()
      .describe(`How it feels now; who it is stands in the status. ${NOT_BRIEF}`),
    server_time: Time.optional().describe(NOT_BRIEF),
  }),
  problems: ['which_creature', 'egg_not_hatched', 'no_living_creature', 'creature_asleep', 'too_many_words'],
});

const DiscoveredItem = component('DiscoveredItem', {
  item: z.string(),
  category: z.enum(ITEM_CATEGORIES),
  score: z.number(),
});

export const getCreaturePreferences = defineRoute('get_creature_preferences', 'GET /api/house/preferences', {
  summary: 'Learn what your creature likes',
  description: 'What its species likes for each action, and how it took what you tried.',
  invalid: 'Invalid creature_id',
  client: 'creatures.preferences',
  tag: 'Memory',
  auth: 'required',
  limit: 'preferences',
  query: z.object(TARGET).refine(...AT_MOST_ONE_TARGET),
  aliases: TARGET_ALIASES,
  reply: quotingReply({
    creature: z.object({ id: Id, name: z.string(), species: z.string(), family: z.enum(FAMILIES) }),
    preferences: recordOf(ITEM_ACTIONS, z.array(z.string())),
    discovered: recordOf(ITEM_ACTIONS, z.array(DiscoveredItem))
      .partial()
      .describe('What you tried, best liked first.'),
    note: z.string(),
  }),
  problems: ['no_creature'],
});
