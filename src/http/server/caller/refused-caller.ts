import type { FastifyRequest } from 'fastify';

import type { ProblemCode, ProblemError } from '../../../core/problem.ts';
import type { House } from '../../../house/house.ts';
import { describeOwn, loadLiving } from '../../../house/lives/choose-creature.ts';
import { recogniseAgent } from '../authenticate.ts';
import type { ToldCaller } from '../problem-reply.ts';

// What these suggest depends on who asks; for all others nobody has to be looked up.
const PERSONAL: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'no_such_route',
  'wrong_method',
  'username_taken',
  'slug_taken',
  'slug_reserved',
]);

/** Who is refused and what they sent, so that what is suggested is their own. */
export async function describeCaller(
  house: House,
  request: FastifyRequest,
  problem: ProblemError,
): Promise<ToldCaller> {
  const { params, query, body, context } = request;
  const sent = { params, query, body };
  if (!PERSONAL.has(problem.code)) return { sent };
  const agent = context.agent ?? (await recogniseAgent(house, request.headers));
  // Who is refused by a route of their own is shown their own.
  const own = problem.is('invalid_request') && request.routeOptions.config.row?.auth === 'required';
  const yours =
    agent && own ? await describeOwn(house, await loadLiving(house, agent, context.now)) : undefined;
  return { sent, agent, yours };
}
