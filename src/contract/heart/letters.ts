import { z } from 'zod';

import { HISTORY_FORMATS, LETTER_OCCASIONS, STAGES } from '../../core/vocabulary.ts';
import { AT_MOST_ONE_TARGET, TARGET, TARGET_ALIASES } from '../lives/target.ts';
import { clampedInt, Count, Id, oneOfOr, quotingReply, Time } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';

const CreatureLetter = z
  .object({
    number: z.int().describe('1 is its first.'),
    occasion: z.enum(LETTER_OCCASIONS).describe('week for one that nothing but time brought.'),
    written_at: Time,
    subject: z.string(),
    text: z.string(),
  })
  .meta({ id: 'CreatureLetter' });

/** So many letters at once. */
const MOST_LETTERS = 20;
const FARTHEST_LETTER = 10_000;

export const listLetters = defineRoute({
  operationId: 'list_letters',
  method: 'GET',
  path: '/api/house/letters',
  tag: 'Memory',
  summary: 'Read the letters of a creature',
  description:
    'What it wrote, newest first: once a week, and when it grew up, died or came back. Without a creature_id: of the newest that lives, or else of all.',
  auth: 'required',
  limit: 'letters',
  query: z
    .object({
      ...TARGET,
      format: oneOfOr(HISTORY_FORMATS, 'json').describe('json for programs, markdown for a page to read.'),
      limit: clampedInt(1, MOST_LETTERS, 5).describe('How many letters you want.'),
      offset: clampedInt(0, FARTHEST_LETTER, 0).describe('How many of the newest to skip.'),
    })
    .refine(...AT_MOST_ONE_TARGET),
  aliases: { ...TARGET_ALIASES, per_page: 'limit', count: 'limit', size: 'limit', skip: 'offset' },
  synonyms: { format: { md: 'markdown', text: 'markdown' } },
  reply: quotingReply({
    creature: z.object({
      id: Id,
      name: z.string(),
      species: z.string(),
      stage: z.enum(STAGES),
      alive: z.boolean(),
    }),
    letters: z.array(CreatureLetter),
    total: Count.describe('How many it has written in all.'),
    server_time: Time,
  }),
  alsoAs: ['text/markdown'],
  problems: ['no_creature'],
  failure: 'Something went wrong finding the letters',
});
