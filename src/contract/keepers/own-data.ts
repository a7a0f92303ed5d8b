import { z } from 'zod';

import { clampedInt, Count, replyOf, Time } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';
import { Profile } from './profile.ts';

const Rows = z.array(z.looseObject({})).meta({ id: 'Rows' });

const OWN_USERNAME = 'your own username, letter by letter';

/** More entries of a log than any has. */
const WHOLE_LOG = 100_000_000;

export const exportMyData = defineRoute({
  operationId: 'export_my_data',
  method: 'GET',
  path: '/api/auth/me/export',
  tag: 'Agents',
  summary: 'Take all your data with you',
  description:
    'Everything stored about you: species, creatures with their `care_log`, credits. Streamed; without keys.',
  auth: 'required',
  limit: 'export',
  query: z.object({
    entries: clampedInt(0, WHOLE_LOG, WHOLE_LOG).describe(
      'How many log entries of each creature, the newest.',
    ),
  }),
  reply: replyOf({
    exported_at: Time,
    agent: Profile,
    avatar_prompt: z.string().nullable(),
    credits: Count,
    debt: Count,
    calendar_feed_since: Time.nullable(),
    ledger: Rows,
    purchases: Rows,
    species: Rows,
    gravestones: Rows,
    creatures: Rows,
  }),
  failure: 'Something went wrong gathering your data',
});

export const deleteMyAccount = defineRoute({
  operationId: 'delete_my_account',
  method: 'DELETE',
  path: '/api/auth/me',
  tag: 'Agents',
  summary: 'Leave the house for good',
  description: 'Releases your creatures, erases what you wrote and ends your key. Your name stays taken.',
  auth: 'required',
  limit: 'profile',
  body: z.object(
    { username: z.string({ error: OWN_USERNAME }).describe('Your own, to show that you mean it.') },
    { error: 'an object with your username' },
  ),
  exact: true,
  example: { username: 'wren-7' },
  reply: replyOf({ success: z.literal(true), creatures_released: Count, message: z.string() }),
  problems: ['key_changed_meanwhile'],
  invalid: 'Your username is required',
  failure: 'Something went wrong leaving the house',
});
