import type { FastifyRequest } from 'fastify';

import { type RateLimit, type RateLimitName, RATE_LIMITS } from '../api/rate-limits.ts';
import { type Instant, SECOND } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import type { House } from '../features/house.ts';
import { rateLimitBucket } from './caller.ts';
import type { ReplyHeaders } from './headers.ts';

type LimitWindow = Awaited<ReturnType<House['limiter']['take']>>;

export interface CountedRequest {
  readonly name: RateLimitName;
  readonly who: string;
  readonly window: LimitWindow;
}

/** Counts the request, sets the rate limit headers and refuses it over the limit. Synchronous with the in-process limiter. */
export function applyRateLimit(
  house: House,
  request: FastifyRequest,
  name: RateLimitName,
): void | Promise<void> {
  const { context } = request;
  const limit: RateLimit = RATE_LIMITS[name];
  const who = limit.per === 'agent' && context.agent ? context.agent.id : rateLimitBucket(request.ip);
  const taken = house.limiter.take(name, limit, who, context.now);
  if (taken instanceof Promise) return taken.then((window) => recordOrRefuse(context, { name, who, window }));
  recordOrRefuse(context, { name, who, window: taken });
}

function recordOrRefuse(context: FastifyRequest['context'], counted: CountedRequest): void {
  const { name, window } = counted;
  context.counted = counted;
  setRateLimitHeaders(context.headers, name, window, context.now);
  refuseOver(window, context.now);
}

export function refuseOver(window: LimitWindow, now: Instant): void {
  if (window.allowed) return;
  throw new ProblemError('too_many_requests', { retryAfterSeconds: secondsUntilReset(window, now) });
}

export function limitedBy(house: House, name: RateLimitName) {
  return { onRequest: async (request: FastifyRequest) => applyRateLimit(house, request, name) };
}

/** Counts a request by address, and sets the rate limit headers only when it refuses. */
export async function countQuietly(
  house: House,
  { context, ip }: FastifyRequest,
  name: RateLimitName,
): Promise<void> {
  const who = rateLimitBucket(ip);
  const window = await house.limiter.take(name, RATE_LIMITS[name], who, context.now);
  if (!window.allowed) recordOrRefuse(context, { name, who, window });
}

/** Uncounts the request, and updates the rate limit headers. */
export async function refundRateLimit(house: House, { context }: FastifyRequest): Promise<void> {
  if (!context.counted?.window.allowed) return;
  const { name, who, window } = context.counted;
  await house.limiter.giveBack(name, who, window);
  setRateLimitHeaders(context.headers, name, { ...window, remaining: window.remaining + 1 }, context.now);
}

/**
 * Counts a request under this limit and uncounts the route's. Over this limit both are counted, so that a
 * flood is refused before its bodies are read.
 */
export async function countInstead(
  house: House,
  request: FastifyRequest,
  name: RateLimitName,
): Promise<void> {
  const { context } = request;
  const { counted } = context;
  await applyRateLimit(house, request, name);
  if (!counted?.window.allowed) return;
  context.counted = counted;
  await refundRateLimit(house, request);
}

/** Sets `X-RateLimit-*` and the headers of the IETF draft. */
export function setRateLimitHeaders(
  headers: ReplyHeaders,
  name: RateLimitName,
  window: LimitWindow,
  now: Instant,
): void {
  headers['x-ratelimit-limit'] = window.max;
  headers['x-ratelimit-remaining'] = window.remaining;
  headers['x-ratelimit-reset'] = Math.ceil(window.resetsAt / SECOND);
  headers['ratelimit-policy'] = POLICIES[name];
  headers['ratelimit'] = `"${name}";r=${window.remaining};t=${secondsUntilReset(window, now)}`;
}

/** Seconds until the window ends, at least 1: a caller that waits for 0 seconds would be refused again. */
function secondsUntilReset({ resetsAt }: LimitWindow, now: Instant): number {
  return Math.max(1, Math.ceil((resetsAt - now) / SECOND));
}

// RateLimit-Policy values, made once because they are constant and part of every reply.
const POLICIES = Object.fromEntries(
  Object.entries<RateLimit>(RATE_LIMITS).map(([name, { max, windowSeconds }]) => [
    name,
    `"${name}";q=${max};w=${windowSeconds}`,
  ]),
) as Readonly<Record<RateLimitName, string>>;
