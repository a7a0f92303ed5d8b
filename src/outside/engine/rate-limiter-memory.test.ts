import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

import { MOST_CALLERS, memoryLimiter } from './rate-limiter-memory.ts';

const HALL = { max: 20, windowSeconds: 60 };
const NOON = Date.UTC(2026, 0, 1, 12);
const MB = 1024 * 1024;

test('of a million callers only so many are remembered, in less than fifty megabytes', () => {
  const limiter = memoryLimiter();
  const before = bytesInUse();
  for (let caller = 0; caller < 1_000_000; caller++)
    limiter.take('hall', HALL, `2001:db8:${caller >> 16}:${caller & 0xffff}::/64`, NOON);
  expect(bytesInUse() - before).toBeLessThan(50 * MB);
  expect(limiter.size()).toBeLessThanOrEqual(MOST_CALLERS);
  expect(limiter.size()).toBeGreaterThan(0);
});

test('a caller cut out of a long header does not keep the header in memory', () => {
  const limiter = memoryLimiter();
  const before = bytesInUse();
  for (let caller = 0; caller < 5_000; caller++) {
    const header = Buffer.from(`${'x'.repeat(16_000)},2001:db8:0:${caller}::/64`).toString();
    limiter.take('hall', HALL, header.slice(16_001), NOON);
  }
  expect(bytesInUse() - before).toBeLessThan(20 * MB);
  expect(limiter.size()).toBe(5_000);
});

test('when there is no room, windows that are over make it', () => {
  const limiter = memoryLimiter();
  limiter.take('register', { max: 1, windowSeconds: 3600 }, 'patient', NOON);
  fill(limiter, MOST_CALLERS - 1, NOON);
  limiter.take('hall', HALL, 'newcomer', NOON + 60_000);
  expect(limiter.size()).toBe(2);
  expect(limiter.take('register', { max: 1, windowSeconds: 3600 }, 'patient', NOON + 60_000).allowed).toBe(
    false,
  );
});

test('when every window is still running, the one that began first is forgotten first', () => {
  const limiter = memoryLimiter();
  const once = { max: 1, windowSeconds: 3600 };
  limiter.take('register', once, 'first', NOON);
  fill(limiter, MOST_CALLERS - 2, NOON + 1);
  limiter.take('register', once, 'late', NOON + 2);
  limiter.take('hall', HALL, 'newcomer', NOON + 3);
  expect(limiter.size()).toBeLessThanOrEqual(MOST_CALLERS);
  expect(limiter.take('register', once, 'late', NOON + 4).allowed).toBe(false);
  expect(limiter.take('register', once, 'first', NOON + 4).allowed).toBe(true);
});

test('a caller who comes again after every window takes the room of one', () => {
  const limiter = memoryLimiter();
  for (let minute = 0; minute < 1_000; minute++)
    limiter.take('hall', HALL, 'regular', NOON + minute * 60_000);
  expect(limiter.size()).toBe(1);
});

function fill(limiter: ReturnType<typeof memoryLimiter>, callers: number, at: number): void {
  for (let caller = 0; caller < callers; caller++) limiter.take('hall', HALL, `caller ${caller}`, at);
}

function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
