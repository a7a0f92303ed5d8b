import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY, iso } from './clock.ts';

const YEAR_10000 = Date.UTC(10_000, 0);

test('a moment is written in UTC, the same at every writing', () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59, 7);
  expect([iso(at), iso(at)]).toEqual(['2026-02-28T23:59:59.007Z', '2026-02-28T23:59:59.007Z']);
});

test('every day of 27 years is written right', () => {
  for (let day = 0; day < 10_000; day += 1) expect(iso(day * DAY)).toBe(new Date(day * DAY).toISOString());
});

test('every moment is written as the runtime writes it, long ago, far ahead, and between two milliseconds', () => {
  const moment = fc.oneof(
    fc.integer({ min: -YEAR_10000, max: 2 * YEAR_10000 }),
    fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }),
    fc.double({ min: -DAY, max: YEAR_10000 + DAY, noNaN: true }),
    fc.constantFrom(0, -0, -1, DAY - 1, DAY, YEAR_10000 - 1, YEAR_10000),
  );
  fc.assert(
    fc.property(moment, (at) => iso(at) === new Date(at).toISOString()),
    { numRuns: 10_000 },
  );
});

test('what is no moment is not written', () => {
  expect(() => iso(Number.NaN)).toThrow(RangeError);
  expect(() => iso(Infinity)).toThrow(RangeError);
});
