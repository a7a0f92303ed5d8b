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
import { isObject, looksLikeKey, type ReadRequest, wordFor, wordsOf } from './misread-values.ts';

/** Query values under known names that were ignored or read as another value. */
function oddValues(
  route: Route,
  { query, parsedQuery, unexpected }: ReadRequest,
): readonly UnexpectedInput[] {
  if (!route.query || !isObject(query)) return [];
  const understood = isObject(parsedQuery) ? parsedQuery : {};
  // Reading schemas takes long, and nearly all values are understood as written.
  const doubtful = Object.entries(query).filter(
    ([name, given]) => String(understood[name]) !== given || looksLikeKey(given),
  );
  if (doubtful.length === 0) return [];
  const fields = fieldsOf(route.query);
  return doubtful.flatMap(([name, given]) => {
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const odd = schema && given !== '' ? oddValue(route, name, schema, given) : undefined;
    return odd ? [{ ...odd, field: asWritten(name, unexpected) }] : [];
  });
}

function oddValue(
  route: Route,
  field: string,
  schema: z.ZodType,
  given: unknown,
): UnexpectedInput | undefined {
  if (looksLikeKey(given)) return { kind: 'key', field };
  const words = wordsOf(schema);
  if (words.length > 0) {
    if (words.some((word) => word === given)) return undefined;
    const nearest = typeof given === 'string' ? wordFor(route, field, schema, given) : undefined;
    return { kind: 'value', field, words, nearest };
  }
  const { type, minimum: lowest, maximum: highest } = schema.meta() ?? {};
  if (typeof lowest !== 'number' || typeof highest !== 'number') return undefined;
  const used = numberIn(schema, given);
  if (used === Number(given)) return undefined;
  const nearest = used ?? numberIn(schema, Number.parseFloat(String(given)));
  return { kind: 'number', field, whole: type === 'integer', lowest, highest, used, nearest };
}

function numberIn(schema: z.ZodType, given: unknown): number | undefined {
  const { data } = schema.safeParse(given);
  return typeof data === 'number' ? data : undefined;
}

function asWritten(field: string, unexpected: readonly UnexpectedInput[]): string {
  return unexpected.find((each) => each.kind === 'renamed' && each.to === field)?.field ?? field;
}

/** Adds `warnings` about input that was ignored or read differently to a reply. */
export function withWarnings<Body>(route: Route, { context }: FastifyRequest, body: Body): Body {
  const { read } = context;
  if (!read) return body;
  const odd = oddValues(route, read);
  if (odd.length + read.unexpected.length === 0 || !('warnings' in fieldsOf(route.reply))) return body;
  const { warnings = [] }: Pick<ProblemBody, 'warnings'> = body ?? {};
  const told = { ...body, warnings: [...warnings, ...describeUnexpected([...read.unexpected, ...odd])] };
  return read.unexpected.some(({ kind }) => kind === 'masked') ? withRotation(told) : told;
}

/** Adds the step to rotate a leaked key, last: the needs of creatures come first. */
function withRotation<Body>(body: Body): Body {
  const { next_steps: steps = [] }: { readonly next_steps?: readonly NextStep[] } = body ?? {};
  return { ...body, next_steps: [...steps, rotateKeyStep()] };
}

// Codes of refusals that a corrected request would avoid.
const CORRECTABLE: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_idempotency_key',
  'idempotency_mismatch',
]);

/** Adds the corrected request as first step of a refusal, and `warnings`. */
export function withCorrection(
  request: FastifyRequest,
  problem: ProblemError,
  body: ProblemBody,
  isKnown: boolean,
): ProblemBody {
  const { read } = request.context;
  const misfits = problem.is('invalid_request') ? problem.facts.misfits : [];
  const meant = misfits.map(wordMeant).filter((word) => word !== undefined);
  // A caller with a valid key is not told to register.
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
  // A valid but refused irreversible request is not suggested again.
  if (!row || (row.exact && misfits.length === 0)) return undefined;
  return correctedCall(row, { body: context.misread ?? body, query, params }, misfits);
}

export function presentMisfit(misfit: InvalidField): NonNullable<ProblemBody['fields']>[number] {
  const { field, expected, received } = misfit;
  const meant = wordMeant(misfit);
  return { field, expected, received, ...(meant !== undefined && { did_you_mean: meant }) };
}

function wordMeant({ nearest }: InvalidField): string | undefined {
  return typeof nearest === 'string' || typeof nearest === 'number' ? String(nearest) : undefined;
}
