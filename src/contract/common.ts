import { z } from 'zod';

import { charactersIn, plain } from '../core/words.ts';
import { METHODS } from './route.ts';

export const Id = z.uuid().describe('A UUID.');

export const Time = z.iso.datetime().describe('A moment in UTC, ISO 8601.');

/** Free text from an agent: between `min` and `max` characters, kept in one plain line. */
export function text(min: number, max: number) {
  return z
    .string()
    .refine((given) => given.isWellFormed(), { error: 'text without broken characters (lone surrogates)' })
    .refine((given) => charactersIn(given) <= max, { error: `at most ${max} characters` })
    .overwrite(plain)
    .refine((kept) => charactersIn(kept) >= min, { error: `at least ${min} visible characters` })
    .meta({ minLength: min, maxLength: max });
}

export const NextStep = z
  .object({
    action: z.string().describe('A short label.'),
    method: z.enum(METHODS).optional().describe('Absent for links that lead out of the API.'),
    endpoint: z.string().optional().describe('A path of this API.'),
    url: z.string().optional().describe('A link that leads out of the API.'),
    description: z.string().describe('Why and when to take this step.'),
    body: z.record(z.string(), z.unknown()).optional().describe('A body that can be sent as it stands.'),
  })
  .meta({ id: 'NextStep' });
export type NextStep = z.output<typeof NextStep>;

export const NextSteps = z.array(NextStep).describe('What to do next, best first.');

export const Pagination = z
  .object({
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    pages: z.int(),
    has_next: z.boolean(),
    has_prev: z.boolean(),
  })
  .meta({ id: 'Pagination' });

/** A whole number in a query; what is out of range is brought into it, and what is no number is left out: never refused. */
export function inRange(lowest: number, highest: number, usual: number) {
  return bounded(lowest, highest, usual)
    .default(usual)
    .meta({ type: 'integer', minimum: lowest, maximum: highest });
}

/** The same, when what is usual depends on what else was asked; `usual` is what documents say. */
export function maybeInRange(lowest: number, highest: number, usual: number) {
  return bounded(lowest, highest, usual)
    .optional()
    .meta({ type: 'integer', minimum: lowest, maximum: highest, default: usual });
}

function bounded(lowest: number, highest: number, usual: number) {
  // What is blank was left out; as a number it would be 0.
  return z
    .preprocess((given) => (given === '' ? usual : given), z.coerce.number().catch(usual))
    .overwrite((given) => Math.min(highest, Math.max(lowest, Math.trunc(given))));
}
