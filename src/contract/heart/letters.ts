import { z } from 'zod';

import { LETTER_OCCASIONS } from '../../core/vocabulary.ts';
import {
  FARTHEST_OFFSET,
  READ_CREATURE,
  READING,
  READING_ALIASES,
  READING_SYNONYMS,
} from '../lives/reading.ts';
import { AT_MOST_ONE_TARGET } from '../lives/target.ts';
import { clampedInt, Count, quotingReply, Time } from '../server/fields.ts';
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
export const MOST_LETTERS = 20;

/** What any of a keeper's living creatures wrote or kept that it has not read yet. */
export const NEW_TO_READ = {
  new_letters: Count.optional().describe('Unread, of all your living creatures.'),
  new_keepsakes: Count.optional().describe('Likewise; get_care_history has them.'),
};

export const listLetters = defineRoute({
  operationId: 'list_letters',
  method: 'GET',
  path: '/api/house/letters',
  tag: 'Memory',
  summary: 'Read the letters of a creature',
  description:
    'What it wrote, newest first: weekly, and when it grew up, died or came back. Without a creature_id: as for history.',
  auth: 'required',
  limit: 'letters',
  query: z
    .object({
      ...READING,
      limit: clampedInt(1, MOST_LETTERS, 5).describe('How many letters you want.'),
      offset: clampedInt(0, FARTHEST_OFFSET, 0).describe('How many of the newest to skip.'),
    })
    .refine(...AT_MOST_ONE_TARGET),
  aliases: READING_ALIASES,
  synonyms: READING_SYNONYMS,
  reply: quotingReply({
    creature: z.object(READ_CREATURE),
    letters: z.array(CreatureLetter),
    total: Count.describe('How many it has written in all.'),
    server_time: Time,
  }),
  alsoAs: ['text/markdown'],
  problems: ['no_creature'],
  failure: 'Something went wrong finding the letters',
});
