import type { FastifyReply, FastifyRequest } from 'fastify';

import { STATUS } from '../contract/problems.ts';
import { Problem } from '../core/problem.ts';
import { isOutage, isViolation } from '../house/outage.ts';
import { BODY_LIMIT_BYTES } from './body.ts';
import type { Door } from './door.ts';
import { greeter } from './greet.ts';
import { asksForPage, sendProblemPage } from './problem-page.ts';
import { sendProblem } from './problem-reply.ts';
import { count } from './visit.ts';

const OUTAGE_RETRY_SECONDS = 5;

/** Whatever was thrown becomes an answer in the house's shape; what nobody foresaw is logged and told to no one. */
export async function refuse(
  door: Door,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // An address the router cannot read arrives here before any hook has run.
  if (request.visit === undefined) greeter(door)(request);
  const problem = whatToSay(asProblem(error), request.visit.stranger);
  if (problem.code === 'unexpected' || problem.code === 'house_unreachable') noteError(door, error, request);
  if (problem.code === 'unexpected') door.log.error({ err: error, request: request.id }, 'a request failed');
  if (problem.code === 'house_unreachable') door.log.warn({ err: error, request: request.id }, 'no database');
  if (problem.code === 'payment_unclear')
    door.log.warn({ err: error, request: request.id }, 'an unclear payment');
  if (!request.visit.counted) await countAnyway(door, request);
  if (asksForPage(request)) sendProblemPage(request, reply, problem, door.site);
  else sendProblem(request, reply, problem, request.routeOptions.config.row);
}

/** What an operator sees at a glance; the log has it with where it happened. */
function noteError(
  { watch }: Door,
  error: unknown,
  { id, method, routeOptions, visit }: FastifyRequest,
): void {
  watch.errors.note(error, { at: visit.now, requestId: id, method, route: routeOptions.url ?? 'none' });
  if (isViolation(error)) watch.violations += 1;
}

/** To one who was refused, whatever else is wrong with the request is beside the point. */
function whatToSay(problem: Problem, stranger: Problem | undefined): Problem {
  return stranger && STATUS[problem.code] < 500 ? stranger : problem;
}

/** What never reached a route is still counted, so that every answer carries the limit's headers. */
async function countAnyway(door: Door, request: FastifyRequest): Promise<void> {
  try {
    await count(door.house, request, 'unknown_path');
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
  }
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL')
    return new Problem('unreadable_address');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Problem('body_too_large', { limitBytes: BODY_LIMIT_BYTES });
  // What the framework refuses by itself is a broken address, length or content type, or a caller that hung up.
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('malformed_http');
  if (isOutage(error)) return new Problem('house_unreachable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS });
  return new Problem('unexpected');
}
