import { type Instant, SECOND } from '../rules/base/clock.ts';

/** Rate limits with fixed windows that begin with a caller's first request; the time is passed in as `now`. */
export interface Limiter {
  /** Counts `cost` requests of `who` under the limit `name`; refused ones are not counted. */
  take(
    name: string,
    limit: WindowLimit,
    who: string,
    now: Instant,
    cost?: number,
  ): LimitState | Promise<LimitState>;
  /** Reads the current window of a limit, without counting. */
  peek(
    name: string,
    limit: WindowLimit,
    who: string,
    now: Instant,
  ): LimitState | undefined | Promise<LimitState | undefined>;
  /** Uncounts one request, such as a replayed one, if its window is still current. */
  giveBack(name: string, who: string, counted: LimitState): void | Promise<void>;
  /** True while Redis is down and each node counts alone; undefined without Redis. */
  readonly degraded?: boolean;
  close(): Promise<void>;
}

export interface WindowLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

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

/** A rate limiter in this process: synchronous, for at most `MOST_CALLERS`. */
interface MemoryLimiter extends Limiter {
  take(name: string, limit: WindowLimit, who: string, now: Instant, cost?: number): LimitState;
  peek(name: string, limit: WindowLimit, who: string, now: Instant): LimitState | undefined;
  giveBack(name: string, who: string, counted: LimitState): void;
  /** The number of counted callers under all limits. */
  size(): number;
}

export const MOST_CALLERS = 100_000;

// Callers are evicted many at a time: finding the first entry of a Map walks over the holes of deleted ones.
const ROOM_MADE_AT_ONCE = 5_000;

interface CallerCount {
  startedAt: Instant;
  endsAt: Instant;
  taken: number;
}

type CallerCounts = Map<string, CallerCount>;

export function memoryLimiter(): MemoryLimiter {
  const byName = new Map<string, CallerCounts>();
  let size = 0;

  function countsUnder(name: string): CallerCounts {
    const known = byName.get(name);
    if (known !== undefined) return known;
    const counts: CallerCounts = new Map();
    byName.set(name, counts);
    return counts;
  }

  function begin(counts: CallerCounts, who: string, startedAt: Instant, endsAt: Instant): CallerCount {
    // The caller is deleted first, to keep each Map in the order of window starts.
    if (counts.delete(who)) size--;
    if (size >= MOST_CALLERS) size -= makeRoom([...byName.values()], startedAt);
    const count = { startedAt, endsAt, taken: 0 };
    // A copy of the key: up to Node 24 a substring keeps the whole header in memory.
    counts.set(copyOf(who), count);
    size++;
    return count;
  }

  return {
    take(name, { max, windowSeconds }, who, now, cost = 1) {
      const length = windowSeconds * SECOND;
      const counts = countsUnder(name);
      const known = counts.get(who);
      const count =
        known === undefined || now >= known.endsAt ? begin(counts, who, now, now + length) : known;
      if (now < count.startedAt - length) moveBack(count, now, length);
      const allowed = count.taken + cost <= max;
      if (allowed) count.taken += cost;
      return { ...windowOf(count, max), allowed };
    },

    peek(name, { max, windowSeconds }, who, now) {
      const count = byName.get(name)?.get(who);
      if (!count || now >= count.endsAt || now < count.startedAt - windowSeconds * SECOND) return undefined;
      return { ...windowOf(count, max), allowed: count.taken < max };
    },

    giveBack(name, who, { startedAt }) {
      const count = byName.get(name)?.get(who);
      if (count?.startedAt === startedAt && count.taken > 0) count.taken--;
    },

    size: () => size,

    async close() {
      byName.clear();
      size = 0;
    },
  };
}

function copyOf(text: string): string {
  return [text.slice(0, 1), text.slice(1)].join('');
}

function windowOf({ startedAt, endsAt, taken }: CallerCount, max: number): Omit<LimitState, 'allowed'> {
  return { max, remaining: Math.max(0, max - taken), startedAt, resetsAt: endsAt };
}

// Moves a window back after the clock was set back: otherwise callers would be locked out until the clock catches up.
function moveBack(count: CallerCount, now: Instant, length: number): void {
  count.startedAt = now;
  count.endsAt = now + length;
}

/** Drops expired windows, then the oldest; returns their number. */
function makeRoom(all: readonly CallerCounts[], now: Instant): number {
  let dropped = 0;
  for (const counts of all) dropped += dropExpired(counts, now);
  return dropped >= ROOM_MADE_AT_ONCE ? dropped : dropped + dropOldest(all, ROOM_MADE_AT_ONCE - dropped);
}

function dropExpired(counts: CallerCounts, now: Instant): number {
  let dropped = 0;
  for (const [who, count] of counts) {
    if (now < count.endsAt) break;
    counts.delete(who);
    dropped++;
  }
  return dropped;
}

function dropOldest(all: readonly CallerCounts[], howMany: number): number {
  const queues = all.map((counts) => ({ counts, order: counts.entries(), head: undefined as QueueHead }));
  for (const queue of queues) queue.head = queue.order.next().value;
  for (let dropped = 0; dropped < howMany; dropped++) {
    const oldest = queues.reduce((a, b) => (startOf(b.head) < startOf(a.head) ? b : a));
    if (oldest.head === undefined) return dropped;
    oldest.counts.delete(oldest.head[0]);
    oldest.head = oldest.order.next().value;
  }
  return howMany;
}

type QueueHead = readonly [who: string, count: CallerCount] | undefined;

const startOf = (head: QueueHead): Instant => (head === undefined ? Infinity : head[1].startedAt);
