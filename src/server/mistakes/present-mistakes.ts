import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { fieldsOf, type NextStep } from '../../api/fields.ts';
import type { ProblemBody } from '../../api/problems.ts';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import type { InvalidField, ProblemError, SuggestedCall, UnexpectedInput } from '../../rules/problem.ts';
import { correctedStep, describeUnexpected } from '../../text/server/mistakes.ts';
import { rotateKeyStep } from '../../text/server/next-steps.ts';
import { correctedCall } from './corrected-call.ts';
import { wordFor, wordsOf } from './misread-values.ts';
import { isObject, looksLikeKey, type ReadRequest } from './read-names.ts';

/** What a query brought under our names that was ignored, or taken for something else. */
function oddValues(route: Route, { query, unexpected }: ReadRequest): readonly UnexpectedInput[] {
  if (!route.query || !isObject(query)) return NONE;
  const fields = queryFieldsOf(route);
  let found: UnexpectedInput[] | undefined;
  for (const name in query) {
    const odd = oddValue(route, fields.get(name), query[name]);
    if (odd) (found ??= []).push({ ...odd, field: asWritten(name, unexpected) });
  }
  return found ?? NONE;
}

const NONE: readonly UnexpectedInput[] = [];

/** A field of a query, and what is usual in it. */
interface QueryField {
  readonly name: string;
  readonly schema: z.ZodType;
  /** Empty for one that takes other words than those of a list. */
  readonly words: readonly string[];
  readonly numbers?: { readonly whole: boolean; readonly lowest: number; readonly highest: number };
}

const FIELDS = new WeakMap<Route, ReadonlyMap<string, QueryField>>();

/** Looked up once: it is asked about every request, and hardly any has anything odd. */
function queryFieldsOf(route: Route): ReadonlyMap<string, QueryField> {
  const known = FIELDS.get(route);
  if (known) return known;
  const fields = new Map(
    Object.entries(fieldsOf(route.query)).map(([name, schema]) => [name, queryField(name, schema)]),
  );
  FIELDS.set(route, fields);
  return fields;
}

function queryField(name: string, schema: z.ZodType): QueryField {
  const { type, minimum: lowest, maximum: highest } = schema.meta() ?? {};
  const words = wordsOf(schema);
  if (typeof lowest !== 'number' || typeof highest !== 'number') return { name, schema, words };
  return { name, schema, words, numbers: { whole: type === 'integer', lowest, highest } };
}

function oddValue(route: Route, field: QueryField | undefined, given: unknown): UnexpectedInput | undefined {
  if (!field || given === '') return undefined;
  if (looksLikeKey(given)) return { kind: 'key', field: field.name };
  return oddWord(route, field, given) ?? oddNumber(field, given);
}

function oddWord(
  route: Route,
  { name, schema, words }: QueryField,
  given: unknown,
): UnexpectedInput | undefined {
  if (words.length === 0 || words.some((word) => word === given)) return undefined;
  const nearest = typeof given === 'string' ? wordFor(route, name, schema, given) : undefined;
  return { kind: 'value', field: name, words, nearest };
}

function oddNumber({ name, schema, numbers }: QueryField, given: unknown): UnexpectedInput | undefined {
  if (!numbers) return undefined;
  const used = numberIn(schema, given);
  if (used === Number(given)) return undefined;
  const nearest = used ?? numberIn(schema, Number.parseFloat(String(given)));
  return { kind: 'number', field: name, ...numbers, used, nearest };
}

function numberIn(schema: z.ZodType, given: unknown): number | undefined {
  const { data } = schema.safeParse(given);
  return typeof data === 'number' ? data : undefined;
}

function asWritten(field: string, unexpected: readonly UnexpectedInput[]): string {
  return unexpected.find((each) => each.kind === 'renamed' && each.to === field)?.field ?? field;
}

/** The reply with what in its request was read otherwise, or not at all, if there is anything. */
export function withWarnings<Body>(route: Route, { context }: FastifyRequest, body: Body): Body {
  const { read } = context;
  if (!read) return body;
  const odd = oddValues(route, read);
  if (odd.length + read.unexpected.length === 0 || !('warnings' in fieldsOf(route.reply))) return body;
  const told = { ...body, warnings: describeUnexpected([...read.unexpected, ...odd]) };
  return read.unexpected.some(({ kind }) => kind === 'masked') ? withRotation(told) : told;
}

/** What its creatures need comes first all the same. */
function withRotation<Body>(body: Body): Body {
  const { next_steps: steps = [] }: { readonly next_steps?: readonly NextStep[] } = body ?? {};
  return { ...body, next_steps: [...steps, rotateKeyStep()] };
}

// The request was wrong in itself: sent again as it ought to be, it is taken.
const CORRECTABLE: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_idempotency_key',
  'idempotency_mismatch',
]);

/** The refusal with the request that would have been right as its first step, and what was not understood. */
export function withCorrection(
  request: FastifyRequest,
  problem: ProblemError,
  body: ProblemBody,
  isKnown: boolean,
): ProblemBody {
  const { read } = request.context;
  const misfits = problem.is('invalid_request') ? problem.facts.misfits : [];
  const meant = misfits.map(wordMeant).filter((word) => word !== undefined);
  // Whoever has a key is not sent to get another.
  const joinsAgain = isKnown && request.routeOptions.config.row === ROUTES.registerAgent;
  const call = CORRECTABLE.has(problem.code) && !joinsAgain ? correctionOf(request, misfits) : undefined;
  return {
    ...body,
    ...(meant.length === 1 && { did_you_mean: meant[0] }),
    ...(call && { next_steps: [correctedStep(call), ...(body.next_steps ?? [])] }),
    ...(read && read.unexpected.length > 0 && { warnings: describeUnexpected(read.unexpected) }),
  };
}

function correctionOf(
  { routeOptions, context, body, query, params }: FastifyRequest,
  misfits: readonly InvalidField[],
): SuggestedCall | undefined {
  const { row } = routeOptions.config;
  // What is final was fit to be sent as it stood: that it was not done is no reason to urge it.
  if (!row || (row.exact && misfits.length === 0)) return undefined;
  return correctedCall(row, { body: context.misread ?? body, query, params }, misfits);
}

/** One field that does not fit, for programs. */
export function presentMisfit(misfit: InvalidField): NonNullable<ProblemBody['fields']>[number] {
  const { field, expected, received } = misfit;
  const meant = wordMeant(misfit);
  return { field, expected, received, ...(meant !== undefined && { did_you_mean: meant }) };
}

function wordMeant({ nearest }: InvalidField): string | undefined {
  return typeof nearest === 'string' || typeof nearest === 'number' ? String(nearest) : undefined;
}
