import type { FastifyRequest } from 'fastify';

import type { Limit, LimitName } from '../contract/limits.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import type { KnownAgent } from '../house/recognise.ts';
import { addressBucket } from './client-address.ts';
import type { Headers } from './headers.ts';
import { secondsLeft, setLimitHeaders, type Window } from './limit-headers.ts';
import type { Meter } from './meters.ts';

/** What the door knows of a request while it is here. */
export interface Visit {
  readonly now: Instant;
  readonly headers: Headers;
  /** When it came, by a clock that tells only how long things take, and what is noted of it in the end. */
  readonly beganAt: number;
  meter: Meter;
  key?: string | undefined;
  agent?: KnownAgent;
  /** Why the key was refused, when the handler may still have a word. */
  stranger?: Problem;
  /** What was counted, and for whom, so that it can be given back. */
  counted?: { readonly name: LimitName; readonly who: string; readonly window: Window };
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
}

/** Counts this request, tells the caller how much is left, and refuses it when nothing is. */
export async function count(house: House, request: FastifyRequest, name: LimitName): Promise<void> {
  const { visit } = request;
  const limit: Limit = LIMITS[name];
  const who = limit.per === 'agent' && visit.agent ? visit.agent.id : addressBucket(request.ip);
  const taken = house.limiter.take(name, limit, who, visit.now);
  const window = taken instanceof Promise ? await taken : taken;
  visit.counted = { name, who, window };
  setLimitHeaders(visit.headers, name, window, visit.now);
  if (!window.allowed)
    throw new Problem('too_many_requests', { retryAfterSeconds: secondsLeft(window, visit.now) });
}

/** Counts without telling: true when there was room. */
export async function countQuietly(house: House, request: FastifyRequest, name: LimitName): Promise<boolean> {
  const { allowed } = await house.limiter.take(
    name,
    LIMITS[name],
    addressBucket(request.ip),
    request.visit.now,
  );
  return allowed;
}

/** Takes back what was counted, for an answer that was given before, and tells the caller so. */
export async function giveBack(house: House, visit: Visit): Promise<void> {
  if (!visit.counted?.window.allowed) return;
  const { name, who, window } = visit.counted;
  await house.limiter.giveBack(name, LIMITS[name], who, visit.now);
  setLimitHeaders(visit.headers, name, { ...window, remaining: window.remaining + 1 }, visit.now);
}
