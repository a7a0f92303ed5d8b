import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { Problem } from '../core/problem.ts';
import type { Door } from './door.ts';
import { COMMON_HEADERS, HTTPS_ONLY } from './headers.ts';

/** Reads the time, once, and puts the headers that every answer has. */
export function greet(door: Door, request: FastifyRequest, reply: FastifyReply): void {
  request.visit = { now: door.house.clock.now() };
  reply.headers(COMMON_HEADERS);
  reply.header('x-request-id', request.id);
  if (door.https) reply.header('strict-transport-security', HTTPS_ONLY);
  if (door.house.sandbox) reply.header('x-arkhouse-sandbox', 'true');
}

/** One Host, as HTTP/1.1 asks: with two, a proxy and the house could disagree about whom a request is for. */
export function checkHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new Problem('malformed_http');
}

/** One line per request: the row it matched, never the address as it was written, which may hold anything. */
export function noteDown(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  if (!log.isLevelEnabled('info')) return;
  log.info({
    request: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    agent: request.visit.agent?.id,
  });
}
