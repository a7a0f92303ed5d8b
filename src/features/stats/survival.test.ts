import { expect, test } from 'vitest';

import { survivalCurve, type LivesByAge } from './health.ts';

const NOBODY: LivesByAge = { died: new Map(), released: new Map(), returned: new Map(), living: new Map() };
const shares = (lives: Partial<LivesByAge>) =>
  survivalCurve({ ...NOBODY, ...lives }).map(({ share }) => share);

test('of nobody nothing is told', () => {
  expect(survivalCurve(NOBODY)).toEqual([]);
});

test('everybody is there at the beginning, and whoever dies is gone from the next day on', () => {
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

test('whoever lives or was let go counts only for as long as it is known of', () => {
  // Of ten, nine are as young as can be; the one that grew older died.
  expect(shares({ living: new Map([[0, 9]]), died: new Map([[1, 1]]) })).toEqual([1, 1, 0]);
  expect(shares({ released: new Map([[0, 9]]), died: new Map([[1, 1]]) })).toEqual([1, 1, 0]);
});

test('whoever came back counts from the age it came back at, and may die again', () => {
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
