import { expect, test } from 'vitest';

import { LruCache } from './collections.ts';

test('the cache never exceeds its capacity', () => {
  const cache = new LruCache<number>(100);
  for (let at = 0; at < 10_000; at++) {
    cache.set(`item ${at}`, at);
    expect(cache.size).toBeLessThanOrEqual(100);
  }
  expect(cache.get('item 9999')).toBe(9999);
  expect(cache.get('item 0')).toBeUndefined();
});

test('recently used entries stay, however many are added', () => {
  const cache = new LruCache<number>(10);
  cache.set('tuna', 1);
  for (let at = 0; at < 1_000; at++) {
    cache.set(`item ${at}`, at);
    expect(cache.get('tuna')).toBe(1);
  }
});

test('a full cache evicts only the least recently used entry', () => {
  const cache = new LruCache<number>(3);
  for (const key of ['tuna', 'cod', 'eel']) cache.set(key, 1);
  cache.get('tuna');
  cache.set('hake', 1);
  expect(['tuna', 'cod', 'eel', 'hake'].filter((key) => cache.get(key) === 1)).toEqual([
    'tuna',
    'eel',
    'hake',
  ]);
});

test('evicting a replaced entry does not delete its successor', () => {
  const cache = new LruCache<number>(4);
  cache.set('tuna', 2);
  cache.deleteIf('tuna', 1);
  expect(cache.get('tuna')).toBe(2);
  cache.deleteIf('tuna', 2);
  expect(cache.get('tuna')).toBeUndefined();
});
