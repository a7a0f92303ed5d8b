import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { ProblemError } from '../../core/problem.ts';
import type { ServerContext } from './context.ts';
import { CORS_EXPOSED_HEADERS, baseHeaders, type ReplyHeaders } from './headers.ts';

/** Reads the time, once, and begins the headers of the answer. */
export function contextStarter(door: ServerContext): (request: FastifyRequest) => void {
  const always = baseHeaders(door);
  const { clock, monotonicMs } = door.house;
  const { meters } = door.monitor;
  return (request) => {
    const headers: ReplyHeaders = { ...always, 'x-request-id': request.id };
    // Only browsers say where they come from, and only they need to be told what a page may read.
    if (request.headers.origin !== undefined) headers['access-control-expose-headers'] = CORS_EXPOSED_HEADERS;
    // The route that it matches puts its own meter in this one's place.
    const meter = meters.unmatched(request.method);
    request.visit = { now: clock.now(), headers, startedMs: monotonicMs(), meter };
  };
}

/** One Host, as HTTP/1.1 asks: with two, a proxy and the house could disagree about whom a request is for. */
export function requireOneHost({ raw }: FastifyRequest): void {
  const { rawHeaders } = raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new ProblemError('malformed_http');
}

/** One line per request for those who debug: the row it matched, never the address as written, which may hold anything. */
export function logRequest(log: Logger, request: FastifyRequest, status: number, ms: number): void {
  log.debug({
    request: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status,
    ms: Math.round(ms * 10) / 10,
    agent: request.visit.agent?.id,
  });
}
