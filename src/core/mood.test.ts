import { expect, test } from 'vitest';

import { isCuriousHour, moodOf } from './mood.ts';

const WELL = { hunger: 60, happiness: 60, health: 90, trust: 50, discipline: 0 };

test.each([
  ['sleeping', { asleep: true, stats: { health: 5 } }],
  ['critical', { stats: { health: 19.9 } }],
  ['sick', { stats: { health: 20 } }],
  ['sick', { stats: { health: 39.9, hunger: 1 } }],
  ['hungry', { stats: { health: 40, hunger: 29.9, happiness: 100 } }],
  ['content', { stats: { hunger: 30 } }],
  ['happy', { stats: { happiness: 80.1, hunger: 50.1 }, curious: true }],
  ['content', { stats: { happiness: 80, hunger: 90 } }],
  ['content', { stats: { happiness: 99, hunger: 50 } }],
  ['curious', { stats: {}, curious: true }],
  ['content', { stats: {} }],
] as const)('it is %s when that is the first to hold: %j', (mood, given) => {
  const { asleep, curious, stats } = { asleep: false, curious: false, ...given };
  expect(moodOf({ asleep, curious, stats: { ...WELL, ...stats } })).toBe(mood);
});

test('curious hours come by the dice, two in five', () => {
  const hours = Array.from({ length: 10_000 }, (_, hour) => isCuriousHour(77, hour)).filter(Boolean).length;
  expect(hours).toBeGreaterThan(3800);
  expect(hours).toBeLessThan(4200);
});
