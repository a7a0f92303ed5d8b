import { expect, test } from 'vitest';

import { aCreature, after, PLAIN } from '../../../test/support/creature.ts';
import { NEW_RECORD } from '../lives/creature.ts';
import {
  consistencyAfter,
  consistencyNow,
  feedingStatusOf,
  missedWindows,
  responsivenessAfter,
  streakBonus,
  timingOf,
  windowsSinceFed,
  windowStatusOf,
} from './feeding.ts';

test.each([
  [0.2499, 'early', 0.2, { happiness: -2 }],
  [0.25, 'early', 0.6, {}],
  [0.4999, 'early', 0.6, {}],
  [0.5, 'on_time', 1, {}],
  [1, 'on_time', 1, {}],
  [1.0001, 'late', 1, { trust: -0.5 }],
  [1.5, 'late', 1, { trust: -0.5 }],
  [1.5001, 'missed_window', 1, { health: -3, trust: -1 }],
])('a feed at %f of the window is %s', (windows, timing, hunger, also) => {
  expect(timingOf(windows)).toEqual({ ...timingOf(windows), timing, hunger, also });
});

test.each([
  [0.4999, 'ok', 'before_window'],
  [0.5, 'due_soon', 'in_window'],
  [1, 'due_soon', 'in_window'],
  [1.0001, 'overdue', 'past_window'],
  [1.4999, 'overdue', 'past_window'],
  [1.5, 'critical', 'past_window'],
])('at %f of the window feeding is %s', (windows, status, window) => {
  expect(windowsSinceFed(aCreature(), PLAIN, after(10 * windows))).toBeCloseTo(windows, 6);
  expect([feedingStatusOf(windows), windowStatusOf(windows)]).toEqual([status, window]);
});

test('a streak adds trust from three, five and ten on', () => {
  expect([0, 1, 2, 3, 4, 5, 9, 10, 100].map(streakBonus)).toEqual([0, 0, 0, 1.5, 1.5, 2.5, 2.5, 5, 5]);
});

test.each([
  ['early', 0.4, 80, 80],
  ['on_time', 0.7, 80, 82],
  ['on_time', 0.7, 100, 100],
  ['late', 1.2, 80, 79],
  ['missed_window', 1.6, 80, 72],
  ['missed_window', 3.9, 80, 80 * 0.9 ** 3],
] as const)('a %s feed at %f windows takes consistency from %f to %f', (timing, windows, before, then) => {
  expect(consistencyAfter(before, timing, windows)).toBeCloseTo(then, 10);
});

test.each([
  [1.49, 0, 100],
  [1.5, 1, 90],
  [2, 2, 81],
  [3.7, 3, 72.9],
])('after %f windows without a feed, %i count as missed on every read', (windows, missed, consistency) => {
  expect(missedWindows(windows)).toBe(missed);
  expect(consistencyNow(NEW_RECORD, windows)).toBeCloseTo(consistency, 10);
});

test('a late visit lowers responsiveness', () => {
  const statuses = ['ok', 'due_soon', 'overdue', 'critical'] as const;
  expect(statuses.map((status) => responsivenessAfter(100, status))).toEqual([100, 100, 96, 90]);
});
