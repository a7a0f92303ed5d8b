import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { ROUTES } from '../api/routes.ts';
import type { Route } from '../api/route.ts';
import { countCharacters } from '../rules/base/text.ts';
import { isGuessable } from '../rules/keys.ts';
import { ProblemError, type InvalidField } from '../rules/problem.ts';
import type { House } from '../features/house.ts';
import { bodyMisfit, requirePlainJson, requirePlainText } from './mistakes/body-limits.ts';
import {
  fittingValue,
  maskWrittenKeys,
  misreadBody,
  readNames,
  type ReadRequest,
  readSpeciesWords,
  withMasked,
} from './mistakes/misread-values.ts';

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

export interface RouteInputs {
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
}

/** Renames aliases and validates the input of a request. The input stays in the context for the refusal. */
export function readInput(route: Route, request: FastifyRequest): RouteInputs {
  const { query, params } = request;
  const { body, masked } = maskWrittenKeys(request.body);
  request.body = body;
  const named = readNames(route, { body, query, params });
  const names = route.operationId === ROUTES.adoptCreature.operationId ? readSpeciesWords(named) : named;
  const read = masked.length === 0 ? names : { ...names, unexpected: withMasked(masked, names.unexpected) };
  request.context.read = read;
  const input = parseInput(route, read);
  request.context.read = { ...read, parsedQuery: input.query };
  return input;
}

/** Validates the input of a request; throws a problem that names every invalid field. */
export function parseInput(route: Route, read: ReadRequest): RouteInputs {
  const { input, misfits } = checkInput(route, read);
  if (misfits.length > 0) throw new ProblemError('invalid_request', { misfits });
  return input;
}

/** Validates input; returns the valid parts and the invalid fields side by side. */
export function checkInput(route: Route, raw: RouteInputs) {
  const misfits: InvalidField[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, whole: string): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value, { error: expectation, reportInput: true });
    if (result.success) return result.data;
    misfits.push(...result.error.issues.map((issue) => misfitOf(route, issue, whole)));
    return undefined;
  };
  const input = {
    params: read(route.params, raw.params, 'path'),
    query: read(route.query, raw.query, 'query'),
    body: read(route.body, raw.body, 'body'),
  };
  return { input, misfits };
}

function misfitOf(route: Route, issue: z.core.$ZodIssue, whole: string): InvalidField {
  const given = inputAt(issue);
  const [field] = issue.path;
  const nearest = issue.path.length === 1 ? fittingValue(route, String(field), given) : undefined;
  return {
    field: issue.path.length === 0 ? whole : issue.path.map(String).join('.'),
    expected: issue.message,
    received: describe(given),
    ...(nearest !== undefined && { nearest }),
  };
}

/** The input at an issue's path: a custom check over several fields gets the whole object and names one field. */
function inputAt({ code, path, input }: z.core.$ZodIssue): unknown {
  const field = path.at(-1);
  if (code !== 'custom' || field === undefined || typeof input !== 'object' || input === null) return input;
  return (input as Readonly<Record<PropertyKey, unknown>>)[field];
}

/** Messages for zod's built-in checks; schemas with a message keep it. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? `text in the form of ${issue.format}`;
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  return undefined;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === '') return 'empty text';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') {
    const characters = countCharacters(value);
    return `text of ${characters} ${characters === 1 ? 'character' : 'characters'}`;
  }
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}

/** Parses bodies as JSON whatever the content type: many clients send JSON as a form. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => parseJson(request, bytes),
  );
}

export function parseForms(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit },
    async (_: unknown, text: string) => new URLSearchParams(text),
  );
}

function parseJson(request: FastifyRequest, bytes: Buffer): unknown {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  try {
    if (encoding !== 'identity') throw bodyMisfit('a body without Content-Encoding', 'a compressed body');
    const text = decodeUtf8(bytes);
    return text.trim() === '' ? undefined : parseText(text, request.headers['content-type'] ?? '');
  } catch (misfit) {
    // The repaired body is only suggested, never used.
    request.context.misread = misreadBody(bytes, request.headers);
    // For an unknown path the 404 matters more than the invalid body.
    if (request.is404) return request.context.misread;
    throw misfit;
  }
}

function parseText(text: string, type: string): unknown {
  requirePlainText(text);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const form = FORM_TYPES.test(type) && !/^\s*[{[]/.test(text);
    throw bodyMisfit(JSON_EXPECTED, form ? 'a form' : `${Buffer.byteLength(text)} bytes that are not JSON`);
  }
  requirePlainJson(json);
  return json;
}

const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i;
const JSON_EXPECTED = 'a JSON object';

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bodyMisfit(`${JSON_EXPECTED} in UTF-8`, 'bytes that are not UTF-8');
  }
}

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/** The Idempotency-Key of a request; undefined for reads. */
export function idempotencyKeyFrom({ method, headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined || method === 'GET' || method === 'HEAD') return undefined;
  if (typeof given !== 'string' || !IDEMPOTENCY_KEY.test(given))
    throw new ProblemError('invalid_idempotency_key', {});
  return given;
}

/**
 * The Idempotency-Key where the reply holds an API key: it must be unguessable, because a repeat with the
 * same value gets the same reply.
 */
export function secretIdempotencyKeyFrom(
  request: FastifyRequest,
  { random }: Pick<House, 'random'>,
): string | undefined {
  const given = idempotencyKeyFrom(request);
  if (given !== undefined && request.routeOptions.config.row?.tellsKey && isGuessable(given))
    throw new ProblemError('invalid_idempotency_key', { secret: random.id() });
  return given;
}
