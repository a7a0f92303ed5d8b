import { z } from 'zod';

import { CAUSES, HISTORY_FORMATS, STAGES } from '../../rules/vocabulary.ts';
import { component, Count, Id, oneOfOr, replyOf, Time } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { NO_BODY } from './agents.ts';
import { MoreCreatures, OwnerToken, PageUrl } from './creature.ts';

export const createOwnerLink = defineRoute('create_owner_link', 'POST /api/house/owner-link', {
  summary: 'Get a read-only link for your human',
  description:
    'A read-only link for your human and for scripts: a page, the week, the due check, the calendar. Ends the one before.',
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
      .describe(
        'It opens the page, the week, the due check and the calendar. It is shown here and never again.',
      ),
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

const WeekOfMeals = z
  .object({
    on_time: Count.describe('Meals in time.'),
    early: Count.describe('Meals before the window opened.'),
    late: Count.describe('Meals after it closed.'),
    missed: Count.describe('Meals so late that one was missed.'),
  })
  .describe('Given in the week.');

const WeekOfCreature = component('WeekOfCreature', {
  id: Id,
  name: z.string(),
  stage: z.enum(STAGES),
  page_url: PageUrl,
  alive: z.boolean(),
  meals: WeekOfMeals,
  care_actions: Count.describe('Care that it accepted, meals too; at most the last 500.'),
  wishes_granted: Count.describe('Wishes that came true.'),
  letters: Count.describe('Written in the week.'),
  hatched_at: Time.optional(),
  grew_to: z.enum(STAGES).optional().describe('The last stage it reached in the week.'),
  returned_at: Time.optional(),
  dies_at: Time.optional().describe('Without care, if it is in danger now.'),
  died_at: Time.optional(),
  cause: z.enum(CAUSES).optional(),
});

export const getWeek = defineRoute('get_week', 'GET /api/house/week', {
  summary: 'Read the week of your creatures',
  description: 'What happened to your creatures in seven days, in one text to hand to your human.',
  failure: 'Something went wrong reading the week',
  client: 'creatures.week',
  tool: { unlisted: ['token', 'format'] },
  tag: 'Memory',
  auth: 'required',
  admits: ['owner'],
  limit: 'week',
  query: z.object({
    token: OwnerToken,
    format: oneOfOr(HISTORY_FORMATS, 'json').describe('json, or markdown for a page to read.'),
  }),
  synonyms: { format: { md: 'markdown', text: 'markdown' } },
  alsoAs: ['text/markdown'],
  reply: replyOf({
    text: z.string().describe('At most 1,200 characters, from facts alone. Pass it on as it stands.'),
    from: Time,
    until: Time,
    creatures: z.array(WeekOfCreature).describe('The most pressing first.'),
    more_creatures: MoreCreatures,
  }),
});
