import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { recommendedCheckin } from './checkin.ts';
import { statsAt } from './decay.ts';

function advice(hours: number, given: Given = {}, feedingWindowHours = 10) {
  const species = { ...PLAIN, feedingWindowHours };
  const creature = aCreature(given);
  return recommendedCheckin(creature, species, statsAt(creature, species, after(hours)), after(hours));
}

test('come back between half and three quarters of the window', () => {
  expect(advice(1)).toEqual({
    at: after(6.25),
    reason: 'in_time',
    windowStatus: 'before_window',
    hungerThen: 93.75,
  });
});

test.each([
  [6.25, 'in_window'],
  [9, 'in_window'],
  [12, 'past_window'],
])('at %f hours of ten it is time now', (hours, windowStatus) => {
  expect(advice(hours)).toMatchObject({ at: after(hours), reason: 'feed_now', windowStatus });
});

test('when feeding is critical or health is below twenty, come at once', () => {
  expect(advice(15)).toMatchObject({ at: after(15), reason: 'critical' });
  expect(advice(1, { stats: { health: 19.9 } })).toMatchObject({ at: after(1), reason: 'critical' });
  expect(advice(1, { stats: { health: 20 } }).reason).toBe('in_time');
});

// Asleep from ten to eighteen hours after noon.
test.each([
  ['it wakes within three quarters', 26, 18, 'when_it_wakes'],
  ['it wakes after them', 20, 18, 'when_it_wakes'],
  ['the window opens before bedtime', 19, 10 - 5 / 60, 'before_it_sleeps'],
  [
    'it falls asleep before the window opens, and wakes after it has closed',
    18.5,
    10 - 1 / 12 - 0,
    'before_it_sleeps',
  ],
])('it is never recommended to come while it sleeps: %s', (_, window, hours, reason) => {
  expect(advice(1, { seed: SLEEPYHEAD }, window)).toMatchObject({ at: after(hours), reason });
});

test('one that sleeps through its mealtime should eat a little early', () => {
  // Fed at three in the afternoon of ten hours' window: open from eight in the evening to one at night.
  const life = { lastFedAt: after(6) };
  expect(advice(6.5, { seed: SLEEPYHEAD, life }, 10)).toMatchObject({
    at: after(10) - 5 * 60_000,
    reason: 'early_rather_than_late',
  });
});

test('one that slept through its mealtime eats as it wakes', () => {
  const life = { lastFedAt: after(6), lastCareAt: after(6) };
  expect(advice(11, { seed: SLEEPYHEAD, life }, 10)).toMatchObject({ at: after(18), reason: 'late_at_best' });
});

test('one in danger that sleeps is sat with now, and after that awaited', () => {
  const life = { lastFedAt: after(-5) };
  expect(advice(11, { seed: SLEEPYHEAD, life })).toMatchObject({ at: after(11), reason: 'critical' });
  expect(advice(11, { seed: SLEEPYHEAD, life: { ...life, lastCareAt: after(11) } })).toMatchObject({
    at: after(18),
    reason: 'critical',
  });
});

test('what was fed a moment ago is not asked about until the window opens', () => {
  expect(advice(0, { life: { lastFedAt: NOON } }).at).toBe(after(6.25));
});
