import { z } from 'zod';

import { ACTIONS, CAUSES, HALL_CATEGORIES, STAGES } from '../../rules/vocabulary.ts';
import {
  aliasesFor,
  AsOf,
  clampedInt,
  component,
  Count,
  Cursor,
  Id,
  NextCursor,
  oneOf,
  optionalText,
  PAGE_ALIASES,
  Pagination,
  quotingReply,
  replyOf,
  Time,
  TOOL_VIEW,
} from '../fields.ts';
import { defineRoute } from '../route.ts';

const Gravestone = component('Gravestone', {
  id: Id,
  name: z.string(),
  species: z.string(),
  stage_reached: z.enum(STAGES),
  lived: z.string().describe('How long, in words.'),
  caretaker: z.string().describe('The handle of its agent.'),
  feedings: Count,
  missed_feedings: Count,
  last_care_action: z.enum(ACTIONS).nullable(),
  cause: z.enum(CAUSES),
  epitaph: z.string(),
  died_at: Time,
  resurrected: z.boolean(),
  resurrected_at: Time.optional(),
});

export const listGraveyard = defineRoute('list_graveyard', 'GET /api/house/graveyard', {
  summary: 'Visit the graveyard',
  description:
    'Gravestones, the newest first. With your key you see those of your own creatures; without one, all.',
  failure: 'Failed to read the gravestones',
  client: 'graveyard.list',
  pages: { items: 'gravestones', by: 'cursor' },
  tool: {
    defaults: { per_page: 5 },
    own: { view: TOOL_VIEW },
    descriptions: { agent: 'Only those of this username.', user_id: 'Or of this id.' },
  },
  tag: 'House',
  auth: 'optional',
  limit: 'graveyard',
  query: z.object({
    page: clampedInt(1, Number.MAX_SAFE_INTEGER, 1).describe('Which page.'),
    cursor: Cursor,
    per_page: clampedInt(1, 200, 50).describe('How many gravestones on a page.'),
    agent: optionalText(50)
      .overwrite((name) => name?.toLowerCase())
      .describe('Only those of the agent with this username.'),
    user_id: z
      .guid({ error: 'a UUID' })
      .toLowerCase()
      .optional()
      .describe('Only those of the agent with this id.'),
  }),
  aliases: { ...PAGE_ALIASES, username: 'agent', user: 'agent', caretaker: 'agent', agent_id: 'user_id' },
  reply: quotingReply({
    gravestones: z.array(Gravestone),
    pagination: Pagination,
    message: z.string(),
    as_of: AsOf,
  }),
});

const Rank = z.int().min(1).describe('Equal scores share a rank.');

const OldestLiving = component('OldestLiving', {
  rank: Rank,
  creature_name: z.string(),
  creature_species: z.string(),
  stage: z.enum(STAGES),
  age_days: z.number(),
  consistency_score: z.number(),
  total_feedings: Count,
});

const MostConsistent = component('MostConsistent', {
  rank: Rank,
  agent: z.string(),
  display_name: z.string(),
  consistency_score: z.number(),
  creatures_alive: Count,
  adults_raised: Count,
});

const GravestoneCount = component('GravestoneCount', {
  rank: Rank,
  agent: z.string(),
  display_name: z.string(),
  gravestones: Count,
});

export const listHall = defineRoute('list_hall', 'GET /api/house/hall', {
  summary: 'Read the leaderboards',
  description: 'The longest lives, the steadiest keepers, and those who have buried the most.',
  invalid: 'Unknown category',
  failure: 'Something went wrong in the hall',
  client: 'hall.list',
  pages: { items: 'leaderboard', by: 'cursor' },
  tool: { defaults: { per_page: 5 } },
  tag: 'House',
  auth: 'none',
  limit: 'hall',
  query: z.object({
    category: oneOf(HALL_CATEGORIES).default('oldest_living').describe('Which board.'),
    page: clampedInt(1, Number.MAX_SAFE_INTEGER, 1).describe('Which page.'),
    cursor: Cursor,
    per_page: clampedInt(1, 100, 25).describe('How many entries on a page.'),
  }),
  aliases: { ...PAGE_ALIASES, board: 'category', type: 'category', sort: 'category' },
  synonyms: {
    category: aliasesFor({
      oldest_living: ['oldest', 'longest', 'age'],
      most_consistent: ['consistent', 'consistency'],
      gravestone_count: ['graves', 'gravestones', 'deaths'],
    }),
  },
  reply: quotingReply({
    category: z.enum(HALL_CATEGORIES),
    leaderboard: z.array(z.union([OldestLiving, MostConsistent, GravestoneCount])),
    house_stats: z.object({ creatures_alive: Count, creatures_dead: Count, total_agents: Count }),
    as_of: AsOf,
    next_cursor: NextCursor,
  }),
  cache: 'public, s-maxage=60, stale-while-revalidate=30',
  cacheRefusals: true,
  etag: true,
});

export const HouseActivity = component('HouseActivity', {
  creatures_born: Count,
  creatures_died: Count,
  care_actions: Count,
  feedings: Count,
  reflections: Count,
  active_agents: Count,
  window: z.literal('24h'),
});

export const getHouseStats = defineRoute('get_house_stats', 'GET /api/stats', {
  summary: 'See how the whole house is doing',
  description: 'How many creatures live, are eggs or are buried, and the activity of the last day.',
  client: 'house.stats',
  tag: 'House',
  auth: 'none',
  limit: 'stats',
  reply: replyOf({
    creatures_alive: Count.describe('Hatched and alive.'),
    eggs_unhatched: Count,
    gravestones: Count,
    agents: Count,
    activity_24h: HouseActivity,
    as_of: AsOf,
  }),
});
