import type { FastifyRequest } from 'fastify';

import { type RateLimit, type RateLimitName, RATE_LIMITS } from '../../contract/server/rate-limits.ts';
import { type Instant, SECOND } from '../../core/engine/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { House } from '../../house/house.ts';
import { rateLimitBucket } from './caller/client-address.ts';
import type { ReplyHeaders } from './headers.ts';

/** A window of one limit, as a request found it. */
type LimitWindow = Awaited<ReturnType<House['limiter']['take']>>;

/** What was counted, and for whom, so that it can be given back. */
export interface CountedRequest {
  readonly name: RateLimitName;
  readonly who: string;
  readonly window: LimitWindow;
}

/** Counts this request, tells the caller how much is left, and refuses it when nothing is: at once, where it is counted here. */
export function applyRateLimit(
  house: House,
  request: FastifyRequest,
  name: RateLimitName,
): void | Promise<void> {
  const { context } = request;
  const limit: RateLimit = RATE_LIMITS[name];
  const who = limit.per === 'agent' && context.agent ? context.agent.id : rateLimitBucket(request.ip);
  const taken = house.limiter.take(name, limit, who, context.now);
  if (taken instanceof Promise) return taken.then((window) => tellOrRefuse(context, { name, who, window }));
  tellOrRefuse(context, { name, who, window: taken });
}

function tellOrRefuse(context: FastifyRequest['context'], counted: CountedRequest): void {
  const { name, window } = counted;
  context.counted = counted;
  setRateLimitHeaders(context.headers, name, window, context.now);
  if (!window.allowed) {
    const retryAfterSeconds = secondsUntilReset(window, context.now);
    throw new ProblemError('too_many_requests', { retryAfterSeconds });
  }
}

/** The hook of a route that is limited by nothing but this. */
export function limitedBy(house: House, name: RateLimitName) {
  return { onRequest: async (request: FastifyRequest) => applyRateLimit(house, request, name) };
}

/** Counts without telling: true when there was room. */
export async function tryRateLimit(
  house: House,
  { context, ip }: FastifyRequest,
  name: RateLimitName,
): Promise<boolean> {
  const { allowed } = await house.limiter.take(name, RATE_LIMITS[name], rateLimitBucket(ip), context.now);
  return allowed;
}

/** Gives back what was counted, and tells the caller so. */
export async function refundRateLimit(house: House, { context }: FastifyRequest): Promise<void> {
  if (!context.counted?.window.allowed) return;
  const { name, who, window } = context.counted;
  await house.limiter.giveBack(name, who, window);
  setRateLimitHeaders(context.headers, name, { ...window, remaining: window.remaining + 1 }, context.now);
}

/**
 * Gives back what a refused request took of its route's limit and counts it among the refused ones instead. Beyond that limit it
 * costs both, so that a flood is turned away before its bodies are read.
 */
export async function forgiveRefused(
  house: House,
  request: FastifyRequest,
  of: RateLimitName,
): Promise<void> {
  const { context } = request;
  if (context.counted?.name !== of || !context.counted.window.allowed) return;
  const { counted } = context;
  await applyRateLimit(house, request, context.agent ? 'refused' : 'malformed');
  context.counted = counted;
  await refundRateLimit(house, request);
}

/** In the headers that the specification names, and in those of the IETF's draft. */
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

/** Never none, or a caller that waits so long would be refused again. */
function secondsUntilReset({ resetsAt }: LimitWindow, now: Instant): number {
  return Math.max(1, Math.ceil((resetsAt - now) / SECOND));
}

// They stand on every answer and never change, so they are written once.
const POLICIES = Object.fromEntries(
  Object.entries<RateLimit>(RATE_LIMITS).map(([name, { max, windowSeconds }]) => [
    name,
    `"${name}";q=${max};w=${windowSeconds}`,
  ]),
) as Readonly<Record<RateLimitName, string>>;
