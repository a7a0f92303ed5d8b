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
  return z.coerce
    .number()
    .catch(usual)
    .overwrite((given) => Math.min(highest, Math.max(lowest, Math.trunc(given))))
    .default(usual)
    .meta({ type: 'integer', minimum: lowest, maximum: highest });
}

export const ProblemBody = z
  .object({
    error: z.string().describe('What went wrong.'),
    code: z.string().describe('The same in one stable word, for programs.'),
    details: z.string().optional().describe('Which field, what was expected, what came; in words.'),
    fields: z
      .array(z.object({ field: z.string(), expected: z.string(), received: z.string() }))
      .optional()
      .describe('The same for programs.'),
    suggestion: z.string().optional().describe('What to do about it.'),
    did_you_mean: z.string().optional().describe('The operation this was probably meant for.'),
    retry_after_seconds: z.int().optional().describe('How long to wait before the next try.'),
    request_id: z.string().describe('Quote this when asking the operator.'),
    next_steps: NextSteps.optional(),
  })
  .meta({ id: 'Problem' });
export type ProblemBody = z.output<typeof ProblemBody>;
