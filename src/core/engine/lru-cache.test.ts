import { expect, test } from 'vitest';

import { LruCache } from './lru-cache.ts';

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

test('what is deleted is gone from both halves', () => {
  const cache = new LruCache<number>(4);
  for (const key of ['tuna', 'cod', 'eel']) cache.set(key, 1);
  cache.set('tuna', 2);
  cache.delete('tuna');
  expect(cache.get('tuna')).toBeUndefined();
});

test('an entry that was replaced is not deleted in place of its predecessor', () => {
  const cache = new LruCache<number>(4);
  cache.set('tuna', 2);
  cache.deleteIf('tuna', 1);
  expect(cache.get('tuna')).toBe(2);
  cache.deleteIf('tuna', 2);
  expect(cache.get('tuna')).toBeUndefined();
});
