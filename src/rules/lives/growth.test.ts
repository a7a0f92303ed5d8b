import { expect, test } from 'vitest';

import { aCreature, after, PLAIN } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import { ageHours, FORMS, nextGrowth, pathAt } from './growth.ts';

/** Just fed, so nothing was missed. */
function fedAt(hours: number, given: Parameters<typeof aCreature>[0] = {}) {
  return aCreature({
    ...given,
    life: { lastFedAt: after(hours), lastCareAt: after(hours), settledAt: after(hours) },
  });
}

test.each([
  ['baby', 'child', 24],
  ['child', 'teen', 72],
] as const)('a %s becomes a %s at %i hours, to the millisecond', (stage, to, hours) => {
  expect(nextGrowth(aCreature({ stage }), PLAIN)).toEqual({ at: after(hours), to, path: undefined });
});

test('a teen with consistency fifty becomes an adult at 120 hours', () => {
  expect(nextGrowth(fedAt(119, { stage: 'teen', record: { consistency: 50 } }), PLAIN)).toEqual({
    at: after(120),
    to: 'adult',
    path: 'balanced',
  });
});

test('below fifty it stays a teen until 216 hours', () => {
  expect(nextGrowth(fedAt(119, { stage: 'teen', record: { consistency: 49.99 } }), PLAIN)).toEqual({
    at: after(216),
    to: 'adult',
    path: 'low_care',
  });
});

test('a late bloomer becomes an adult with the feed that raises it to fifty', () => {
  expect(nextGrowth(fedAt(150, { stage: 'teen', record: { consistency: 51 } }), PLAIN)?.at).toBe(after(150));
});

test('windows missed before growing up count', () => {
  const teen = fedAt(100, { stage: 'teen', record: { consistency: 55 } });
  expect(nextGrowth(teen, PLAIN)).toMatchObject({ at: after(216), path: 'low_care' });
});

test.each([
  [100, false, 'high_care'],
  [90, false, 'high_care'],
  [89.99, false, 'balanced'],
  [50, false, 'balanced'],
  [49.99, false, 'low_care'],
  [0, false, 'low_care'],
  [100, true, 'rescue'],
  [0, true, 'rescue'],
])('a consistency of %f (rescued: %s) leads to %s', (consistency, rescued, path) => {
  expect(pathAt(fedAt(1, { record: { consistency, rescued } }), PLAIN, after(1))).toBe(path);
});

test('adults and eggs have no next stage', () => {
  for (const stage of ['egg', 'adult'] as const)
    expect(nextGrowth(aCreature({ stage }), PLAIN)).toBeUndefined();
});

test('age counts from hatching and stops at death', () => {
  expect(ageHours(aCreature(), after(30))).toBe(30);
  expect(ageHours({ ...aCreature(), died: { at: after(10), cause: 'hunger' } }, after(30))).toBe(10);
  expect(ageHours({ ...aCreature(), life: undefined }, after(30))).toBe(0);
  expect(ageHours(aCreature({ life: { ageFrom: after(0) + HOUR } }), after(30))).toBe(29);
});

test.each([
  ['cat', ['Hearthcat', 'Straycat', 'Ceilingcat', 'Scarcat']],
  ['dog', ['Sunpup', 'Traildog', 'Ghostdog', 'Threelegs']],
  ['exotic', ['Bonded', 'Wanderer', 'Phantom', 'Mender']],
  ['ai-native', ['Attuned', 'Drifter', 'Void', 'Phoenix']],
] as const)('an adult %s is one of %j', (family, forms) => {
  const { high_care: high, balanced, low_care: low, rescue } = FORMS[family];
  expect([high, balanced, low, rescue]).toEqual(forms);
});
