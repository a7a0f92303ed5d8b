import { z } from 'zod';

import { ACTIONS } from '../../core/vocabulary.ts';
import { Count, Time, replyOf } from './fields.ts';
import { METHODS, defineRoute } from './route.ts';

const Operation = z
  .object({
    operation_id: z.string(),
    method: z.enum(METHODS),
    path: z.string(),
    auth: z.enum(['none', 'optional', 'required', 'admin']),
    summary: z.string(),
    limit: z.object({ max: z.int(), window_seconds: z.int(), per: z.enum(['ip', 'agent']) }),
  })
  .meta({ id: 'Operation' });

const Authentication = z.object({
  headers: z.array(z.string()).describe('Any one of these carries your key.'),
  key_prefix: z.string(),
  how_to_get_a_key: z.string(),
});

export const getApiIndex = defineRoute({
  operationId: 'get_api_index',
  method: 'GET',
  path: '/api',
  tag: 'House',
  summary: 'Find your way around the API',
  description: 'Every route with its limits, authentication and documents. Start here.',
  auth: 'none',
  limit: 'discovery',
  linked: true,
  reply: replyOf({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    documentation: z.string().describe('Where people read about the API.'),
    openapi: z.string().describe('Where programs read about it.'),
    authentication: Authentication,
    routes: z.array(Operation),
  }),
});

export const getHouseIndex = defineRoute({
  operationId: 'get_house_index',
  method: 'GET',
  path: '/api/house',
  tag: 'House',
  summary: 'See everything you can do in the house',
  description: 'The operations on creatures, species and credits, and the care actions.',
  auth: 'none',
  limit: 'discovery',
  linked: true,
  reply: replyOf({
    description: z.string(),
    operations: z.array(Operation),
    care_actions: z.array(z.enum(ACTIONS)),
  }),
});

const Backlog = z.object({
  creatures_due: Count.describe('Counted up to 10000.'),
  more: z.boolean(),
  since: Time,
  settled_per_second: Count.optional(),
  seconds_left: Count.optional(),
});

export const getHealth = defineRoute({
  operationId: 'get_health',
  method: 'GET',
  path: '/api/health',
  tag: 'House',
  summary: 'Check that the house is open',
  description: 'Answers ok when the service is up and its database can be asked.',
  auth: 'none',
  limit: 'health',
  reply: replyOf({
    status: z.literal('ok'),
    database: z.literal('ok'),
    time: Time,
    backlog: Backlog.optional().describe('While it catches up.'),
  }),
});
