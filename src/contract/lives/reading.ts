import { z } from 'zod';

import { HISTORY_FORMATS, STAGES } from '../../core/vocabulary.ts';
import { Id, oneOfOr } from '../server/fields.ts';
import { TARGET, TARGET_ALIASES } from './target.ts';

// What all routes have in common that read to a keeper what is kept of a creature, page by page.

/** Of whom, and as what. */
export const READING = {
  ...TARGET,
  format: oneOfOr(HISTORY_FORMATS, 'json').describe('json for programs, markdown for a page to read.'),
};

/** What the fields of a page are called elsewhere. */
export const READING_ALIASES = {
  ...TARGET_ALIASES,
  per_page: 'limit',
  count: 'limit',
  size: 'limit',
  skip: 'offset',
} as const;

export const READING_SYNONYMS = { format: { md: 'markdown', text: 'markdown' } } as const;

/** Who is read about. */
export const READ_CREATURE = {
  id: Id,
  name: z.string(),
  species: z.string(),
  stage: z.enum(STAGES),
  alive: z.boolean(),
};

/** So far back one can read. */
export const FARTHEST_OFFSET = 10_000;
