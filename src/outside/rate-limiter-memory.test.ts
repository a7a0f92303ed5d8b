import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

import { MOST_CALLERS, memoryLimiter } from './rate-limiter.ts';

const HALL = { max: 20, windowSeconds: 60 };
const SHORT = { max: 1, windowSeconds: 10 };
const NOON = Date.UTC(2026, 0, 1, 12);
const MB = 1024 * 1024;

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
  for (let caller = 0; caller < 1_000; caller++) limiter.take('short', SHORT, `short ${caller}`, NOON);
  for (let caller = 0; caller < MOST_CALLERS - 1_000; caller++)
    limiter.take('hall', HALL, `caller ${caller}`, NOON);
  const later = NOON + 10_000;
  limiter.take('register', HALL, 'newcomer', later);
  expect(limiter.size()).toBe(MOST_CALLERS - 5_000 + 1);
  expect(limiter.peek('short', SHORT, 'short 999', NOON)).toBeUndefined();
  expect(limiter.peek('hall', HALL, 'caller 3999', later)).toBeUndefined();
  expect(limiter.peek('hall', HALL, 'caller 4000', later)).toBeDefined();
});

test('a cost above the rest is refused and takes nothing; a cost equal to it is accepted', () => {
  const limiter = memoryLimiter();
  const take = (cost: number) => limiter.take('words', { max: 5, windowSeconds: 60 }, 'ada', NOON, cost);
  expect(take(3)).toMatchObject({ allowed: true, remaining: 2 });
  expect(take(3)).toMatchObject({ allowed: false, remaining: 2 });
  expect(take(2)).toMatchObject({ allowed: true, remaining: 0 });
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
});

test('of three times as many callers as fit the rest is forgotten, in less than fifty megabytes', () => {
  const limiter = memoryLimiter();
  const before = bytesInUse();
  for (let caller = 0; caller < 3 * MOST_CALLERS; caller++)
    limiter.take('hall', HALL, `2001:db8:${caller >> 16}:${caller & 0xffff}::/64`, NOON);
  expect(bytesInUse() - before).toBeLessThan(50 * MB);
  expect(limiter.size()).toBeLessThanOrEqual(MOST_CALLERS);
  expect(limiter.size()).toBeGreaterThan(0);
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
