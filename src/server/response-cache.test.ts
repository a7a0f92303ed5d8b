import { expect, test } from 'vitest';

import { SECOND } from '../rules/base/clock.ts';
import { ResponseCache } from './page-row.ts';

function counting() {
  let made = 0;
  return { make: async () => (made += 1), made: () => made };
}

test('concurrent requests share one render', async () => {
  const { make, made } = counting();
  const pages = new ResponseCache<number>(10);
  const ask = (now: number) => pages.get('/', 5, now, make);
  expect(await Promise.all([ask(0), ask(0), ask(4 * SECOND)])).toEqual([1, 1, 1]);
  expect(await ask(5 * SECOND)).toBe(2);
  expect(made()).toBe(2);
});

test('a failure reaches the waiting callers and is not cached', async () => {
  const pages = new ResponseCache<number>(10);
  const fails = () => pages.get('/', 5, 0, () => Promise.reject(new Error('no')));
  await expect(fails()).rejects.toThrow('no');
  expect(await pages.get('/', 5, 0, async () => 7)).toBe(7);
});

test('the cache is bounded and evicts the oldest entry', async () => {
  const { make } = counting();
  const pages = new ResponseCache<number>(2);
  for (const key of ['a', 'b', 'c']) await pages.get(key, 5, 0, make);
  expect(await pages.get('c', 5, 0, make)).toBe(3);
  expect(await pages.get('a', 5, 0, make)).toBe(4);
});
