import { isDeepStrictEqual } from 'node:util';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Route } from '../contract/route.ts';
import type { Answer, Call, Served } from './call.ts';
import type { Door } from './door.ts';
import { idempotencyKeyIn } from './idempotency-key.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { giveBack } from './visit.ts';

/** Parses what came and lets the handler answer. */
export async function answerOf(
  { house }: Door,
  { route, handler }: Served,
  request: FastifyRequest,
): Promise<Answer<Route>> {
  const { agent, key, now, stranger } = request.visit;
  const input = parse(route, { body: request.body, query: request.query, params: request.params });
  // The row's own schemas made the input, and its auth decided about the agent.
  const call = {
    ...input,
    agent,
    key,
    now,
    idempotencyKey: idempotencyKeyIn(request.headers),
  } as Call<Route>;
  if (!stranger) return handler.answer(house, call);
  const answer = await handler.answerStranger?.(house, call);
  if (!answer) throw stranger;
  return answer;
}

export async function sendAnswer(
  door: Door,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer<Route>,
): Promise<void> {
  const { visit } = request;
  if (route.auth === 'required' || visit.agent) visit.headers['cache-control'] = 'private, no-store';
  if (answer.headers) Object.assign(visit.headers, answer.headers);
  if (answer.replayed) {
    visit.headers['idempotency-replayed'] = 'true';
    await giveBack(door.house, visit);
  }
  if (door.checkReplies) assertFits(route, answer.body);
  send(request, reply, { status: route.status, body: JSON.stringify(answer.body) });
}

function assertFits(route: Route, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  if (!isDeepStrictEqual(route.reply.parse(sent), sent)) {
    throw new Error(`${route.operationId} answered with a field its schema does not have`);
  }
}
