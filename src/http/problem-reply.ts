import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ProblemBody } from '../contract/problem-body.ts';
import { STATUS } from '../contract/problems.ts';
import type { Route } from '../contract/route.ts';
import type { Problem, WaysToPay } from '../core/problem.ts';
import type { Headers } from './headers.ts';
import { paymentHeaders } from './payment-headers.ts';
import { presentFacts } from './present/problem.ts';
import { send } from './send.ts';
import { describeMisfits, speak } from '../voice/problems.ts';

/** Sends a refusal: status, headers and words all follow from the problem's code. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  route: Route | undefined,
): void {
  Object.assign(request.visit.headers, headersFor(problem));
  const body = JSON.stringify(problemBody(problem, route, request.id));
  send(request, reply, { status: STATUS[problem.code], body });
}

/** What a refusal says in its headers. */
export function headersFor(problem: Problem): Headers {
  const wait = waitOf(problem);
  const ways = waysIn(problem);
  // What was not read to its end would be taken for the next request.
  const unread = problem.is('body_too_large') || problem.is('malformed_http');
  return {
    ...(STATUS[problem.code] === 401 && { 'www-authenticate': 'Bearer' }),
    ...(unread && { connection: 'close' }),
    ...(problem.is('wrong_method') && { allow: problem.facts.allowed.join(', ') }),
    ...(wait !== undefined && { 'retry-after': wait }),
    ...(ways && paymentHeaders(ways)),
  };
}

/** The body of a refusal, in the shape the specification gives it. */
export function problemBody(problem: Problem, route: Route | undefined, requestId: string): ProblemBody {
  const { error, message, suggestion, steps } = speak(problem, route, requestId.slice(0, 8));
  const misfits = problem.is('invalid_request') ? problem.facts.misfits : undefined;
  const meant = problem.is('no_such_route') || problem.is('wrong_method') ? problem.facts.meant : undefined;
  const wait = waitOf(problem);
  return {
    error,
    code: problem.code,
    ...(message !== undefined && { message }),
    ...(misfits && { details: describeMisfits(misfits), fields: [...misfits] }),
    suggestion,
    ...(meant !== undefined && { did_you_mean: meant }),
    ...(wait !== undefined && { retry_after_seconds: wait }),
    ...presentFacts(problem),
    request_id: requestId,
    next_steps: [...steps],
  };
}

function waysIn(problem: Problem): WaysToPay | undefined {
  const { facts } = problem;
  return facts && 'ways' in facts ? facts.ways : undefined;
}

function waitOf(problem: Problem): number | undefined {
  const { facts } = problem;
  return facts && 'retryAfterSeconds' in facts ? facts.retryAfterSeconds : undefined;
}
