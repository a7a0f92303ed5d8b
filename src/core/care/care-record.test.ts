import { expect, test } from 'vitest';

import { ACTIONS } from '../vocabulary.ts';
import { rememberAction, varietyOf } from './care-record.ts';

test.each([
  [[], 0],
  [['feed'], 0],
  [['feed', 'feed'], 0],
  [['feed', 'play'], (Math.log(2) / Math.log(7)) * 100],
  [[...ACTIONS], 100],
] as const)('care like %j has a variety of %f', (recent, variety) => {
  expect(varietyOf(recent)).toBeCloseTo(variety, 10);
});

test('the last twenty are remembered', () => {
  const recent = rememberAction(
    Array.from({ length: 20 }, () => 'feed' as const),
    'play',
  );
  expect([recent.length, recent.at(-1), recent.at(0)]).toEqual([20, 'play', 'feed']);
});
