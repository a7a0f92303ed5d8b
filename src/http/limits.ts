import type { FastifyRequest } from 'fastify';

import type { CallingAgent } from '../rules/agents.ts';
import { type Instant, SECOND } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { RATE_LIMITS, type RateLimit, type RateLimitName } from '../api/rate-limits.ts';
import type { Limiter } from '../outside/rate-limiter.ts';
import { rateLimitBucket } from './addresses.ts';
import type { ReplyHeaders } from './send.ts';

type LimitWindow = Awaited<ReturnType<Limiter['take']>>;

export interface LimitedHouse {
  readonly limiter: Limiter;
}

export interface CountedRequest {
  readonly name: RateLimitName;
  readonly who: string;
  readonly window: LimitWindow;
}

/** Counts the request, sets the rate limit headers and refuses it over the limit. Synchronous with the in-process limiter. */
export function applyRateLimit(
  house: LimitedHouse,
  request: FastifyRequest,
  name: RateLimitName,
): void | Promise<void> {
  const { context } = request;
  const limit: RateLimit = RATE_LIMITS[name];
  const who = limit.per === 'agent' && context.agent ? countedAs(context.agent) : rateLimitBucket(request.ip);
  const taken = house.limiter.take(name, limit, who, context.now);
  if (taken instanceof Promise) return taken.then((window) => recordOrRefuse(context, { name, who, window }));
  recordOrRefuse(context, { name, who, window: taken });
}

/** The requests of its owner are counted apart: they must not use up what the agent needs. */
function countedAs({ id, guest }: CallingAgent): string {
  return guest === 'owner' ? `owner of ${id}` : id;
}

function recordOrRefuse(context: FastifyRequest['context'], counted: CountedRequest): void {
  context.counted = counted;
  setRateLimitHeaders(context.headers, counted.name, counted.window, context.now);
  if (!counted.window.allowed) throw new OverLimitError(counted, context.now);
}

/** Carries the exceeded limit, which need not be that of the route. */
export class OverLimitError extends ProblemError<'too_many_requests'> {
  readonly counted: CountedRequest;

  constructor(counted: CountedRequest, now: Instant) {
    super('too_many_requests', { retryAfterSeconds: secondsUntilReset(counted.window, now) });
    this.counted = counted;
  }
}

/** Uncounts a counted request. */
export type GiveBack = () => Promise<void>;

/** Counts under another limit besides the route's. Returns a function that uncounts it. */
export async function countAlso(
  house: LimitedHouse,
  name: RateLimitName,
  who: string,
  now: Instant,
): Promise<GiveBack> {
  const window = await house.limiter.take(name, RATE_LIMITS[name], who, now);
  if (!window.allowed) throw new OverLimitError({ name, who, window }, now);
  return async () => house.limiter.giveBack(name, who, window);
}

/** The route option of Fastify that applies a limit. */
export interface LimitHook {
  onRequest(request: FastifyRequest): Promise<void>;
}

export function limitedBy(house: LimitedHouse, name: RateLimitName): LimitHook {
  return { onRequest: async (request: FastifyRequest) => applyRateLimit(house, request, name) };
}

export async function countQuietly(
  house: LimitedHouse,
  { context, ip }: FastifyRequest,
  name: RateLimitName,
): Promise<void> {
  const who = rateLimitBucket(ip);
  const window = await house.limiter.take(name, RATE_LIMITS[name], who, context.now);
  if (!window.allowed) recordOrRefuse(context, { name, who, window });
}

export async function refundRateLimit(house: LimitedHouse, { context }: FastifyRequest): Promise<void> {
  if (!context.counted?.window.allowed) return;
  const { name, who, window } = context.counted;
  await house.limiter.giveBack(name, who, window);
  setRateLimitHeaders(
    context.headers,
    name,
    { ...window, remaining: Math.min(window.max, window.remaining + 1) },
    context.now,
  );
}

/** Counts under `name` instead of the route's limit; over `name` both count, so that a flood is refused early. */
export async function countInstead(
  house: LimitedHouse,
  request: FastifyRequest,
  name: RateLimitName,
): Promise<void> {
  const { context } = request;
  const { counted } = context;
  await applyRateLimit(house, request, name);
  Object.assign(context, { counted });
  await refundRateLimit(house, request);
}

/** X-RateLimit-* and the headers of the IETF draft (RateLimit, RateLimit-Policy). */
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
