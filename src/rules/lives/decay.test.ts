import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD } from '../../../test/support/creature.ts';
import { HOUR, MINUTE } from '../base/clock.ts';
import type { TrustSpeed } from '../vocabulary.ts';
import { statsAt } from './decay.ts';
import { causeAt, deathClock, diesAt, urgencyOf } from './live-until.ts';
import * as rhythms from './rhythm.ts';

const { averageHours, decayMultiplier, deathThresholdHours, NO_RHYTHM, rhythmAfterCare } = rhythms;
const RESTED = { stats: { trust: 80 } };
const SOCIAL = { ...PLAIN, traits: ['social'] as const };
const PATIENT = { ...PLAIN, feedingWindowHours: 24 };

test('it gets hungry and bored at the rates of its species', () => {
  const kept = { health: 100, trust: 20, discipline: 0 };
  expect(statsAt(aCreature(), PLAIN, after(5))).toEqual({ hunger: 95, happiness: 95, ...kept });
});

test.each([
  ['happiness at 1.5 times the rate once feeding is overdue', 12, 'happiness', 100 - 10 - 2 * 1.5],
  ['no health until feeding is critical', 15, 'health', 100],
  ['then two health an hour', 17, 'health', 96],
  ['no trust for two windows', 20, 'trust', 80],
  ['then 0.3 trust an hour', 24, 'trust', 80 - 4 * 0.3],
  ['no discipline', 24, 'discipline', 40],
  // The default rhythm is twelve hours: 1.5 times at 24 hours, linear from 18.
  ['faster past 1.5 rhythms', 24, 'hunger', 100 - 18 - 6 * 1.25],
] as const)('it loses %s: hour %d', (_, hours, stat, left) => {
  const creature = aCreature({ stats: { trust: 80, discipline: 40 } });
  expect(statsAt(creature, PLAIN, after(hours))[stat]).toBeCloseTo(left, 10);
});

test.each([
  ['plain', PLAIN],
  ['social', SOCIAL],
])('a %s creature loses health at most at twice the rate, all factors together', (_, species) => {
  const forgotten = aCreature({ life: { rhythm: { intervals: 9, averageHours: 1 } } });
  // Feeding is critical from hour fifteen; by then everything else runs four times as fast.
  expect(statsAt(forgotten, species, after(17)).health).toBeCloseTo(100 - 2 * 2 * 2, 10);
  expect(statsAt(forgotten, species, after(6)).hunger).toBeLessThan(100 - 6 * 1.5);
});

test('the health of a social creature falls at 1.5 times the multiplier, up to 2', () => {
  // Hours 15 to 18: multiplier 1; linear from hour 18, and 1.5 × 4/3 = 2 at hour 22.
  const lost = 2 * (3 * 1.5 + 4 * 1.5 * (7 / 6) + 1 * 2);
  expect(statsAt(aCreature(), SOCIAL, after(23)).health).toBeCloseTo(100 - lost, 10);
});

test('a social creature without a visit for three hours decays at 1.5 times the rate', () => {
  expect(statsAt(aCreature(), SOCIAL, after(3)).hunger).toBe(97);
  expect(statsAt(aCreature(), SOCIAL, after(5)).hunger).toBeCloseTo(97 - 3, 10);
});

test.each<[TrustSpeed, number]>([
  ['instant', 0.15],
  ['fast', 0.2],
  ['medium', 0.3],
  ['slow', 0.45],
])('a creature of %s trust loses %f an hour to neglect, and a robot twice as much', (trustSpeed, perHour) => {
  const mechanics = [{ key: 'r', blurb: '.', trustLoss: 2 }];
  const [plain, robot] = [[], mechanics].map((each) =>
    statsAt(aCreature(RESTED), { ...PLAIN, trustSpeed, mechanics: each }, after(21)),
  );
  expect(plain?.trust).toBeCloseTo(80 - perHour, 10);
  expect(robot?.trust).toBeCloseTo(80 - 2 * perHour, 10);
});

test('a creature with shell memory loses trust slowly down to fifty, and normally below', () => {
  const mechanics = [{ key: 'shell', blurb: '.', trustDecay: { above: 50, factor: 0.25 } }];
  const creature = aCreature({ stats: { trust: 50.3 }, life: { lastCareAt: NOON - 16 * HOUR } });
  const trustAt = (hours: number) => statsAt(creature, { ...PLAIN, mechanics }, after(hours)).trust;
  // Neglect began four hours after noon; its first four hours cost as much as one.
  expect(trustAt(6)).toBeCloseTo(50.3 - 2 * 0.3 * 0.25, 10);
  expect(trustAt(8)).toBeCloseTo(50, 10);
  expect(trustAt(9)).toBeCloseTo(49.7, 10);
});

test('without a rhythm it dies 36 hours after the last care, with one after three times the average', () => {
  expect(diesAt(aCreature(), PATIENT)).toBe(after(36));
  const creature = aCreature({ life: { rhythm: { intervals: 5, averageHours: 10 } } });
  expect(diesAt(creature, PATIENT)).toBe(after(30));
});

test('it dies when its health reaches zero, if that is sooner', () => {
  const creature = aCreature({ stats: { health: 4 } });
  const at = diesAt(creature, PLAIN);
  expect(at).toBe(after(17));
  expect(statsAt(creature, PLAIN, at - 1).health).toBeGreaterThan(0);
  expect(statsAt(creature, PLAIN, at).health).toBe(0);
});

const WEAK = { lastFedAt: after(-5) };

test.each([
  ['critical for 21 hours, which count as 33', PLAIN, 60, {}, 34.5],
  ['enough health until the care threshold', PLAIN, 66, {}, 36],
  ['more than enough health', PLAIN, 67, {}, 36],
  // Counted critical hours: 4.5 until hour 18, 7 until hour 22, then 2 an hour.
  ['lonely and social: 1.5 times the rate, capped at 2', SOCIAL, 78, {}, 35.75],
  ['lonely and social with enough health', SOCIAL, 80, {}, 36],
  ['awake', PLAIN, 4, { life: WEAK }, 12],
  ['asleep, which prolongs its life', PLAIN, 4, { life: WEAK, seed: SLEEPYHEAD }, 14],
  ['stored with zero health: when feeding became critical', PLAIN, 0, {}, 15],
])('a death many hours ahead is exact to the millisecond: %s', (_, species, health, given, hours) => {
  expect(diesAt(aCreature({ stats: { health }, ...given }), species)).toBe(after(hours));
});

test.each([
  ['hunger', 'hunger is 29.9 when the care threshold runs out', PATIENT, { hunger: 29.9 }, {}],
  ['neglect', 'hunger is 30 when the care threshold runs out', PATIENT, { hunger: 30 }, {}],
  ['neglect', 'feeding is critical with food left', PLAIN, { hunger: 60 }, {}],
  ['hunger', 'critical feeding drains health to 0 with food left', PLAIN, { hunger: 60, health: 4 }, {}],
  ['hunger', 'it was fed in time and is hungry', PATIENT, { hunger: 12 }, { lastFedAt: after(20) }],
] as const)('the cause is %s when %s', (cause, _when, species, { hunger, ...stats }, life) => {
  const starting = aCreature({ stats: { hunger: 100, ...stats }, life });
  const at = diesAt(starting, species);
  const lost = 100 - statsAt(starting, { ...species, hungerDecayPerHour: 1 }, at).hunger;
  expect(causeAt(starting, { ...species, hungerDecayPerHour: (100 - hunger) / lost }, at)).toBe(cause);
});

test('urgency follows the share of the threshold that is left', () => {
  const urgencies = (shares: readonly number[]) => shares.map(urgencyOf).join(' ');
  expect(urgencies([1, 0.6701, 0.67, 0.33])).toBe('safe safe warning warning');
  expect(urgencies([0.3299, 0.11, 0.1099, 0])).toBe('critical critical imminent imminent');
  const at = (hours: number) => deathClock(aCreature(), PATIENT, after(hours)).urgency;
  expect([at(13), at(30), at(35)]).toEqual(['warning', 'critical', 'imminent']);
});

test('the death clock has the hours without care and the hours left, past the end none', () => {
  const clock = { hoursWithoutCare: 9, diesAt: after(36), hoursRemaining: 27, thresholdHours: 36 };
  expect(deathClock(aCreature(), PATIENT, after(9))).toEqual({ ...clock, urgency: 'safe', waited: 'safe' });
  expect(deathClock(aCreature(), PLAIN, after(100)).hoursRemaining).toBe(0);
});

/** The rhythm after so many intervals of these hours. */
const every = (hours: number, times: number): typeof NO_RHYTHM =>
  times === 0 ? NO_RHYTHM : rhythmAfterCare(every(hours, times - 1), 0, hours * HOUR);

test.each([
  [2, 0, { established: false, average: 12, threshold: 36 }],
  [2, 1, { established: false, average: 12, threshold: 36 }],
  [2, 2, { established: false, average: 12, threshold: 36 }],
  [10, 3, { established: true, average: 10, threshold: 30 }],
])('visits every %d hours, %d intervals: %j', (hours, times, expected) => {
  const rhythm = every(hours, times);
  const [average, threshold] = [averageHours(rhythm), deathThresholdHours(rhythm)];
  expect({ established: rhythms.isEstablished(rhythm), average, threshold }).toEqual(expected);
});

test('the threshold is three times the rhythm, at least 24 and at most 48 hours', () => {
  const thresholds = [1, 8, 9, 12, 16, 40].map((hours) => deathThresholdHours(every(hours, 3)));
  expect(thresholds).toEqual([24, 24, 27, 36, 48, 48]);
});

test('care within half an hour belongs to the same visit', () => {
  expect(rhythmAfterCare(NO_RHYTHM, 0, 30 * MINUTE - 1)).toBe(NO_RHYTHM);
  expect(rhythmAfterCare(NO_RHYTHM, 0, 30 * MINUTE)).toEqual({ intervals: 1, averageHours: 0.5 });
});

test('the first intervals have equal weight, later ones as in a window of twenty', () => {
  expect(rhythmAfterCare(every(2, 1), 0, 4 * HOUR)).toEqual({ intervals: 2, averageHours: 3 });
  const then = (intervals: number, hours: number) =>
    rhythmAfterCare({ intervals, averageHours: 10 }, 0, hours * HOUR).averageHours;
  expect(then(30, 31)).toBeCloseTo(12, 10);
  expect(then(10, 21)).toBeCloseTo(10 + 22 / 21, 10);
});

test('decay runs faster with the rhythms since care, and rhythmsUntil is its inverse', () => {
  const since = [0, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 100];
  expect(since.map(decayMultiplier)).toEqual([1, 1, 1.25, 1.5, 2, 2.5, 3.25, 4, 4]);
  for (const multiplier of [1.2, 4 / 3, 1.5, rhythms.HEALTH_PACE_CAP, 2.5, 3, 4])
    expect(decayMultiplier(rhythms.rhythmsUntil(multiplier))).toBeCloseTo(multiplier, 10);
});
