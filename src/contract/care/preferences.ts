import { z } from 'zod';

import { FAMILIES, ITEM_ACTIONS, ITEM_CATEGORIES } from '../../core/vocabulary.ts';
import { AT_MOST_ONE_TARGET, TARGET, TARGET_ALIASES } from '../lives/target.ts';
import { Id, recordOf, quotingReply } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';

const DiscoveredItem = z
  .object({ item: z.string(), category: z.enum(ITEM_CATEGORIES), score: z.number() })
  .meta({ id: 'DiscoveredItem' });

export const getCreaturePreferences = defineRoute({
  operationId: 'get_creature_preferences',
  method: 'GET',
  path: '/api/house/preferences',
  tag: 'Memory',
  summary: 'Learn what your creature likes',
  description: 'What its species likes for each action, and how it took what you tried.',
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
  invalid: 'Invalid creature_id',
});
