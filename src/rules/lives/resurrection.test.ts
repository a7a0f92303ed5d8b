import { expect, test } from 'vitest';

import { aCreature, after, PLAIN } from '../../../test/support/creature.ts';
import { DAY } from '../base/clock.ts';
import { ageHours } from './growth.ts';
import { resurrectionCost, reviveCreature, resurrectionClosesAt } from './resurrection.ts';

function deadAt(hours: number, resurrections = 0) {
  return { ...aCreature(), resurrections, died: { at: after(hours), cause: 'hunger' as const } };
}

test.each([
  ['a day old, first death', 24, 0, 100],
  ['a week old, first death', 168, 0, 100],
  ['a minute over a week', 168 + 1 / 60, 0, 101],
  ['a month old, first death', 28 * 24, 0, 400],
  ['six months old, first death', 182 * 24, 0, 2600],
  ['six months old, second death', 182 * 24, 1, 13_000],
  ['a day old, third death', 24, 2, 2500],
])('%s costs the price of the formula', (_, hours, before, cost) => {
  expect(resurrectionCost(deadAt(hours, before), after(hours + 99))).toBe(cost);
});

test('a price is a safe integer', () => {
  expect(resurrectionCost(deadAt(1e6, 40), after(1e6))).toBe(1_000_000_000_000);
});

test('the resurrection window closes seven days after death', () => {
  expect(resurrectionClosesAt(after(5))).toBe(after(5) + 7 * DAY);
});

test('resurrection restarts every clock and keeps its age', () => {
  const back = reviveCreature(deadAt(30), PLAIN, 'a little quieter', after(100));
  expect(back).toMatchObject({
    died: undefined,
    resurrections: 1,
    record: { streak: 0, missedFeedings: 3, consistency: 100 * 0.9 ** 3 },
    personality: ['a little quieter'],
    life: {
      stats: { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 },
      settledAt: after(100),
      lastFedAt: after(100),
      lastCareAt: after(100),
      hatchedAt: after(0),
      rhythm: { intervals: 0 },
    },
  });
  expect(ageHours(back, after(101))).toBe(31);
  expect(back.life?.ageFrom).toBe(after(70));
});
