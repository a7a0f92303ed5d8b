import type { FastifyReply, FastifyRequest } from 'fastify';

import { PROBLEM_STATUS } from '../../contract/server/problems.ts';
import type { RateLimitName } from '../../contract/server/rate-limits.ts';
import type { Route } from '../../contract/server/route.ts';
import { ProblemError, type ProblemCode } from '../../core/problem.ts';
import { isDatabaseUnavailable, isConstraintViolation } from '../../house/engine/database-errors.ts';
import { renderPage } from '../../pages/layout.tsx';
import { problemPage } from '../../pages/problem-page.tsx';
import { BODY_LIMIT_BYTES } from './mistakes/body-limits.ts';
import type { ServerContext } from './context.ts';
import { PAGE_HEADERS, type PublicSite } from './pages/page-site.ts';
import { sendProblem, problemHeaders } from './problem-reply.ts';
import { applyRateLimit, countInstead, refundRateLimit } from './rate-limit.ts';
import { describeCaller } from './caller/refused-caller.ts';
import { wantsHtml } from './request-origin.ts';
import { HTML_TYPE, send } from './send.ts';

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
  const problem = await afterForgiving(
    server,
    request,
    problemToTell(toProblem(error), request.context.authProblem),
  );
  if (problem.code === 'unexpected' || problem.code === 'house_unreachable') countError(server, error);
  if (problem.code === 'unexpected')
    server.log.error({ err: error, request: request.id }, 'a request failed');
  if (problem.code === 'house_unreachable')
    server.log.warn({ err: error, request: request.id }, 'no database');
  // The house was not there for it: what was counted is given back.
  if (problem.code === 'house_unreachable') await refundRateLimit(server.house, request);
  if (problem.code === 'payment_unclear')
    server.log.warn({ err: error, request: request.id }, 'an unclear payment');
  if (problem.is('unknown_admin_key'))
    server.log.warn(
      { request: request.id, address: request.ip },
      problem.facts.opens === 'metrics' ? WRONG_METRICS_TOKEN : WRONG_ADMIN_KEY,
    );
  if (!request.context.counted) await countUnrouted(server, request);
  if (wantsHtml(request)) sendProblemPage(request, reply, problem, server.site);
  else sendProblem(request, reply, problem, await callerOf(server, request, problem));
}

/** A refusal is never held up by what it would have suggested. */
async function callerOf({ house, log }: ServerContext, request: FastifyRequest, problem: ProblemError) {
  try {
    return await describeCaller(house, request, problem);
  } catch (error) {
    log.warn({ err: error, request: request.id }, 'a refused caller was not recognised');
    return {};
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
  { house }: ServerContext,
  request: FastifyRequest,
  problem: ProblemError,
): Promise<ProblemError> {
  const { row } = request.routeOptions.config;
  const { counted, agent } = request.context;
  if (!row || !isForgiven(problem, row) || counted?.name !== row.limit || !counted.window.allowed)
    return problem;
  try {
    await countInstead(house, request, agent ? 'refused' : 'malformed');
    return problem;
  } catch (tooMany) {
    if (tooMany instanceof ProblemError) return tooMany;
    throw tooMany;
  }
}

/** For the metrics; the log has the stack. */
function countError({ monitor }: ServerContext, error: unknown): void {
  monitor.errors += 1;
  if (isConstraintViolation(error)) monitor.violations += 1;
}

/** To one whose key was refused, mistakes in the request do not matter; limits and failures do. */
function problemToTell(problem: ProblemError, authProblem: ProblemError | undefined): ProblemError {
  const matters = problem.code === 'too_many_requests' || PROBLEM_STATUS[problem.code] >= 500;
  return matters ? problem : (authProblem ?? problem);
}

/** What never reached a route is still counted, so that every answer carries the limit's headers. */
async function countUnrouted(server: ServerContext, request: FastifyRequest): Promise<void> {
  try {
    await applyRateLimit(server.house, request, 'unknown_path');
  } catch (problem) {
    if (!(problem instanceof ProblemError)) throw problem;
  }
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

/** A refusal as a page: what happened, and where to go from here. */
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
