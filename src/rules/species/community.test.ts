import { expect, test } from 'vitest';

import { tastesOf, communitySpecies } from './species.ts';

const MOTH = { slug: 'moth', name: 'Moth', family: 'exotic', personality: 'Fond of lamps.' } as const;

test('a species without other input has default values', () => {
  expect(communitySpecies(MOTH)).toEqual({
    ...MOTH,
    tier: 'community',
    trustSpeed: 'medium',
    feedingWindowHours: 5,
    hungerDecayPerHour: 1.6,
    happinessDecayPerHour: 0.8,
    traits: [],
    look: [],
    tastes: tastesOf('exotic', {}),
    mechanics: [],
    curious: false,
  });
});

test.each([
  ['feedingWindowHours', 2, 24],
  ['hungerDecayPerHour', 0.2, 3],
  ['happinessDecayPerHour', 0.2, 2],
] as const)('%s is clamped between %f and %f', (number, lowest, highest) => {
  for (const [asked, kept] of [
    [-1, lowest],
    [lowest, lowest],
    [1e9, highest],
    [highest, highest],
  ] as const) {
    expect(communitySpecies({ ...MOTH, [number]: asked })[number]).toBe(kept);
  }
});

test('values within the ranges are kept', () => {
  const made = communitySpecies({
    ...MOTH,
    trustSpeed: 'slow',
    feedingWindowHours: 7,
    traits: ['social', 'vocal'],
  });
  expect(made).toMatchObject({ trustSpeed: 'slow', feedingWindowHours: 7, traits: ['social', 'vocal'] });
});

test('a species has at most three distinct traits', () => {
  const traits = ['social', 'social', 'vocal', 'gentle', 'stoic'] as const;
  expect(communitySpecies({ ...MOTH, traits }).traits).toEqual(['social', 'vocal', 'gentle']);
});
