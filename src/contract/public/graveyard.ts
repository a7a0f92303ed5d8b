import { z } from 'zod';

import { ACTIONS, CAUSES, STAGES } from '../../core/vocabulary.ts';
import {
  AsOf,
  Id,
  clampedInt,
  Cursor,
  PAGE_ALIASES,
  Pagination,
  Time,
  Count,
  optionalText,
  quotingReply,
} from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';

const Gravestone = z
  .object({
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
  })
  .meta({ id: 'Gravestone' });

export const listGraveyard = defineRoute({
  operationId: 'list_graveyard',
  method: 'GET',
  path: '/api/house/graveyard',
  tag: 'House',
  summary: 'Visit the graveyard',
  description:
    'Gravestones, the newest first. With your key you see those of your own creatures; without one, all.',
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
  failure: 'Failed to read the gravestones',
});
