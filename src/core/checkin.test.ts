import { expect, test } from 'vitest';

import { recommendedCheckin } from './checkin.ts';
import { statsAt } from './condition.ts';
import { aCreature, after, NOON, PLAIN, SLEEPYHEAD, type Given } from '../../test/creature.ts';

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

test('it is never recommended to come while it sleeps', () => {
  // Asleep from ten to eighteen hours after noon; with a window of twenty the aim is at twelve and a half.
  const early = advice(1, { seed: SLEEPYHEAD }, 20);
  expect(early).toMatchObject({ at: after(18), reason: 'when_it_wakes' });
  // With twenty-two hours the window opens at eleven, the aim is at 13.75, and it wakes after 16.5.
  expect(advice(1, { seed: SLEEPYHEAD }, 22)).toMatchObject({ at: after(18), reason: 'when_it_wakes' });
  // With nineteen it opens at nine and a half, half an hour before bedtime.
  expect(advice(1, { seed: SLEEPYHEAD }, 19)).toMatchObject({ at: after(9.5), reason: 'before_it_sleeps' });
  // With twenty-six it wakes at eighteen, within three quarters.
  expect(advice(1, { seed: SLEEPYHEAD }, 26)).toMatchObject({ at: after(18), reason: 'when_it_wakes' });
});

test('what was fed a moment ago is not asked about until the window opens', () => {
  expect(advice(0, { life: { lastFedAt: NOON } }).at).toBe(after(6.25));
});
