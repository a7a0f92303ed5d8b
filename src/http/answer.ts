import { isDeepStrictEqual } from 'node:util';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Route } from '../contract/route.ts';
import type { Answer, Call, Page, Served } from './call.ts';
import type { Door } from './door.ts';
import { isKnownTo, tagOf } from './etag.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { giveBack } from './visit.ts';

/** Parses what came and lets the handler answer: one who was refused only with an answer that was lost. */
export async function answerOf(
  { house }: Door,
  served: Served,
  request: FastifyRequest,
): Promise<Answer<Route>> {
  const { stranger } = request.visit;
  const call = callOf(served.route, request);
  if (!stranger) return served.handler.answer(house, call);
  const answer = await served.handler.answerStranger?.(house, call);
  if (!answer) throw stranger;
  return answer;
}

function callOf(route: Route, request: FastifyRequest): Call<Route> {
  const { agent, key, now } = request.visit;
  const input = parse(route, { body: request.body, query: request.query, params: request.params });
  // The row's own schemas made the input, and its auth decided about the agent.
  const { raw } = request;
  return { ...input, agent, key, now, raw, idempotencyKey: idempotencyKeyOf(request) } as Call<Route>;
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
  if (route.cache !== undefined) visit.headers['cache-control'] = route.cache;
  if (answer.headers) Object.assign(visit.headers, answer.headers);
  if (answer.replayed) {
    visit.headers['idempotency-replayed'] = 'true';
    await giveBack(door.house, visit);
  }
  if (answer.page) return sendPage(request, reply, route, answer.page);
  if (door.checkReplies) assertFits(route, answer.body);
  const body = JSON.stringify(answer.body);
  if (route.etag && isKnownTo(request, visit.headers, tagOf(body))) send(request, reply, { status: 304 });
  else send(request, reply, { status: route.status, body });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, route: Route, { type, text }: Page): void {
  if (route.etag && isKnownTo(request, request.visit.headers, tagOf(text)))
    send(request, reply, { status: 304 });
  else send(request, reply, { status: route.status, type, body: text });
}

function assertFits(route: Route, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  if (!isDeepStrictEqual(route.reply.parse(sent), sent)) {
    throw new Error(`${route.operationId} answered with a field its schema does not have`);
  }
}
