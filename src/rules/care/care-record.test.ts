import { expect, test } from 'vitest';

import { aCreature } from '../../../test/support/creature.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import { ACTIONS } from '../vocabulary.ts';
import { recordAfter, rememberAction, varietyOf } from './care-record.ts';

test.each([
  [[], 0],
  [['feed'], 0],
  [['feed', 'feed'], 0],
  [['feed', 'play'], (Math.log(2) / Math.log(7)) * 100],
  [[...ACTIONS], 100],
] as const)('care like %j has a variety of %f', (recent, variety) => {
  expect(varietyOf(recent)).toBeCloseTo(variety, 10);
});

test('the last twenty acts are remembered', () => {
  const recent = rememberAction(
    Array.from({ length: 20 }, () => 'feed' as const),
    'play',
  );
  expect([recent.length, recent.at(-1), recent.at(0)]).toEqual([20, 'play', 'feed']);
});

test.each([
  [SAME_VISIT - 1, 'the same visit'],
  [SAME_VISIT, 'another visit'],
])('care %i ms after the last is %s, and only a new visit records an interval', (ms, which) => {
  const creature = aCreature({ record: { responsiveness: 50 } });
  const entry = { action: 'play', timing: undefined, windows: 0.5, health: 90, harmful: false } as const;
  const { responsiveness } = recordAfter(creature, entry, creature.life.lastCareAt + ms);
  expect(responsiveness === 50).toBe(which === 'the same visit');
});
