import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { recommendedCheckin } from './checkin.ts';
import { statsAt } from './decay.ts';

function advice(hours: number, given: Given = {}, feedingWindowHours = 10) {
  const species = { ...PLAIN, feedingWindowHours };
  const creature = aCreature(given);
  return recommendedCheckin(creature, species, statsAt(creature, species, after(hours)), after(hours));
}

test('the next visit is between half and three quarters of the window', () => {
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
])('at %f of ten hours the visit is due now', (hours, windowStatus) => {
  expect(advice(hours)).toMatchObject({ at: after(hours), reason: 'feed_now', windowStatus });
});

test('with critical feeding or health below twenty the visit is due now', () => {
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
])('no visit is recommended during sleep: %s', (_, window, hours, reason) => {
  expect(advice(1, { seed: SLEEPYHEAD }, window)).toMatchObject({ at: after(hours), reason });
});

test('a creature that will sleep through its mealtime is fed a little early', () => {
  // Fed at 15:00 with a window of ten hours: open from 20:00 to 01:00.
  const life = { lastFedAt: after(6) };
  expect(advice(6.5, { seed: SLEEPYHEAD, life }, 10)).toMatchObject({
    at: after(10) - 5 * 60_000,
    reason: 'early_rather_than_late',
  });
});

test('a creature that slept through its mealtime is fed on waking', () => {
  const life = { lastFedAt: after(6), lastCareAt: after(6) };
  expect(advice(11, { seed: SLEEPYHEAD, life }, 10)).toMatchObject({ at: after(18), reason: 'late_at_best' });
});

test('a sleeping creature in danger gets company now, and the next visit when it wakes', () => {
  const life = { lastFedAt: after(-5) };
  expect(advice(11, { seed: SLEEPYHEAD, life })).toMatchObject({ at: after(11), reason: 'critical' });
  expect(advice(11, { seed: SLEEPYHEAD, life: { ...life, lastCareAt: after(11) } })).toMatchObject({
    at: after(18),
    reason: 'critical',
  });
});

test('after a meal no visit is due until the window opens', () => {
  expect(advice(0, { life: { lastFedAt: NOON } }).at).toBe(after(6.25));
});
