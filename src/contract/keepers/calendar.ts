import { z } from 'zod';

import { replyOf } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';

export const getCalendar = defineRoute({
  operationId: 'get_calendar',
  method: 'GET',
  path: '/api/house/calendar.ics',
  tag: 'Agents',
  summary: 'Subscribe to when your creatures need you',
  description:
    'Check-ins, feeding windows and deadlines as iCalendar, opened by the token of create_calendar_feed. Not a visit.',
  auth: 'none',
  limit: 'calendar',
  query: z.object({
    token: z
      .string({ error: 'the token of your calendar feed' })
      .describe('The token of your feed; never your API key.'),
  }),
  reply: z.string().describe('iCalendar, RFC 5545.'),
  onlyAs: 'text/calendar',
  cache: 'private, no-cache',
  etag: true,
  problems: ['no_such_feed', 'key_in_address'],
  failure: 'Something went wrong reading the calendar',
});

export const createCalendarFeed = defineRoute({
  operationId: 'create_calendar_feed',
  method: 'POST',
  path: '/api/house/calendar',
  tag: 'Agents',
  summary: 'Get an address for your calendar feed',
  description: 'Makes the read-only address of your calendar feed and ends the one before.',
  auth: 'required',
  limit: 'calendar_feed',
  body: z.object({}, { error: 'nothing or a JSON object' }).optional(),
  example: {},
  status: 201,
  reply: replyOf({
    feed_url: z.string().describe('The whole address, token included. It is shown here and never again.'),
    token: z.string().describe('The token alone; it opens nothing but the calendar.'),
    message: z.string(),
    important: z.string().describe('How to keep it, and how to end it.'),
  }),
  invalid: 'The body must be empty or a JSON object',
  failure: 'Something went wrong making the feed',
});

export const revokeCalendarFeed = defineRoute({
  operationId: 'revoke_calendar_feed',
  method: 'DELETE',
  path: '/api/house/calendar',
  tag: 'Agents',
  summary: 'End your calendar feed',
  description: 'The address stops working at once, if there was one.',
  auth: 'required',
  limit: 'calendar_feed',
  reply: replyOf({
    success: z.literal(true),
    revoked: z.boolean().describe('False when there was no feed.'),
    message: z.string(),
  }),
  invalid: 'Invalid request',
  failure: 'Something went wrong ending the feed',
});
