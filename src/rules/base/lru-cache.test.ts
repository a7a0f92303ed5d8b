import { expect, test } from 'vitest';

import { LruCache } from './collections.ts';

test('there are never more entries than the capacity', () => {
  const cache = new LruCache<number>(100);
  for (let at = 0; at < 10_000; at++) {
    cache.set(`item ${at}`, at);
    expect(cache.size).toBeLessThanOrEqual(100);
  }
  expect(cache.get('item 9999')).toBe(9999);
  expect(cache.get('item 0')).toBeUndefined();
});

test('what is used stays, however many come', () => {
  const cache = new LruCache<number>(10);
  cache.set('tuna', 1);
  for (let at = 0; at < 1_000; at++) {
    cache.set(`item ${at}`, at);
    expect(cache.get('tuna')).toBe(1);
  }
});

test('of a full cache what was used longest ago goes, and nothing else', () => {
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

test('an entry that was replaced is not deleted in place of its predecessor', () => {
  const cache = new LruCache<number>(4);
  cache.set('tuna', 2);
  cache.deleteIf('tuna', 1);
  expect(cache.get('tuna')).toBe(2);
  cache.deleteIf('tuna', 2);
  expect(cache.get('tuna')).toBeUndefined();
});
