import { expect, test } from 'vitest';

import { dice, pick, seedOf } from './dice.ts';

test('the same words roll the same number, other words another', () => {
  const roll = dice(12345, 'sleep', 7);
  expect(dice(12345, 'sleep', 7)).toBe(roll);
  expect([dice(12346, 'sleep', 7), dice(12345, 'curious', 7), dice(12345, 'sleep', 8)]).not.toContain(roll);
  expect(dice(12345 + 2 ** 33, 'sleep', 7)).not.toBe(roll);
  expect(dice(12345, 'sleep', 7 + 2 ** 33)).not.toBe(roll);
});

test('rolls are between 0 and 1, evenly distributed', () => {
  const tenths = Array<number>(10).fill(0);
  for (let nth = 0; nth < 100_000; nth += 1) {
    const tenth = Math.floor(dice(99, 'others', nth) * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('a pick reaches every entry of the list', () => {
  expect([pick(['a', 'b', 'c'], 0), pick(['a', 'b', 'c'], 0.5), pick(['a', 'b', 'c'], 0.9999)]).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('each text has its own seed', () => {
  expect(seedOf('a')).toBe(seedOf('a'));
  expect(seedOf('a')).not.toBe(seedOf('b'));
  expect(seedOf('')).toBe(0x811c9dc5);
});
