import type { FastifyRequest } from 'fastify';

import type { ProblemCode, ProblemError } from '../../../core/problem.ts';
import type { House } from '../../../house/house.ts';
import { recogniseAgent } from '../authenticate.ts';
import type { ToldCaller } from '../problem-reply.ts';

// What these suggest depends on who asks; for all others nobody has to be looked up.
const PERSONAL: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'no_such_route',
  'wrong_method',
  'username_taken',
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
  return { sent, agent: context.agent ?? (await recogniseAgent(house, request.headers)) };
}
