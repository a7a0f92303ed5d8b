import type { FastifyRequest } from 'fastify';

import { type RateLimit, type RateLimitName, RATE_LIMITS } from '../../contract/server/rate-limits.ts';
import { type Instant, SECOND } from '../../core/engine/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { House } from '../../house/house.ts';
import type { KnownAgent } from '../../house/keepers/api-keys.ts';
import type { Meter } from '../figures/request-metrics.ts';
import { rateLimitBucket } from './client-address.ts';
import type { ReplyHeaders } from './headers.ts';

/** What the door knows of a request while it is here. */
export interface RequestContext {
  readonly now: Instant;
  readonly headers: ReplyHeaders;
  /** When it came, by a clock that tells only how long things take, and what is noted of it in the end. */
  readonly startedMs: number;
  meter: Meter;
  key?: string | undefined;
  agent?: KnownAgent;
  /** Why the key was refused, when the handler may still have a word. */
  authProblem?: ProblemError;
  /** What was counted, and for whom, so that it can be given back. */
  counted?: { readonly name: RateLimitName; readonly who: string; readonly window: LimitWindow };
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: RequestContext;
  }
}

/** Counts this request, tells the caller how much is left, and refuses it when nothing is. */
export async function applyRateLimit(
  house: House,
  request: FastifyRequest,
  name: RateLimitName,
): Promise<void> {
  const { visit } = request;
  const limit: RateLimit = RATE_LIMITS[name];
  const who = limit.per === 'agent' && visit.agent ? visit.agent.id : rateLimitBucket(request.ip);
  const taken = house.limiter.take(name, limit, who, visit.now);
  const window = taken instanceof Promise ? await taken : taken;
  visit.counted = { name, who, window };
  setRateLimitHeaders(visit.headers, name, window, visit.now);
  if (!window.allowed)
    throw new ProblemError('too_many_requests', { retryAfterSeconds: secondsUntilReset(window, visit.now) });
}

/** Counts without telling: true when there was room. */
export async function tryRateLimit(
  house: House,
  request: FastifyRequest,
  name: RateLimitName,
): Promise<boolean> {
  const { allowed } = await house.limiter.take(
    name,
    RATE_LIMITS[name],
    rateLimitBucket(request.ip),
    request.visit.now,
  );
  return allowed;
}

/** Takes back what was counted, for an answer that was given before, and tells the caller so. */
export async function refundRateLimit(house: House, visit: RequestContext): Promise<void> {
  if (!visit.counted?.window.allowed) return;
  const { name, who, window } = visit.counted;
  await house.limiter.giveBack(name, RATE_LIMITS[name], who, visit.now);
  setRateLimitHeaders(visit.headers, name, { ...window, remaining: window.remaining + 1 }, visit.now);
}

/** A window of one limit, as a request found it. */
export type LimitWindow = Awaited<ReturnType<House['limiter']['take']>>;

/** How much is left, and when there will be more: in the specification's own headers, and in those of the IETF's draft. */
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

/** The whole seconds until a window ends, and never none. */
export function secondsUntilReset({ resetsAt }: LimitWindow, now: Instant): number {
  return Math.max(1, Math.ceil((resetsAt - now) / SECOND));
}

// They stand on every answer and never change, so they are written once.
const POLICIES = Object.fromEntries(
  Object.entries<RateLimit>(RATE_LIMITS).map(([name, { max, windowSeconds }]) => [
    name,
    `"${name}";q=${max};w=${windowSeconds}`,
  ]),
) as Readonly<Record<RateLimitName, string>>;
