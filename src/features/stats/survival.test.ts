import { expect, test } from 'vitest';

import { survivalCurve, type LivesByAge } from './health.ts';

const NOBODY: LivesByAge = { died: new Map(), released: new Map(), returned: new Map(), living: new Map() };
const shares = (lives: Partial<LivesByAge>) =>
  survivalCurve({ ...NOBODY, ...lives }).map(({ share }) => share);

test('without lives there is no survival curve', () => {
  expect(survivalCurve(NOBODY)).toEqual([]);
});

test('the curve begins at all lives, and a death counts from the next day', () => {
  expect(
    survivalCurve({
      ...NOBODY,
      died: new Map([
        [0, 1],
        [2, 1],
      ]),
      living: new Map([[3, 2]]),
    }),
  ).toEqual([
    { age: 0, share: 1, lives: 4 },
    { age: 1, share: 0.75, lives: 3 },
    { age: 2, share: 0.75, lives: 3 },
    { age: 3, share: 0.5, lives: 2 },
    { age: 4, share: 0.5, lives: 0 },
  ]);
});

test('living and released creatures count only up to their known age', () => {
  // Nine of ten are newborn; the only older one died.
  expect(shares({ living: new Map([[0, 9]]), died: new Map([[1, 1]]) })).toEqual([1, 1, 0]);
  expect(shares({ released: new Map([[0, 9]]), died: new Map([[1, 1]]) })).toEqual([1, 1, 0]);
});

test('a resurrected creature counts from its age at resurrection and may die again', () => {
  const curve = survivalCurve({
    ...NOBODY,
    died: new Map([
      [1, 1],
      [3, 1],
    ]),
    returned: new Map([[1, 1]]),
    living: new Map([[4, 1]]),
  });
  expect(curve.map(({ lives }) => lives)).toEqual([2, 3, 2, 2, 1, 0]);
  expect(curve.at(-1)?.share).toBeCloseTo((1 - 1 / 3) * (1 - 1 / 2));
});
