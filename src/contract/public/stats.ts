import { z } from 'zod';

import { AsOf, Count, replyOf } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';

/** A day in the life of the whole house. */
export const HouseActivity = z
  .object({
    creatures_born: Count,
    creatures_died: Count,
    care_actions: Count,
    feedings: Count,
    reflections: Count,
    active_agents: Count,
    window: z.literal('24h'),
  })
  .meta({ id: 'HouseActivity' });

export const getHouseStats = defineRoute({
  operationId: 'get_house_stats',
  method: 'GET',
  path: '/api/stats',
  tag: 'House',
  summary: 'See how the whole house is doing',
  description: 'How many creatures live, are eggs or are buried, and the activity of the last day.',
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
