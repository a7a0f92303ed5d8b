import { expect, test } from 'vitest';

import { lruCache } from './lru-cache.ts';

test('never more are remembered than the most', () => {
  const remembered = lruCache<number>(100);
  for (let at = 0; at < 10_000; at++) remembered.set(`item ${at}`, at);
  expect(remembered.size()).toBeLessThanOrEqual(100);
  expect(remembered.get('item 9999')).toBe(9999);
  expect(remembered.get('item 0')).toBeUndefined();
});

test('what is used stays, however many come', () => {
  const remembered = lruCache<number>(10);
  remembered.set('tuna', 1);
  for (let at = 0; at < 1_000; at++) {
    remembered.set(`item ${at}`, at);
    expect(remembered.get('tuna')).toBe(1);
  }
});
