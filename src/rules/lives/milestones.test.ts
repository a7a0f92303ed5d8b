import { expect, test } from 'vitest';

import type { Stat } from '../vocabulary.ts';
import { NEW_RECORD } from './creature.ts';
import { milestonesBetween } from './milestones.ts';

const NOTHING = { hunger: 0, happiness: 0, health: 0, trust: 0, discipline: 0 };

function crossing(stat: Stat, before: number, then: number, record = NEW_RECORD) {
  const at = (value: number) => ({ stats: { ...NOTHING, [stat]: value }, streak: 0 });
  return milestonesBetween(at(before), at(then), record);
}

test.each([
  ['trust', 'trust_milestone', [50, 75, 90]],
  ['happiness', 'happiness_milestone', [50, 80, 100]],
  ['discipline', 'discipline_milestone', [25, 50, 75]],
] as const)('%s has milestones, each at its threshold', (stat, type, thresholds) => {
  for (const threshold of thresholds) {
    expect(crossing(stat, threshold - 0.1, threshold)).toEqual([{ type, threshold }]);
    expect(crossing(stat, threshold, threshold + 0.1)).toEqual([]);
    expect(crossing(stat, threshold - 0.2, threshold - 0.1)).toEqual([]);
  }
  expect(crossing(stat, 0, 100)).toEqual(thresholds.map((threshold) => ({ type, threshold })));
});

test('health has one, for creatures that had been critical', () => {
  expect(crossing('health', 70, 85)).toEqual([]);
  expect(crossing('health', 70, 85, { ...NEW_RECORD, wasCritical: true })).toEqual([
    { type: 'health_milestone', threshold: 80 },
  ]);
});

test.each([10, 25, 50, 100])('a streak of %i on-time feedings is one', (streak) => {
  const at = (length: number) => ({ stats: NOTHING, streak: length });
  expect(milestonesBetween(at(streak - 1), at(streak), NEW_RECORD)).toEqual([
    { type: 'care_streak', threshold: streak },
  ]);
  expect(milestonesBetween(at(streak), at(streak + 1), NEW_RECORD)).toEqual([]);
});

test('a milestone is reached once', () => {
  expect(crossing('trust', 0, 80, { ...NEW_RECORD, milestones: ['trust_milestone:50'] })).toEqual([
    { type: 'trust_milestone', threshold: 75 },
  ]);
});
