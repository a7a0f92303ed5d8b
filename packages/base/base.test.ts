import { expect, test } from 'vitest';

import { LruCache } from './collections.ts';
import { seedOf } from './hash.ts';

test('a full cache evicts the least recently used entry and never exceeds its capacity', () => {
  const cache = new LruCache<number>(10);
  cache.set('tuna', 1);
  for (let at = 0; at < 1000; at++) {
    cache.set(`item ${at}`, at);
    expect(cache.get('tuna')).toBe(1);
    expect(cache.size).toBeLessThanOrEqual(10);
  }
  expect([990, 991, 999].map((at) => cache.get(`item ${at}`))).toEqual([undefined, 991, 999]);
});

test('evicting a replaced entry does not delete its successor', () => {
  const cache = new LruCache<number>(4);
  cache.set('tuna', 2);
  cache.deleteIf('tuna', 1);
  expect(cache.get('tuna')).toBe(2);
  cache.deleteIf('tuna', 2);
  expect(cache.get('tuna')).toBeUndefined();
});

test('each text has its own seed', () => {
  expect(seedOf('a')).toBe(seedOf('a'));
  expect(seedOf('a')).not.toBe(seedOf('b'));
  expect(seedOf('')).toBe(0x811c9dc5);
});
