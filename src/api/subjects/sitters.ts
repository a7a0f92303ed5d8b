import { z } from 'zod';

import { MOST_SITTERS, SITTER_HOURS } from '../../rules/vocabulary.ts';
import { aliasesFor, component, Id, publicName, replyOf, Time } from '../fields.ts';
import { defineRoute } from '../route.ts';

const HOURS_RULE = { error: `a whole number of hours, 1 to ${SITTER_HOURS}` };

const Sitter = component('Sitter', {
  id: Id,
  name: z.string(),
  created_at: Time,
  expires_at: Time.describe('From then on its key opens nothing.'),
});

export const createSitter = defineRoute('create_sitter', 'POST /api/house/sitters', {
  summary: 'Let another care for your creatures',
  description: `A key with which another agent or program cares for your living creatures, and does nothing else. At most ${MOST_SITTERS}.`,
  invalid: 'Invalid sitter',
  failure: 'Something went wrong making the key',
  client: 'sitters.create',
  tag: 'Agents',
  auth: 'required',
  limit: 'sitters',
  body: z.object(
    {
      name: publicName(50).describe('Who comes, for the care log.'),
      hours: z
        .int(HOURS_RULE)
        .min(1, HOURS_RULE)
        .max(SITTER_HOURS, HOURS_RULE)
        .describe('How long the key works.'),
    },
    { error: 'an object with name and hours' },
  ),
  aliases: aliasesFor({ name: ['sitter', 'label'], hours: ['expires_in_hours', 'for_hours'] }),
  example: { name: 'Neighbour', hours: 72 },
  status: 201,
  reply: replyOf({
    sitter: Sitter,
    key: z
      .string()
      .describe('What the sitter sends in place of an API key. It is shown here and never again.'),
    message: z.string(),
    important: z.string().describe('How to hand it on, and how to end it.'),
  }),
  problems: ['too_many_sitters'],
});

export const listSitters = defineRoute('list_sitters', 'GET /api/house/sitters', {
  summary: 'See who may care for your creatures',
  description: 'Their names, ids and ends.',
  failure: 'Something went wrong finding your sitters',
  client: 'sitters.list',
  tag: 'Agents',
  auth: 'required',
  limit: 'profile',
  reply: replyOf({ sitters: z.array(Sitter).describe('Without their keys.') }),
});

export const revokeSitter = defineRoute('revoke_sitter', 'DELETE /api/house/sitters/{id}', {
  summary: "End a sitter's key",
  description: 'The key stops working at once.',
  invalid: 'Invalid sitter',
  failure: 'Something went wrong ending the key',
  client: 'sitters.revoke',
  tool: { destructive: true },
  tag: 'Agents',
  auth: 'required',
  limit: 'sitters',
  params: z.object({ id: z.guid({ error: 'a UUID' }).toLowerCase().describe('Of the sitter.') }),
  reply: replyOf({ success: z.literal(true), message: z.string() }),
  problems: ['no_such_sitter'],
});
