import { expect, test } from 'vitest';

import { splitHosts } from '../../../packages/database/host-list.ts';
import { dice, pick } from './dice.ts';

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
  expect([0, 0.5, 0.9999].map((roll) => pick(['a', 'b', 'c'], roll))).toEqual(['a', 'b', 'c']);
});

test.each([
  ['postgres://me:p%40ss@one:5432,two:5433/house?a=1,2', ['one:5432', 'two:5433']],
  ['postgresql://one,[::1]:5433,three/house', ['one', '[::1]:5433', 'three']],
  ['postgres://me:a,b@one/house', ['one']],
  ['postgres:///house?host=/run/postgresql', ['']],
  ['one,two', ['one,two']],
])('every host of %s becomes a URL of its own', (url, hosts) => {
  const all = hosts.join(',');
  expect(splitHosts(url)).toEqual(hosts.map((host) => (all ? url.replace(all, host) : url)));
});
