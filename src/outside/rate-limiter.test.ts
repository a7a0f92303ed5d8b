import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { forgetKeys, REDIS_URL, redisAnswers } from '../../test/support/real-redis.ts';
import { type Limiter, type LimitState, memoryLimiter, type WindowLimit } from './rate-limiter.ts';
import { redisLimiter } from './rate-limiter-redis.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const CARE = { max: 2, windowSeconds: 10 };
const RUN = randomUUID();
const redis = await redisAnswers();

const onTrouble = (error: Error) => expect.fail(error.message);
const kinds = [
  { kind: 'in memory', open: async (): Promise<Limiter> => memoryLimiter(), here: true },
  { kind: 'in Redis', open: () => redisLimiter({ url: REDIS_URL, time: 'given', onTrouble }), here: redis },
];

const toClose: Limiter[] = [];

afterEach(async () => {
  await Promise.all(toClose.splice(0).map((limiter) => limiter.close()));
});

afterAll(async () => {
  if (redis) await forgetKeys(`arkhouse:limit:*:${RUN}*`);
});

describe.each(kinds.filter(({ here }) => here))('a limiter $kind', ({ open }) => {
  test('reports the rest without counting, nothing for a window that has not begun or is over, and begins the next at its end', async () => {
    const limiter = await opened(open);
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
    const limiter = await opened(open);
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
            expect(window.resetsAt).toBeGreaterThanOrEqual(now);
            expect(window.remaining).toBeGreaterThanOrEqual(0);
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

async function opened(open: () => Promise<Limiter>): Promise<Limiter> {
  const limiter = await open();
  toClose.push(limiter);
  return limiter;
}
