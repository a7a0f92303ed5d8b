import type { z } from 'zod';

import type { Route } from '../contract/route.ts';
import { Problem, type Misfit } from '../core/problem.ts';
import { charactersIn } from '../core/words.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  datetime: 'a moment such as 2026-01-31T12:00:00Z',
};

interface Raw {
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
}

/** What a route takes, read from what came; or every field that does not fit. */
export function parse(route: Route, raw: Raw): { body: unknown; query: unknown; params: unknown } {
  const misfits: Misfit[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, whole: string): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value, { error: expectation, reportInput: true });
    if (result.success) return result.data;
    misfits.push(...result.error.issues.map((issue) => misfitOf(issue, whole)));
    return undefined;
  };
  const input = {
    params: read(route.params, raw.params, 'path'),
    query: read(route.query, raw.query, 'query'),
    body: read(route.body, raw.body, 'body'),
  };
  if (misfits.length > 0) throw new Problem('invalid_request', { misfits });
  return input;
}

function misfitOf(issue: z.core.$ZodIssue, whole: string): Misfit {
  return {
    field: issue.path.length === 0 ? whole : issue.path.map(String).join('.'),
    expected: issue.message,
    received: describe(inputAt(issue)),
  };
}

/** The value that does not fit: a rule about several fields is given them all, and names one. */
function inputAt({ code, path, input }: z.core.$ZodIssue): unknown {
  const field = path.at(-1);
  if (code !== 'custom' || field === undefined || typeof input !== 'object' || input === null) return input;
  return (input as Readonly<Record<PropertyKey, unknown>>)[field];
}

/** Our words for zod's own checks; schemas that say what they expect keep their own. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? `text in the form of ${issue.format}`;
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  return undefined;
}

function describeText(characters: number): string {
  if (characters === 0) return 'empty text';
  return `text of ${characters} ${characters === 1 ? 'character' : 'characters'}`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') return describeText(charactersIn(value));
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}
