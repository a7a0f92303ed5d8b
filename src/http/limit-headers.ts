import { LIMITS, type Limit, type LimitName } from '../contract/limits.ts';
import { SECOND, type Instant } from '../core/clock.ts';
import type { House } from '../house/house.ts';
import type { Headers } from './headers.ts';

/** A window of one limit, as a request found it. */
export type Window = Awaited<ReturnType<House['limiter']['take']>>;

/** How much is left, and when there will be more: in the specification's own headers, and in those of the IETF's draft. */
export function setLimitHeaders(headers: Headers, name: LimitName, window: Window, now: Instant): void {
  headers['x-ratelimit-limit'] = window.max;
  headers['x-ratelimit-remaining'] = window.remaining;
  headers['x-ratelimit-reset'] = Math.ceil(window.resetsAt / SECOND);
  headers['ratelimit-policy'] = POLICIES[name];
  headers['ratelimit'] = `"${name}";r=${window.remaining};t=${secondsLeft(window, now)}`;
}

/** The whole seconds until a window ends, and never none. */
export function secondsLeft({ resetsAt }: Window, now: Instant): number {
  return Math.max(1, Math.ceil((resetsAt - now) / SECOND));
}

// They stand on every answer and never change, so they are written once.
const POLICIES = Object.fromEntries(
  Object.entries<Limit>(LIMITS).map(([name, { max, windowSeconds }]) => [
    name,
    `"${name}";q=${max};w=${windowSeconds}`,
  ]),
) as Readonly<Record<LimitName, string>>;
