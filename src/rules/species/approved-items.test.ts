import { expect, test } from 'vitest';

import { APPROVED_ITEMS, approvedItem } from './catalog.ts';

test('items are known by plain lower-case names, whatever case they are given in', () => {
  for (const item of APPROVED_ITEMS) expect(item).toMatch(/^[ -@[-~]+$/);
  expect(approvedItem('Tuna')).toBe('tuna');
});

test.each(['', 'a stranger’s word', 'tuna ', 'ｔuna', 'ta\u212Ae'])('%j is nobody’s favourite', (name) => {
  expect(approvedItem(name)).toBeUndefined();
});
