import { expect, test } from 'vitest';

import { APPROVED_ITEMS, approvedItem } from './catalog.ts';

test('items have plain lower-case names and are found in any case', () => {
  for (const item of APPROVED_ITEMS) expect(item).toMatch(/^[ -@[-~]+$/);
  expect(approvedItem('Tuna')).toBe('tuna');
});

test.each(['', 'a stranger’s word', 'tuna ', 'ｔuna', 'ta\u212Ae'])('%j is no known favourite', (name) => {
  expect(approvedItem(name)).toBeUndefined();
});
