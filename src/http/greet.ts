import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { Problem } from '../core/problem.ts';
import type { Door } from './door.ts';
import { EXPOSED, headersOf, type Headers } from './headers.ts';

/** Reads the time, once, and begins the headers of the answer. */
export function greeter(door: Door): (request: FastifyRequest) => void {
  const always = headersOf(door);
  const { clock, ticks } = door.house;
  const { meters } = door.watch;
  return (request) => {
    const headers: Headers = { ...always, 'x-request-id': request.id };
    // Only browsers say where they come from, and only they need to be told what a page may read.
    if (request.headers.origin !== undefined) headers['access-control-expose-headers'] = EXPOSED;
    // The route that it matches puts its own meter in this one's place.
    const meter = meters.unmatched(request.method);
    request.visit = { now: clock.now(), headers, beganAt: ticks(), meter };
  };
}

/** One Host, as HTTP/1.1 asks: with two, a proxy and the house could disagree about whom a request is for. */
export function checkHost({ raw }: FastifyRequest): void {
  const { rawHeaders } = raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new Problem('malformed_http');
}

/** One line per request for those who debug: the row it matched, never the address as written, which may hold anything. */
export function noteDown(log: Logger, request: FastifyRequest, status: number, ms: number): void {
  log.debug({
    request: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status,
    ms: Math.round(ms * 10) / 10,
    agent: request.visit.agent?.id,
  });
}
