import { expect, test } from 'vitest';

import { aCreature, after, PLAIN, SLEEPYHEAD } from '../../../test/support/creature.ts';
import { findBuiltIn } from '../species/catalog.ts';
import { observe, isCuriousHour, moodOf } from './observe.ts';

test('an observation has all derived facts', () => {
  const creature = aCreature({ record: { recentActions: ['feed', 'play'], responsiveness: 97 } });
  expect(observe(creature, PLAIN, after(3))).toMatchObject({
    at: after(3),
    ageHours: 3,
    shown: { hunger: 97, happiness: 97, health: 100, trust: 20, discipline: 0 },
    hidden: [],
    mood: 'happy',
    asleepUntil: undefined,
    localHour: 15,
    feeding: { status: 'ok', hoursSinceFed: 3, opensAt: after(5), missed: 0 },
    rhythm: { averageHours: 12, thresholdHours: 36, multiplier: 1, established: false },
    progress: { consistency: 100, responsiveness: 97, path: 'high_care', form: undefined },
  });
});

test('the window is open from half on', () => {
  expect(observe(aCreature(), PLAIN, after(5) - 1).feeding.opensAt).toBe(after(5));
  expect(observe(aCreature(), PLAIN, after(5)).feeding.opensAt).toBeUndefined();
});

test('windows missed so far are included in the missed count', () => {
  expect(observe(aCreature({ record: { missedFeedings: 2 } }), PLAIN, after(21)).feeding).toMatchObject({
    status: 'critical',
    missed: 4,
  });
});

test('a sleeping creature is reported asleep with the end of its night', () => {
  const seen = observe(aCreature({ seed: SLEEPYHEAD }), PLAIN, after(11));
  expect(seen).toMatchObject({
    mood: 'sleeping',
    asleepUntil: { nightEndsAt: after(18), zone: { name: 'UTC' } },
  });
});

test('an adult has its path and a form', () => {
  const adult = { ...aCreature({ stage: 'adult', record: { consistency: 10 } }), path: 'rescue' as const };
  expect(observe(adult, PLAIN, after(1)).progress).toMatchObject({ path: 'rescue', form: 'Scarcat' });
});

test.each([
  ['hedgehog', 49, []],
  ['hedgehog', 50, ['hunger']],
  ['hedgehog', 89, ['hunger']],
  ['hedgehog', 90, ['hunger', 'happiness', 'health', 'trust', 'discipline']],
  ['pangolin', 39, []],
  ['pangolin', 40, ['hunger', 'happiness', 'health', 'trust', 'discipline']],
])('a %s with %i trust shows %j', (slug, trust, shown) => {
  const species = findBuiltIn(slug) ?? PLAIN;
  const seen = observe(aCreature({ stats: { trust } }), species, after(0));
  expect(Object.keys(seen.shown)).toEqual(shown);
  expect(seen.hidden).toHaveLength(5 - shown.length);
});

test('a void creature never shows more than fifty', () => {
  const seen = observe(aCreature(), findBuiltIn('void') ?? PLAIN, after(0));
  expect(seen.shown).toEqual({ hunger: 50, happiness: 50, health: 50, trust: 20, discipline: 0 });
});

test('a curious species is curious in some calm hours, others never', () => {
  const calm = aCreature({ stats: { happiness: 60 } });
  const moods = (curious: boolean) =>
    new Set(Array.from({ length: 9 }, (_, hour) => observe(calm, { ...PLAIN, curious }, after(hour)).mood));
  expect(moods(true)).toEqual(new Set(['curious', 'content']));
  expect(moods(false)).toEqual(new Set(['content']));
});

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
] as const)('its mood is %s when that is the first match: %j', (mood, given) => {
  const { asleep, curious, stats } = { asleep: false, curious: false, ...given };
  expect(moodOf({ asleep, curious, stats: { ...WELL, ...stats } })).toBe(mood);
});

test('two in five hours are curious, by seed', () => {
  const hours = Array.from({ length: 10_000 }, (_, hour) => isCuriousHour(77, hour)).filter(Boolean).length;
  expect(hours).toBeGreaterThan(3800);
  expect(hours).toBeLessThan(4200);
});
