import { describe, expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import { TRAIT_MECHANICS } from '../species/mechanics.ts';
import type { TrustSpeed } from '../vocabulary.ts';
import { statsAt } from './decay.ts';

const RESTED = { stats: { trust: 80 } };

describe('a creature without visits', () => {
  test('gets hungry and bored at the rates of its species', () => {
    expect(statsAt(aCreature(), PLAIN, after(5))).toEqual({
      hunger: 95,
      happiness: 95,
      health: 100,
      trust: 20,
      discipline: 0,
    });
  });

  test('loses happiness at 1.5 times the rate once feeding is overdue', () => {
    expect(statsAt(aCreature(), PLAIN, after(12)).happiness).toBeCloseTo(100 - 10 - 2 * 1.5, 10);
  });

  test('keeps its health until feeding is critical, and then loses two an hour', () => {
    expect(statsAt(aCreature(), PLAIN, after(15)).health).toBe(100);
    expect(statsAt(aCreature(), PLAIN, after(17)).health).toBeCloseTo(96, 10);
  });

  test('keeps its trust for two windows, and its discipline without limit', () => {
    const { trust, discipline } = statsAt(
      aCreature({ stats: { trust: 80, discipline: 40 } }),
      PLAIN,
      after(20),
    );
    expect([trust, discipline]).toEqual([80, 40]);
    expect(statsAt(aCreature(RESTED), PLAIN, after(24)).trust).toBeCloseTo(80 - 4 * 0.3, 10);
  });

  test('decays faster past 1.5 rhythms', () => {
    // The default rhythm is twelve hours: 1.5 times at 24 hours, linear from 18.
    expect(statsAt(aCreature(), PLAIN, after(24)).hunger).toBeCloseTo(100 - 18 - 6 * 1.25, 10);
  });

  test.each([
    ['plain', PLAIN],
    ['social', { ...PLAIN, traits: ['social'] as const }],
  ])('a %s creature loses health at most at twice the rate, all factors together', (_, species) => {
    const forgotten = aCreature({ life: { rhythm: { intervals: 9, averageHours: 1 } } });
    // Feeding is critical from hour fifteen; by then everything else runs four times as fast.
    expect(statsAt(forgotten, species, after(17)).health).toBeCloseTo(100 - 2 * 2 * 2, 10);
    expect(statsAt(forgotten, species, after(6)).hunger).toBeLessThan(100 - 6 * 1.5);
  });

  test('the health of a social creature falls at 1.5 times the multiplier, up to 2', () => {
    const species = { ...PLAIN, traits: ['social'] as const };
    // Hours 15 to 18: multiplier 1; linear from hour 18, and 1.5 × 4/3 = 2 at hour 22.
    const lost = 2 * (3 * 1.5 + 4 * 1.5 * (7 / 6) + 1 * 2);
    expect(statsAt(aCreature(), species, after(23)).health).toBeCloseTo(100 - lost, 10);
  });

  test('never falls below zero', () => {
    expect(
      statsAt(aCreature({ stats: { hunger: 3, happiness: 2, trust: 1 } }), PLAIN, after(35)),
    ).toMatchObject({
      hunger: 0,
      happiness: 0,
      trust: 0,
    });
  });
});

test('sleep halves all decay', () => {
  const sleeper = aCreature({
    seed: SLEEPYHEAD,
    stats: { trust: 80 },
    life: { lastFedAt: after(-20), lastCareAt: after(-30) },
  });
  const [before, then] = [statsAt(sleeper, PLAIN, after(10)), statsAt(sleeper, PLAIN, after(11))];
  const awake = { ...sleeper, seed: aCreature().seed };
  const [earlier, later] = [statsAt(awake, PLAIN, after(10)), statsAt(awake, PLAIN, after(11))];
  for (const stat of ['hunger', 'happiness', 'health', 'trust'] as const) {
    expect((before[stat] - then[stat]) * 2, stat).toBeCloseTo(earlier[stat] - later[stat], 9);
  }
});

test('a social creature without a visit for three hours decays at 1.5 times the rate', () => {
  const social = { ...PLAIN, traits: ['social'] as const };
  expect(TRAIT_MECHANICS.social?.loneliness).toEqual({ afterHours: 3, pace: 1.5 });
  expect(statsAt(aCreature(), social, after(3)).hunger).toBe(97);
  expect(statsAt(aCreature(), social, after(5)).hunger).toBeCloseTo(97 - 3, 10);
});

test.each<[TrustSpeed, number]>([
  ['instant', 0.15],
  ['fast', 0.2],
  ['medium', 0.3],
  ['slow', 0.45],
])('a creature of %s trust loses %f an hour to neglect', (trustSpeed, perHour) => {
  expect(statsAt(aCreature(RESTED), { ...PLAIN, trustSpeed }, after(21)).trust).toBeCloseTo(80 - perHour, 10);
});

test('a creature with shell memory loses trust slowly down to fifty, and normally below', () => {
  const shell = {
    ...PLAIN,
    mechanics: [{ key: 'shell', blurb: '.', trustDecay: { above: 50, factor: 0.25 } }],
  };
  const creature = aCreature({ stats: { trust: 50.3 }, life: { lastCareAt: NOON - 16 * HOUR } });
  // Neglect began four hours after noon; its first four hours cost as much as one.
  expect(statsAt(creature, shell, after(6)).trust).toBeCloseTo(50.3 - 2 * 0.3 * 0.25, 10);
  expect(statsAt(creature, shell, after(8)).trust).toBeCloseTo(50, 10);
  expect(statsAt(creature, shell, after(9)).trust).toBeCloseTo(49.7, 10);
});

test('a robot loses trust at twice the rate', () => {
  const robot = { ...PLAIN, mechanics: [{ key: 'r', blurb: '.', trustLoss: 2 }] };
  expect(statsAt(aCreature(RESTED), robot, after(21)).trust).toBeCloseTo(80 - 0.6, 10);
});
