import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { ROUTES } from '../../../contract/routes.ts';
import { fieldsOf } from '../../../contract/server/fields.ts';
import type { ProblemBody } from '../../../contract/server/problem-body.ts';
import type { Route } from '../../../contract/server/route.ts';
import type { InvalidField, ProblemError, SuggestedCall, UnexpectedInput } from '../../../core/problem.ts';
import { correctedStep, describeUnexpected } from '../../../voice/server/mistakes.ts';
import { correctedCall } from './corrected-call.ts';
import { wordFor, wordsOf } from './fitting-value.ts';
import { isObject, looksLikeKey, type ReadRequest } from './read-names.ts';

/** The reply with what in its request was read otherwise, or not at all, if there is anything. */
export function withWarnings<Body>(route: Route, { context }: FastifyRequest, body: Body): Body {
  const { read } = context;
  if (!read) return body;
  const unexpected = [...read.unexpected, ...unexpectedWords(route, read)];
  if (unexpected.length === 0 || !('warnings' in fieldsOf(route.reply))) return body;
  return { ...body, warnings: describeUnexpected(unexpected) };
}

/** What a query brought under our names that was ignored, or taken for something else. */
function unexpectedWords(route: Route, { query, unexpected }: ReadRequest): readonly UnexpectedInput[] {
  if (!route.query || !isObject(query)) return [];
  const found: UnexpectedInput[] = [];
  for (const field in query) {
    const schema = fieldsOf(route.query)[field];
    const given = query[field];
    if (!schema || given === '') continue;
    const odd = looksLikeKey(given)
      ? ({ kind: 'key', field } as const)
      : (oddWord(route, field, schema, given) ?? oddNumber(field, schema, given));
    if (odd) found.push({ ...odd, field: asWritten(field, unexpected) });
  }
  return found;
}

function asWritten(field: string, unexpected: readonly UnexpectedInput[]): string {
  return unexpected.find((each) => each.kind === 'renamed' && each.to === field)?.field ?? field;
}

function oddWord(
  route: Route,
  field: string,
  schema: z.ZodType,
  given: unknown,
): UnexpectedInput | undefined {
  const words = wordsOf(schema);
  if (words.length === 0 || words.some((word) => word === given)) return undefined;
  const nearest = typeof given === 'string' ? wordFor(route, field, schema, given) : undefined;
  return { kind: 'value', field, words, nearest };
}

function oddNumber(field: string, schema: z.ZodType, given: unknown): UnexpectedInput | undefined {
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
