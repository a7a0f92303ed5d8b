import { expect, test } from 'vitest';

import { iso } from './clock.ts';

test('a moment is written in UTC, the same at every writing', () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59, 7);
  expect([iso(at), iso(at)]).toEqual(['2026-02-28T23:59:59.007Z', '2026-02-28T23:59:59.007Z']);
});

test('what is no moment is not written', () => {
  expect(() => iso(Number.NaN)).toThrow(RangeError);
  expect(() => iso(Infinity)).toThrow(RangeError);
});
