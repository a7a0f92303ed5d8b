import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import { MECHANICS } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import { diesAt, patienceEndsAt } from './death.ts';
import { rankFacts } from './stored-facts.ts';

const SHY: Species = { ...PLAIN, mechanics: [MECHANICS.armor] };
/** Its first meal is missed only after its patience has ended. */
const PATIENT_EATER: Species = { ...PLAIN, feedingWindowHours: 24 };

test('one that has missed no meal is in no list of those in danger, and from then on it is', () => {
  const one = aCreature();
  expect(rankFacts(one, PLAIN, after(14.9)).lostAt).toBeUndefined();
  expect(rankFacts(one, PLAIN, after(15)).lostAt).toBe(diesAt(one, PLAIN));
});

test('one that dies before it can miss a meal is in the list from the beginning', () => {
  const one = aCreature();
  expect(rankFacts(one, PATIENT_EATER, NOON).lostAt).toBe(diesAt(one, PATIENT_EATER));
});

test('of one that hides its stats an order tells its visits and never its health or its trust', () => {
  const ways = [1, 100].map((health) => aCreature({ stats: { health, trust: 45 } }));
  for (const one of ways)
    expect(rankFacts(one, SHY, after(20))).toEqual({ lostAt: patienceEndsAt(one), trustStep: undefined });
  expect(patienceEndsAt(aCreature())).toBe(NOON + 36 * HOUR);
});

test.each([
  [0, 0],
  [9.9, 0],
  [10, 1],
  [99.9, 9],
  [100, 10],
])('trust of %d is the step %d', (trust, step) => {
  expect(rankFacts(aCreature({ stats: { trust } }), PLAIN, NOON).trustStep).toBe(step);
});

test('the dead and the released have no rank', () => {
  const one = aCreature();
  const dead = { ...one, died: { at: after(40), cause: 'hunger' as const } };
  for (const gone of [dead, { ...one, releasedAt: after(1) }])
    expect(rankFacts(gone, PLAIN, after(41))).toEqual({ lostAt: undefined, trustStep: undefined });
});
