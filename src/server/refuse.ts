import type { FastifyReply, FastifyRequest } from 'fastify';

import { PROBLEM_STATUS } from '../api/problems.ts';
import type { RateLimitName } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import {
  isConstraintViolation,
  isDatabaseUnavailable,
  type Outage,
  outageOf,
  UnreadableRowError,
} from '../features/database-errors.ts';
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
import { wantsHtml } from './caller.ts';
import { HTML_TYPE, send } from './send.ts';

// Problems whose suggestions depend on the caller. For others the caller is not looked up.
const PERSONAL: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'no_such_route',
  'wrong_method',
  'username_taken',
  'slug_taken',
  'slug_reserved',
]);

/** Describes the caller and what it sent, for suggestions. A failure here does not prevent the refusal. */
async function describeCaller(
  { house, log }: ServerContext,
  request: FastifyRequest,
  problem: ProblemError,
): Promise<ToldCaller> {
  try {
    const { params, query, context } = request;
    // Rate limits refuse before the body is read, so it is read here.
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
    log.warn(
      { event: 'caller_lookup_failed', err: error, request: request.id },
      'identifying the caller of a failed request failed',
    );
    return {};
  }
}

const MOST_BYTES = 8 * 1024;

/** A short JSON body that was not read yet, with keys masked; undefined for anything else. */
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

const OUTAGE_TEXTS: Readonly<Record<Outage, string>> = {
  db_unreachable: 'database unavailable',
  db_disk_full: 'the disk of the database is full',
  db_statement_timeout: 'a database statement exceeded its time limit',
  db_read_only: 'the database refuses writes',
};

export const WRONG_ADMIN_KEY = 'request with a wrong operator key';
const WRONG_METRICS_TOKEN = 'metrics request with a wrong token';

/** Error handler: turns anything thrown into a problem reply. Unexpected errors are logged and answered generically. */
export async function refuse(
  server: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { house, log, monitor, site } = server;
  const { context, id, ip } = request;
  const where = { request: id, route: request.routeOptions.url };
  const problem = await afterRefund(house, request, withAuthProblem(toProblem(error), context.authProblem));
  const { code } = problem;
  const isHeldBack = problem.is('house_unreachable') && problem.facts.why !== undefined;
  if (code === 'unexpected') {
    monitor.errors += 1;
    if (isConstraintViolation(error)) monitor.violations += 1;
    log.error({ event: 'unhandled_error', err: error, ...where }, 'unhandled error');
  }
  if (code === 'house_unreachable') {
    if (!isHeldBack) {
      const outage = outageOf(error);
      monitor.outages[outage] += 1;
      log.warn({ event: outage, err: error, ...where }, OUTAGE_TEXTS[outage]);
    }
    await refundRateLimit(house, request);
  }
  if (code === 'payment_unclear')
    log.warn({ event: 'payment_unclear', err: error, ...where }, 'payment outcome unknown');
  if (problem.is('unknown_admin_key')) {
    const isScrape = problem.facts.opens === 'metrics';
    log.warn(
      { event: isScrape ? 'wrong_metrics_token' : 'wrong_operator_key', request: id, address: ip },
      isScrape ? WRONG_METRICS_TOKEN : WRONG_ADMIN_KEY,
    );
  }
  // Requests that reached no route are counted here, so that every reply has rate limit headers.
  if (!context.counted) await limitOr(() => applyRateLimit(house, request, 'unknown_path'));
  if (wantsHtml(request)) sendProblemPage(request, reply, problem, site);
  else sendProblem(request, reply, problem, await describeCaller(server, request, problem));
}

/** Counts a request; returns the rate limit's refusal instead of throwing it. */
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

/** Rate limits that count successful requests only. */
const SUCCESS_ONLY: ReadonlySet<RateLimitName> = new Set(['adopt', 'care', 'resurrect']);

function isRefunded({ code }: ProblemError, { limit }: Route): boolean {
  const status = PROBLEM_STATUS[code];
  return MALFORMED.has(code) || (SUCCESS_ONLY.has(limit) && status >= 400 && status < 500 && status !== 429);
}

/**
 * Uncounts the refused request under the route's limit and counts it under the limit of refusals, which may refuse in its turn.
 */
async function afterRefund(
  house: House,
  request: FastifyRequest,
  problem: ProblemError,
): Promise<ProblemError> {
  const { row } = request.routeOptions.config;
  const { counted, agent } = request.context;
  if (!row || !isRefunded(problem, row) || counted?.name !== row.limit || !counted.window.allowed)
    return problem;
  return (await limitOr(() => countInstead(house, request, agent ? 'refused' : 'malformed'))) ?? problem;
}

/**
 * The problem to answer with: a refused key takes precedence over mistakes in the request, but not over rate
 * limits and failures.
 */
function withAuthProblem(problem: ProblemError, authProblem = problem): ProblemError {
  const takesPrecedence = problem.code === 'too_many_requests' || PROBLEM_STATUS[problem.code] >= 500;
  return takesPrecedence ? problem : authProblem;
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL')
    return new ProblemError('unreadable_address');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ProblemError('body_too_large', { limitBytes: BODY_LIMIT_BYTES });
  // Fastify's own refusals: a bad URL, length or content type, or a closed connection.
  if (typeof status === 'number' && status >= 400 && status < 500) return new ProblemError('malformed_http');
  if (isDatabaseUnavailable(error))
    return new ProblemError('house_unreachable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS });
  return new ProblemError(error instanceof UnreadableRowError ? 'damaged_record' : 'unexpected');
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
