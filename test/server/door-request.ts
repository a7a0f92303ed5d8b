import type { FastifyRequest } from 'fastify';

import { RATE_LIMITS, type RateLimitName } from '../../src/api/rate-limits.ts';
import type { Route } from '../../src/api/route.ts';
import type { House } from '../../src/features/house.ts';

export const DOOR_NOW = Date.UTC(2026, 0, 1, 12);
export const DOOR_IP = '203.0.113.7';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly method?: string;
  readonly agent?: { readonly id: string; readonly username: string };
  readonly now?: number;
}

/** The part of a request that hooks read before the handler. */
export function aRequest({ headers = {}, url = '/', method = 'POST', agent, now = DOOR_NOW }: Sent = {}) {
  const context = { now, headers: {}, ...(agent && { agent }) };
  return { headers, url, method, ip: DOOR_IP, context } as unknown as FastifyRequest;
}

export function aRow(row: Pick<Route, 'auth' | 'limit'> & Partial<Route>): Route {
  return row as Route;
}

/** The number of requests counted for a caller under a limit. */
export async function countedFor(house: House, name: RateLimitName, who: string): Promise<number> {
  const limit = RATE_LIMITS[name];
  return limit.max - ((await house.limiter.peek(name, limit, who, DOOR_NOW))?.remaining ?? limit.max);
}
