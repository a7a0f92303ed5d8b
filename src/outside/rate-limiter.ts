import { type Instant, SECOND } from '../rules/base/clock.ts';

/** Rate limits with fixed windows that begin with a caller's first request; the time is passed in as `now`. */
export interface Limiter {
  /** Counts `cost` requests of `who` under the limit `name`; refused ones are not counted. */
  take(name: string, limit: WindowLimit, who: string, now: Instant, cost?: number): LimiterReply<LimitState>;
  /** Reads the current window of a limit, without counting. */
  peek(name: string, limit: WindowLimit, who: string, now: Instant): LimiterReply<LimitState | undefined>;
  /** Uncounts one request, such as a replayed one, if its window is still current. */
  giveBack(name: string, who: string, counted: LimitState): LimiterReply<void>;
  /** True while Redis is down and each node counts alone; undefined without Redis. */
  readonly degraded?: boolean;
  close(): Promise<void>;
}

type LimiterReply<T> = T | Promise<T>;

export type WindowLimit = Readonly<{ max: number; windowSeconds: number }>;

export interface LimitState {
  readonly max: number;
  readonly remaining: number;
  /** Start of the window, by the limiter's clock. */
  readonly startedAt: Instant;
  readonly resetsAt: Instant;
  readonly allowed: boolean;
}

/** Counts nothing and refuses nothing: `ARKHOUSE_LIMITS=off`. */
export const NO_LIMITS: Limiter = {
  take: (_name, { max, windowSeconds }, _who, now) => ({
    max,
    remaining: max,
    startedAt: now,
    resetsAt: now + windowSeconds * SECOND,
    allowed: true,
  }),
  peek: () => undefined,
  giveBack: () => undefined,
  close: () => Promise.resolve(),
};

export const MOST_CALLERS = 100_000;

// Callers are evicted many at a time: finding the first entry of a Map walks over the holes of deleted ones.
const ROOM_MADE_AT_ONCE = 5_000;

interface CallerCount {
  startedAt: Instant;
  endsAt: Instant;
  taken: number;
}

export interface MemoryLimiter extends Limiter {
  take(name: string, limit: WindowLimit, who: string, now: Instant, cost?: number): LimitState;
  peek(name: string, limit: WindowLimit, who: string, now: Instant): LimitState | undefined;
  giveBack(name: string, who: string, counted: LimitState): void;
  size(): number;
}

/** A rate limiter in this process: synchronous, for at most `MOST_CALLERS`. */
export function memoryLimiter(): MemoryLimiter {
  /** In the order of window starts. */
  const counts = new Map<string, CallerCount>();

  function begin(key: string, startedAt: Instant, endsAt: Instant): CallerCount {
    // Deleted first, to keep the order.
    counts.delete(key);
    if (counts.size >= MOST_CALLERS) makeRoom(counts, startedAt);
    const count = { startedAt, endsAt, taken: 0 };
    counts.set(key, count);
    return count;
  }

  return {
    take(name, { max, windowSeconds }, who, now, cost = 1) {
      const length = windowSeconds * SECOND;
      const key = keyOf(name, who);
      const known = counts.get(key);
      const count = known === undefined || now >= known.endsAt ? begin(key, now, now + length) : known;
      if (now < count.startedAt - length) moveBack(count, now, length);
      const allowed = count.taken + cost <= max;
      if (allowed) count.taken += cost;
      return { ...windowOf(count, max), allowed };
    },

    peek(name, { max, windowSeconds }, who, now) {
      const count = counts.get(keyOf(name, who));
      if (!count || now >= count.endsAt || now < count.startedAt - windowSeconds * SECOND) return undefined;
      return { ...windowOf(count, max), allowed: count.taken < max };
    },

    giveBack(name, who, { startedAt }) {
      const count = counts.get(keyOf(name, who));
      if (count?.startedAt === startedAt && count.taken > 0) count.taken--;
    },

    size: () => counts.size,

    async close() {
      counts.clear();
    },
  };
}

// A new string: up to Node 24 a substring keeps the whole header in memory.
const keyOf = (name: string, who: string): string => `${name} ${who}`;

function windowOf({ startedAt, endsAt, taken }: CallerCount, max: number): Omit<LimitState, 'allowed'> {
  return { max, remaining: Math.max(0, max - taken), startedAt, resetsAt: endsAt };
}

// Moves a window back after the clock was set back: otherwise callers would be locked out until the clock catches up.
function moveBack(count: CallerCount, now: Instant, length: number): void {
  count.startedAt = now;
  count.endsAt = now + length;
}

function makeRoom(counts: Map<string, CallerCount>, now: Instant): void {
  const most = counts.size - ROOM_MADE_AT_ONCE;
  for (const [key, { endsAt }] of counts) if (now >= endsAt) counts.delete(key);
  for (const key of counts.keys()) {
    if (counts.size <= most) return;
    counts.delete(key);
  }
}
