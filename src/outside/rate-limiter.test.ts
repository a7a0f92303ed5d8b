import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { forgetKeys, REDIS_URL, redisAnswers } from '../../test/support/real-redis.ts';
import { redisLimiter } from './rate-limiter-redis.ts';
import {
  type Limiter,
  type LimitState,
  memoryLimiter,
  MOST_CALLERS,
  NO_LIMITS,
  type WindowLimit,
} from './rate-limiter.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const HALL = { max: 20, windowSeconds: 60 };
const SHORT = { max: 1, windowSeconds: 10 };
const MB = 1024 * 1024;
const CARE = { max: 2, windowSeconds: 10 };
const RUN = randomUUID();
const redis = await redisAnswers();
const onTrouble = (error: Error) => expect.fail(error.message);
const kinds = [
  { kind: 'in memory', open: async (): Promise<Limiter> => memoryLimiter(), here: true },
  {
    kind: 'in Redis',
    open: () => redisLimiter({ url: REDIS_URL, time: 'given', onTrouble, answerWithinMs: 20_000 }),
    here: redis,
  },
];

afterAll(async () => {
  if (redis) await forgetKeys(`arkhouse:limit:*:${RUN}*`);
});

describe.each(kinds.filter(({ here }) => here))('a limiter $kind', ({ open }) => {
  test('reports the rest without counting, nothing for a window that has not begun or is over, and begins the next at its end', async () => {
    const limiter = await open();
    onTestFinished(() => limiter.close());
    const peek = (ms: number) => limiter.peek(name, CARE, 'ada', NOON + ms);
    const name = nameOfThis();
    expect(await peek(0)).toBeUndefined();
    await limiter.take(name, CARE, 'ada', NOON);
    const running = { max: 2, remaining: 1, startedAt: NOON, resetsAt: NOON + 10_000, allowed: true };
    expect([await peek(1), await peek(9_999)]).toEqual([running, running]);
    expect(await peek(10_000)).toBeUndefined();
    await limiter.take(name, CARE, 'ada', NOON);
    expect(await peek(2)).toMatchObject({ remaining: 0, allowed: false });
    const next = { remaining: 1, startedAt: NOON + 10_000, allowed: true };
    expect(await limiter.take(name, CARE, 'ada', NOON + 10_000)).toMatchObject(next);
  });

  test('accepts, refuses, takes back and begins new windows for each caller and rule apart, by any clock', async () => {
    const limiter = await open();
    onTestFinished(() => limiter.close());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...limits),
        fc.array(steps, { maxLength: 60 }),
        async (limit, story) => {
          const name = nameOfThis();
          const rule = new Map<string, Running>();
          const last = new Map<string, LimitState>();
          for (const { does, who: agent, rule: ending, ms } of story) {
            const [named, who] = [`${name}${ending}`, `${agent}${ending}`];
            const now = NOON + ms;
            if (does === 'giveBack') {
              const counted = last.get(who) ?? NEVER;
              await limiter.giveBack(named, agent, counted);
              giveBackByTheRule(rule, who, counted);
              continue;
            }
            const window = await limiter.take(named, limit, agent, now);
            expect(window).toEqual(takeByTheRule(rule, limit, who, now));
            // Returned quota was counted at any earlier time.
            if (now % 2 === 0) last.set(who, window);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

const limits = [1, 2, 5].map((max): WindowLimit => ({ max, windowSeconds: max === 5 ? 60 : 10 }));

const steps = fc.record({
  does: fc.constantFrom('take', 'take', 'take', 'giveBack' as const),
  who: fc.constantFrom('ada', '2001:db8::/64'),
  rule: fc.constantFrom('', '-2'),
  ms: fc.oneof(
    fc.integer({ min: 0, max: 30_000 }),
    fc.constantFrom(0, 9_999, 10_000, 10_001, 60_000),
    fc.integer({ min: -200_000, max: 200_000 }),
  ),
});

type Running = Record<'from' | 'counted', number>;

function takeByTheRule(rule: Map<string, Running>, limit: WindowLimit, who: string, now: number): LimitState {
  const length = limit.windowSeconds * 1000;
  let running = rule.get(who) ?? { from: -Infinity, counted: 0 };
  if (now - running.from >= length) running = { from: now, counted: 0 };
  if (running.from - now > length) running = { from: now, counted: running.counted };
  const allowed = running.counted + 1 <= limit.max;
  const counted = allowed ? running.counted + 1 : running.counted;
  rule.set(who, { from: running.from, counted });
  const { from } = running;
  const window = { startedAt: from, resetsAt: from + length };
  return { max: limit.max, remaining: limit.max - counted, ...window, allowed };
}

const NEVER: LimitState = { max: 1, remaining: 1, startedAt: 0, resetsAt: 0, allowed: true };

function giveBackByTheRule(rule: Map<string, Running>, who: string, { startedAt }: LimitState): void {
  const running = rule.get(who);
  if (running?.from === startedAt) running.counted = Math.max(0, running.counted - 1);
}

let named = 0;
const nameOfThis = () => `${RUN}-${named++}`;

test('a caller that returns after every window takes one entry, and a closed limiter has none', async () => {
  const limiter = memoryLimiter();
  for (let minute = 0; minute < 1_000; minute++)
    limiter.take('hall', HALL, 'regular', NOON + minute * 60_000);
  expect(limiter.size()).toBe(1);
  await limiter.close();
  expect(limiter.size()).toBe(0);
});

test('five thousand entries are evicted at once: all ended windows, then the oldest running ones', () => {
  const limiter = memoryLimiter();
  for (let caller = 0; caller < MOST_CALLERS - 1_000; caller++)
    limiter.take('hall', HALL, `caller ${caller}`, NOON);
  for (let caller = 0; caller < 1_000; caller++) limiter.take('short', SHORT, `short ${caller}`, NOON);
  const later = NOON + 10_000;
  limiter.take('short', SHORT, 'short 0', later);
  limiter.take('register', HALL, 'newcomer', later);
  expect(limiter.size()).toBe(MOST_CALLERS - 5_000 + 1);
  expect(limiter.peek('short', SHORT, 'short 999', NOON)).toBeUndefined();
  expect(limiter.peek('hall', HALL, 'caller 4000', later)).toBeUndefined();
  expect(limiter.peek('hall', HALL, 'caller 4001', later)).toBeDefined();
});

test('a cost above the rest is refused and takes nothing, one equal to it is accepted, no more is given back', () => {
  const limiter = memoryLimiter();
  const take = (cost: number) => limiter.take('words', { max: 5, windowSeconds: 60 }, 'ada', NOON, cost);
  expect(take(3)).toMatchObject({ allowed: true, remaining: 2 });
  expect(take(3)).toMatchObject({ allowed: false, remaining: 2 });
  const last = take(2);
  expect(last).toMatchObject({ allowed: true, remaining: 0 });
  for (let nth = 0; nth < 6; nth++) limiter.giveBack('words', 'ada', last);
  expect(take(5)).toMatchObject({ allowed: true, remaining: 0 });
});

test('without limits nothing is counted', () => {
  const free = { max: 20, remaining: 20, startedAt: NOON, resetsAt: NOON + 60_000, allowed: true };
  for (const _ of [1, 2]) expect(NO_LIMITS.take('hall', HALL, 'ada', NOON)).toEqual(free);
});

test('a lowered limit leaves zero, not less', () => {
  const limiter = memoryLimiter();
  for (let nth = 0; nth < 3; nth++) limiter.take('hall', HALL, 'ada', NOON);
  const lower = { max: 1, windowSeconds: 60 };
  expect(limiter.peek('hall', lower, 'ada', NOON)).toMatchObject({ remaining: 0, allowed: false });
  expect(limiter.take('hall', lower, 'ada', NOON)).toMatchObject({ remaining: 0, allowed: false });
});

test('a window is reported until the clock is set back by more than its length', () => {
  const limiter = memoryLimiter();
  limiter.take('hall', HALL, 'ada', NOON);
  expect(limiter.peek('hall', HALL, 'ada', NOON - 60_000)).toBeDefined();
  expect(limiter.peek('hall', HALL, 'ada', NOON - 60_001)).toBeUndefined();
  expect(limiter.take('hall', HALL, 'ada', NOON - 60_000)).toMatchObject({ startedAt: NOON });
});

test('of three times as many callers as fit the rest is forgotten, in less than fifty megabytes', () => {
  const limiter = memoryLimiter();
  const before = bytesInUse();
  for (let caller = 0; caller < 3 * MOST_CALLERS; caller++)
    limiter.take('hall', HALL, `2001:db8:${caller >> 16}:${caller & 0xffff}::/64`, NOON);
  expect(bytesInUse() - before).toBeLessThan(50 * MB);
  expect(limiter.size()).toBeLessThanOrEqual(MOST_CALLERS);
});

test('a caller sliced from a long header does not retain the header in memory', () => {
  const limiter = memoryLimiter();
  const before = bytesInUse();
  for (let caller = 0; caller < 5_000; caller++) {
    const header = Buffer.from(`${'x'.repeat(16_000)},2001:db8:0:${caller}::/64`).toString();
    limiter.take('hall', HALL, header.slice(16_001), NOON);
  }
  expect(bytesInUse() - before).toBeLessThan(20 * MB);
  expect(limiter.size()).toBe(5_000);
});

function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
