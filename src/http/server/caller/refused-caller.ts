import type { FastifyRequest } from 'fastify';

import type { ProblemCode, ProblemError } from '../../../core/problem.ts';
import type { House } from '../../../house/house.ts';
import { describeOwn, loadLiving } from '../../../house/lives/choose-creature.ts';
import { requirePlainJson } from '../mistakes/body-limits.ts';
import { maskWrittenKeys } from '../mistakes/written-keys.ts';
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
  const { params, query, context } = request;
  // Limits are applied before the body is read.
  const body = problem.is('too_many_requests') ? await unreadBody(request) : request.body;
  const sent = { params, query, body };
  if (!PERSONAL.has(problem.code)) return { sent };
  const agent = context.agent ?? (await recogniseAgent(house, request.headers));
  // Who is refused by a route of their own is shown their own.
  const own = problem.is('invalid_request') && request.routeOptions.config.row?.auth === 'required';
  const yours =
    agent && own ? await describeOwn(house, await loadLiving(house, agent, context.now)) : undefined;
  return { sent, agent, yours };
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
