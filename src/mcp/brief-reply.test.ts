import { expect, test } from 'vitest';

import { moreLine } from './brief-reply.ts';

test.each([
  [500, 1000],
  [500, 500],
  [50, 50],
])('a history of %i entries, asked for with limit %i, says that there are older ones', (shown, limit) => {
  const reply = { care_log: Array.from({ length: shown }, () => ({})) };
  expect(moreLine('getCareHistory', reply, { limit })).toContain(`offset: ${shown}`);
});

test('a history that ends before the limit says nothing of older entries', () => {
  expect(moreLine('getCareHistory', { care_log: [{}] }, { limit: 2 })).toBeUndefined();
});
