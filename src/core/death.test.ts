import { expect, test } from 'vitest';

import { HOUR } from './clock.ts';
import { statsAt } from './condition.ts';
import { causeAt, deathClock, diesAt, urgencyOf } from './death.ts';
import { aCreature, after, PLAIN, SLEEPYHEAD } from '../../test/creature.ts';

test('without a rhythm its patience ends thirty-six hours after the last care', () => {
  expect(diesAt(aCreature(), { ...PLAIN, feedingWindowHours: 24 })).toBe(after(36));
});

test('with a rhythm it ends after three times the average, at least a day and at most two', () => {
  const creature = aCreature({ life: { rhythm: { intervals: 5, averageHours: 10 } } });
  expect(diesAt(creature, { ...PLAIN, feedingWindowHours: 24 })).toBe(after(30));
});

test('it dies the moment its health does, if that is sooner', () => {
  const creature = aCreature({ stats: { health: 4 } });
  const at = diesAt(creature, PLAIN);
  expect(at).toBe(after(17));
  expect(statsAt(creature, PLAIN, at - 1).health).toBeGreaterThan(0);
  expect(statsAt(creature, PLAIN, at).health).toBe(0);
});

test('asleep it lives longer', () => {
  const weak = { stats: { health: 4 }, life: { lastFedAt: after(-5) } };
  expect(diesAt(aCreature(weak), PLAIN)).toBe(after(12));
  expect(diesAt(aCreature({ ...weak, seed: SLEEPYHEAD }), PLAIN)).toBe(after(14));
});

test('one found without health is dead from the moment feeding is critical', () => {
  expect(diesAt(aCreature({ stats: { health: 0 } }), PLAIN)).toBe(after(15));
});

test('it dies of hunger when feeding is critical, and of neglect otherwise', () => {
  expect(causeAt(aCreature(), PLAIN, after(15))).toBe('hunger');
  expect(causeAt(aCreature(), PLAIN, after(15) - 1)).toBe('neglect');
  // A window of a day is critical at the very moment its patience ends.
  expect(causeAt(aCreature(), { ...PLAIN, feedingWindowHours: 24 }, after(36))).toBe('hunger');
});

test.each([
  [1, 'safe'],
  [0.6701, 'safe'],
  [0.67, 'warning'],
  [0.33, 'warning'],
  [0.3299, 'critical'],
  [0.11, 'critical'],
  [0.1099, 'imminent'],
  [0, 'imminent'],
])('with %f of the threshold left it is %s', (share, urgency) => {
  expect(urgencyOf(share)).toBe(urgency);
});

test('the clock tells how long nobody came, and how long is left', () => {
  expect(deathClock(aCreature(), { ...PLAIN, feedingWindowHours: 24 }, after(9))).toEqual({
    hoursWithoutCare: 9,
    diesAt: after(36),
    hoursRemaining: 27,
    thresholdHours: 36,
    urgency: 'safe',
  });
});

test('a clock that is asked too late has nothing left', () => {
  expect(deathClock(aCreature(), PLAIN, after(99) + HOUR).hoursRemaining).toBe(0);
});
