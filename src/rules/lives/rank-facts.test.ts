import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import { MECHANICS } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import { diesAt, patienceEndsAt } from './death.ts';
import { rankFacts } from './stored-facts.ts';

const SHY: Species = { ...PLAIN, mechanics: [MECHANICS.armor] };
/** Its first meal is missed only after it died of neglect. */
const PATIENT_EATER: Species = { ...PLAIN, feedingWindowHours: 24 };

test('a creature enters the danger list with its first missed meal', () => {
  const one = aCreature();
  expect(rankFacts(one, PLAIN, after(14.9)).lostAt).toBeUndefined();
  expect(rankFacts(one, PLAIN, after(15)).lostAt).toBe(diesAt(one, PLAIN));
});

test('a creature that dies before it can miss a meal is in the danger list from the start', () => {
  const one = aCreature();
  expect(rankFacts(one, PATIENT_EATER, NOON).lostAt).toBe(diesAt(one, PATIENT_EATER));
});

test('the rank of a creature with hidden stats uses its visits, never health or trust', () => {
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
])('trust %d is step %d', (trust, step) => {
  expect(rankFacts(aCreature({ stats: { trust } }), PLAIN, NOON).trustStep).toBe(step);
});

test('dead and released creatures have no rank', () => {
  const one = aCreature();
  const dead = { ...one, died: { at: after(40), cause: 'hunger' as const } };
  for (const gone of [dead, { ...one, releasedAt: after(1) }])
    expect(rankFacts(gone, PLAIN, after(41))).toEqual({ lostAt: undefined, trustStep: undefined });
});
