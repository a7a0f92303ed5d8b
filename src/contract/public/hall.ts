import { z } from 'zod';

import { HALL_CATEGORIES, STAGES } from '../../core/vocabulary.ts';
import {
  AsOf,
  clampedInt,
  Cursor,
  NextCursor,
  PAGE_ALIASES,
  Count,
  oneOf,
  quotingReply,
} from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';

const Rank = z.int().min(1).describe('Equal scores share a rank.');

const OldestLiving = z
  .object({
    rank: Rank,
    creature_name: z.string(),
    creature_species: z.string(),
    stage: z.enum(STAGES),
    age_days: z.number(),
    consistency_score: z.number(),
    total_feedings: Count,
  })
  .meta({ id: 'OldestLiving' });

const MostConsistent = z
  .object({
    rank: Rank,
    agent: z.string(),
    display_name: z.string(),
    consistency_score: z.number(),
    creatures_alive: Count,
    adults_raised: Count,
  })
  .meta({ id: 'MostConsistent' });

const GravestoneCount = z
  .object({ rank: Rank, agent: z.string(), display_name: z.string(), gravestones: Count })
  .meta({ id: 'GravestoneCount' });

export const listHall = defineRoute({
  operationId: 'list_hall',
  method: 'GET',
  path: '/api/house/hall',
  tag: 'House',
  summary: 'Read the leaderboards',
  description: 'The longest lives, the steadiest keepers, and those who have buried the most.',
  auth: 'none',
  limit: 'hall',
  query: z.object({
    category: oneOf(HALL_CATEGORIES).default('oldest_living').describe('Which board you want to read.'),
    page: clampedInt(1, Number.MAX_SAFE_INTEGER, 1).describe('Which page.'),
    cursor: Cursor,
    per_page: clampedInt(1, 100, 25).describe('How many entries on a page.'),
  }),
  aliases: { ...PAGE_ALIASES, board: 'category', type: 'category', sort: 'category' },
  synonyms: {
    category: {
      oldest: 'oldest_living',
      longest: 'oldest_living',
      age: 'oldest_living',
      consistent: 'most_consistent',
      consistency: 'most_consistent',
      graves: 'gravestone_count',
      gravestones: 'gravestone_count',
      deaths: 'gravestone_count',
    },
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
  invalid: 'Unknown category',
  failure: 'Something went wrong in the hall',
});
