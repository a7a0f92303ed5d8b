import type { FastifyReply, FastifyRequest } from 'fastify';

import { PROBLEM_STATUS } from '../api/problems.ts';
import type { RateLimitName } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { isConstraintViolation, isDatabaseUnavailable } from '../features/database-errors.ts';
import type { House } from '../features/house.ts';
import { describeOwn, loadLiving } from '../features/lives/choose-creature.ts';
import { type ProblemCode, ProblemError } from '../rules/problem.ts';
import { problemPage, renderPage } from '../web/layout.tsx';
import { recogniseAgent } from './authenticate.ts';
import type { ServerContext } from './context.ts';
import { BODY_LIMIT_BYTES, requirePlainJson } from './mistakes/body-limits.ts';
import { maskWrittenKeys } from './mistakes/misread-values.ts';
import { PAGE_HEADERS, type PublicSite } from './page-assets.ts';
import { problemHeaders, sendProblem, type ToldCaller } from './problem-reply.ts';
import { applyRateLimit, countInstead, refundRateLimit } from './rate-limit.ts';
import { wantsHtml } from './request-origin.ts';
import { HTML_TYPE, send } from './send.ts';

// What these suggest depends on who asks; for all others nobody has to be looked up.
const PERSONAL: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'no_such_route',
  'wrong_method',
  'username_taken',
  'slug_taken',
  'slug_reserved',
]);

/** Who is refused and what they sent, so that what is suggested is their own. A refusal is never held up by it. */
async function describeCaller(
  { house, log }: ServerContext,
  request: FastifyRequest,
  problem: ProblemError,
): Promise<ToldCaller> {
  try {
    const { params, query, context } = request;
    // Limits are applied before the body is read.
    const body = problem.is('too_many_requests') ? await unreadBody(request) : request.body;
    const sent = { params, query, body };
    if (!PERSONAL.has(problem.code)) return { sent };
    const agent = context.agent ?? (await recogniseAgent(house, request.headers));
    // On authenticated routes the refusal lists the caller's creatures.
    const own = problem.is('invalid_request') && request.routeOptions.config.row?.auth === 'required';
    const yours =
      agent && own ? await describeOwn(house, await loadLiving(house, agent, context.now)) : undefined;
    return { sent, agent, yours };
  } catch (error) {
    log.warn({ err: error, request: request.id }, 'a refused caller was not recognised');
    return {};
  }
}

const MOST_BYTES = 8 * 1024;

/** The JSON of a short body that was not read yet, without keys; undefined for anything else. */
async function unreadBody({ raw, body }: FastifyRequest): Promise<unknown> {
  if (body !== undefined) return maskWrittenKeys(body).body;
  const length = Number(raw.headers['content-length']);
  if (!(length > 0 && length <= MOST_BYTES)) return undefined;
  try {
    const parts: Buffer[] = [];
    for await (const part of raw) parts.push(part as Buffer);
    const sent: unknown = JSON.parse(Buffer.concat(parts).toString());
    requirePlainJson(sent);
    return maskWrittenKeys(sent).body;
  } catch {
    return undefined;
  }
}

const OUTAGE_RETRY_SECONDS = 5;

/** In the log, with the address it came from. */
export const WRONG_ADMIN_KEY = 'somebody came as the operator with a wrong key';
const WRONG_METRICS_TOKEN = 'somebody asked for the metrics with a wrong token';

/** Error handler: whatever was thrown becomes an answer in one shape; what nobody foresaw is logged, and shown to no one. */
export async function refuse(
  server: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { house, log, monitor, site } = server;
  const { context, id, ip } = request;
  const problem = await afterForgiving(house, request, problemToTell(toProblem(error), context.authProblem));
  const { code } = problem;
  if (code === 'unexpected' || code === 'house_unreachable') {
    monitor.errors += 1;
    if (isConstraintViolation(error)) monitor.violations += 1;
  }
  if (code === 'unexpected') log.error({ err: error, request: id }, 'a request failed');
  if (code === 'house_unreachable') {
    log.warn({ err: error, request: id }, 'no database');
    await refundRateLimit(house, request);
  }
  if (code === 'payment_unclear') log.warn({ err: error, request: id }, 'an unclear payment');
  if (problem.is('unknown_admin_key')) {
    const what = problem.facts.opens === 'metrics' ? WRONG_METRICS_TOKEN : WRONG_ADMIN_KEY;
    log.warn({ request: id, address: ip }, what);
  }
  // What never reached a route is still counted, so that every answer carries the limit's headers.
  if (!context.counted) await limitOr(() => applyRateLimit(house, request, 'unknown_path'));
  if (wantsHtml(request)) sendProblemPage(request, reply, problem, site);
  else sendProblem(request, reply, problem, await describeCaller(server, request, problem));
}

/** Counts under a limit; the refusal of that limit, if it refuses. */
async function limitOr(count: () => void | Promise<void>): Promise<ProblemError | undefined> {
  try {
    await count();
    return undefined;
  } catch (tooMany) {
    if (tooMany instanceof ProblemError) return tooMany;
    throw tooMany;
  }
}

const MALFORMED: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'invalid_idempotency_key',
  'body_too_large',
]);

/** Limits of changes that only count when something was done. */
const ONLY_DONE: ReadonlySet<RateLimitName> = new Set(['adopt', 'care', 'resurrect']);

function isForgiven({ code }: ProblemError, { limit }: Route): boolean {
  const status = PROBLEM_STATUS[code];
  return MALFORMED.has(code) || (ONLY_DONE.has(limit) && status >= 400 && status < 500 && status !== 429);
}

/** The problem to tell: a refusal costs its caller nothing, unless there are too many of them. */
async function afterForgiving(
  house: House,
  request: FastifyRequest,
  problem: ProblemError,
): Promise<ProblemError> {
  const { row } = request.routeOptions.config;
  const { counted, agent } = request.context;
  if (!row || !isForgiven(problem, row) || counted?.name !== row.limit || !counted.window.allowed)
    return problem;
  const tooMany = await limitOr(() => countInstead(house, request, agent ? 'refused' : 'malformed'));
  return tooMany ?? problem;
}

/** To one whose key was refused, mistakes in the request do not matter; limits and failures do. */
function problemToTell(problem: ProblemError, authProblem: ProblemError | undefined): ProblemError {
  const matters = problem.code === 'too_many_requests' || PROBLEM_STATUS[problem.code] >= 500;
  return matters ? problem : (authProblem ?? problem);
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL')
    return new ProblemError('unreadable_address');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ProblemError('body_too_large', { limitBytes: BODY_LIMIT_BYTES });
  // What the framework refuses by itself is a broken address, length or content type, or a caller that hung up.
  if (typeof status === 'number' && status >= 400 && status < 500) return new ProblemError('malformed_http');
  if (isDatabaseUnavailable(error))
    return new ProblemError('house_unreachable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS });
  return new ProblemError('unexpected');
}

function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
  site: PublicSite,
): void {
  const status = PROBLEM_STATUS[problem.code];
  const { headers } = request.context;
  Object.assign(headers, problemHeaders(problem), PAGE_HEADERS, { 'cache-control': 'no-store' });
  delete headers['access-control-allow-origin'];
  const meant = problem.is('no_such_route') ? problem.facts.meant : undefined;
  const body = renderPage(site.facts(), problemPage({ status, requestId: request.id, meant }));
  send(request, reply, { status, type: HTML_TYPE, body });
}
