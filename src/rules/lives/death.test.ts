import { expect, test } from 'vitest';

import { aCreature, after, PLAIN, SLEEPYHEAD } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import { causeAt, deathClock, diesAt, urgencyOf } from './death.ts';
import { statsAt } from './decay.ts';

test('without a rhythm it dies thirty-six hours after the last care', () => {
  expect(diesAt(aCreature(), { ...PLAIN, feedingWindowHours: 24 })).toBe(after(36));
});

test('with a rhythm it dies after three times the average, at least a day and at most two', () => {
  const creature = aCreature({ life: { rhythm: { intervals: 5, averageHours: 10 } } });
  expect(diesAt(creature, { ...PLAIN, feedingWindowHours: 24 })).toBe(after(30));
});

test('it dies when its health reaches zero, if that is sooner', () => {
  const creature = aCreature({ stats: { health: 4 } });
  const at = diesAt(creature, PLAIN);
  expect(at).toBe(after(17));
  expect(statsAt(creature, PLAIN, at - 1).health).toBeGreaterThan(0);
  expect(statsAt(creature, PLAIN, at).health).toBe(0);
});

test('a death predicted many hours ahead is exact to the millisecond', () => {
  // Critical for twenty-one hours, which count as thirty-three.
  expect(diesAt(aCreature({ stats: { health: 60 } }), PLAIN)).toBe(after(34.5));
  expect(diesAt(aCreature({ stats: { health: 66 } }), PLAIN)).toBe(after(36));
  expect(diesAt(aCreature({ stats: { health: 67 } }), PLAIN)).toBe(after(36));
});

test('a lonely social creature loses health at 1.5 times the rate, capped at 2', () => {
  const social = { ...PLAIN, traits: ['social'] as const };
  // Counted critical hours: 4.5 until hour 18, 7 until hour 22, then 2 an hour.
  expect(diesAt(aCreature({ stats: { health: 78 } }), social)).toBe(after(35.75));
  expect(diesAt(aCreature({ stats: { health: 80 } }), social)).toBe(after(36));
});

test('sleep prolongs its life', () => {
  const weak = { stats: { health: 4 }, life: { lastFedAt: after(-5) } };
  expect(diesAt(aCreature(weak), PLAIN)).toBe(after(12));
  expect(diesAt(aCreature({ ...weak, seed: SLEEPYHEAD }), PLAIN)).toBe(after(14));
});

test('a creature stored with zero health died when feeding became critical', () => {
  expect(diesAt(aCreature({ stats: { health: 0 } }), PLAIN)).toBe(after(15));
});

const PATIENT = { ...PLAIN, feedingWindowHours: 24 };

test.each([
  ['hunger', 'hunger is 29.9 when the care threshold runs out', PATIENT, { hunger: 29.9 }, {}],
  ['neglect', 'hunger is 30 when the care threshold runs out', PATIENT, { hunger: 30 }, {}],
  ['neglect', 'feeding is critical with food left', PLAIN, { hunger: 60 }, {}],
  ['hunger', 'critical feeding drains health to 0 with food left', PLAIN, { hunger: 60, health: 4 }, {}],
  [
    'hunger',
    'it was fed in time and is hungry all the same',
    PATIENT,
    { hunger: 12 },
    { lastFedAt: after(20) },
  ],
] as const)('the cause is %s when %s', (cause, _when, species, { hunger, ...stats }, life) => {
  const starting = aCreature({ stats: { hunger: 100, ...stats }, life });
  const at = diesAt(starting, species);
  const lost = 100 - statsAt(starting, { ...species, hungerDecayPerHour: 1 }, at).hunger;
  expect(causeAt(starting, { ...species, hungerDecayPerHour: (100 - hunger) / lost }, at)).toBe(cause);
});

test.each([
  [1, 'safe'],
  [0.6701, 'safe'],
  [0.67, 'warning'],
  [0.33, 'warning'],
  [0.3299, 'critical'],
  [0.11, 'critical'],
  [0.1099, 'imminent'],
  [0, 'imminent'],
])('with %f of the threshold left it is %s', (share, urgency) => {
  expect(urgencyOf(share)).toBe(urgency);
});

test('the death clock has the hours without care and the hours left', () => {
  expect(deathClock(aCreature(), { ...PLAIN, feedingWindowHours: 24 }, after(9))).toEqual({
    hoursWithoutCare: 9,
    diesAt: after(36),
    hoursRemaining: 27,
    thresholdHours: 36,
    urgency: 'safe',
  });
});

test('urgency follows the share of the threshold that is left', () => {
  const patient = { ...PLAIN, feedingWindowHours: 24 };
  const at = (hours: number) => deathClock(aCreature(), patient, after(hours)).urgency;
  expect([at(13), at(30), at(35)]).toEqual(['warning', 'critical', 'imminent']);
});

test('past its end the death clock has zero hours left', () => {
  expect(deathClock(aCreature(), PLAIN, after(99) + HOUR).hoursRemaining).toBe(0);
});
