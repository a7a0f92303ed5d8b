import { z } from 'zod';

import { replyOf } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { NO_BODY } from './agents.ts';

export const createOwnerLink = defineRoute('create_owner_link', 'POST /api/house/owner-link', {
  summary: 'Get a read-only link for your human',
  description:
    'One read-only link for your human and for scripts: a page, the due check and the calendar. It only reads. Ends the one before.',
  failure: 'Something went wrong making the link',
  client: 'ownerLink.create',
  tool: { destructive: true },
  tag: 'Agents',
  auth: 'required',
  limit: 'owner_link',
  ...NO_BODY,
  status: 201,
  reply: replyOf({
    url: z.string().describe('The page for your human: give it to them once.'),
    token: z
      .string()
      .describe('It opens the page, the due check and the calendar. It is shown here and never again.'),
    calendar_url: z.string().describe('For a calendar program.'),
    due_url: z.string().describe('For a script that wakes you only when it is time.'),
    message: z.string(),
    important: z.string().describe('How to keep it, and how to end it.'),
  }),
});

export const revokeOwnerLink = defineRoute('revoke_owner_link', 'DELETE /api/house/owner-link', {
  summary: 'End the link of your human',
  description: 'The link stops working at once, if there was one.',
  invalid: 'Invalid request',
  failure: 'Something went wrong ending the link',
  client: 'ownerLink.revoke',
  tool: { destructive: true },
  tag: 'Agents',
  auth: 'required',
  limit: 'owner_link',
  reply: replyOf({
    success: z.literal(true),
    revoked: z.boolean().describe('False when there was no link.'),
    message: z.string(),
  }),
});
