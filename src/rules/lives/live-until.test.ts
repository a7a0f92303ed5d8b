import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { newEgg } from './creature.ts';
import { markChecked, hatchEgg, liveUntil, nextEventAt } from './live-until.ts';

const LAID = newEgg(
  { id: 'e', keeperId: 'k', name: 'Bo', species: 'plain', seed: 1, zone: 'UTC', personality: [] },
  NOON,
);

test('an egg hatches when it is looked at, and never before', () => {
  expect(liveUntil(LAID, PLAIN, after(9999))).toEqual({ creature: LAID, happened: [] });
  expect(nextEventAt(LAID, PLAIN)).toBeUndefined();
  expect(hatchEgg(LAID, after(50))).toMatchObject({
    stage: 'baby',
    life: {
      hatchedAt: after(50),
      ageFrom: after(50),
      lastFedAt: after(50),
      lastCareAt: after(50),
      stats: { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 },
    },
  });
});

test('events happen at their own time, however late they are read', () => {
  const patient = { ...PLAIN, feedingWindowHours: 24 };
  const { creature, happened } = liveUntil(aCreature(), patient, after(500));
  expect(happened).toEqual([
    { kind: 'grew', at: after(24), to: 'child', path: undefined },
    { kind: 'died', at: after(36), cause: 'neglect' },
  ]);
  expect(creature).toMatchObject({ stage: 'child', died: { at: after(36), cause: 'neglect' } });
});

test('it is alive until the exact millisecond', () => {
  const patient = { ...PLAIN, feedingWindowHours: 24 };
  expect(liveUntil(aCreature(), patient, after(36) - 1).creature.died).toBeUndefined();
  expect(liveUntil(aCreature(), patient, after(36)).creature.died).toBeDefined();
});

test('a death at the moment of growth prevents the growth', () => {
  const atOnce = aCreature({ life: { ageFrom: after(12) } });
  const { happened } = liveUntil(atOnce, { ...PLAIN, feedingWindowHours: 24 }, after(40));
  expect(happened.map(({ kind }) => kind)).toEqual(['died']);
});

test('dead and released creatures have no events', () => {
  const dead = { ...aCreature(), died: { at: after(1), cause: 'harm' as const } };
  const gone = { ...aCreature(), releasedAt: after(1) };
  for (const each of [dead, gone]) {
    expect(liveUntil(each, PLAIN, after(999))).toEqual({ creature: each, happened: [] });
    expect(nextEventAt(each, PLAIN)).toBeUndefined();
  }
});

test('an adult gets its path when it grows up', () => {
  const teen = aCreature({
    stage: 'teen',
    life: { lastFedAt: after(119), lastCareAt: after(119), settledAt: after(119) },
  });
  expect(liveUntil(teen, PLAIN, after(120)).creature).toMatchObject({ stage: 'adult', path: 'high_care' });
});

test('the next event is the next stage, or death if sooner', () => {
  expect(nextEventAt(aCreature(), PLAIN)).toBe(after(24));
  expect(nextEventAt(aCreature({ stats: { health: 4 } }), PLAIN)).toBe(after(17));
});

test('only creatures sensitive to loneliness record visits', () => {
  expect(markChecked(aCreature(), PLAIN, after(4))).toEqual(aCreature());
  const social = { ...PLAIN, traits: ['social'] as const };
  expect(markChecked(aCreature(), social, after(4)).life).toMatchObject({
    lastCheckedAt: after(4),
    settledAt: after(4),
    lastCareAt: after(0),
    stats: { hunger: 95.5 },
  });
});
