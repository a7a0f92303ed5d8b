import fc from 'fast-check';
import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { hourOfDay, localHourAt, nextHourBoundary, TimeZone } from '../../src/rules/base/local-time.ts';
import { feltTimeUntil, type FeltTime } from '../../src/rules/lives/felt-time.ts';
import { isAsleep, sleepsIn, wakesAt } from '../../src/rules/lives/sleep.ts';
import {
  anyCreature,
  anyShare,
  anyStart,
  anyZone,
  onTheWay,
  PATIENTLY,
  RUNS,
  type Moment,
} from './creatures.ts';

const NIGHT = [22, 23, 0, 1, 2, 3, 4, 5];

test('over a million night hours a third is slept, within 0.2%', () => {
  let slept = 0;
  for (let slot = 0; slot < 1_000_000; slot += 1) {
    const [creature, night] = [Math.floor(slot / 2_000), Math.floor((slot % 2_000) / 8)];
    // Consecutive seeds and scattered ones.
    const seed = creature % 2 ? creature : creature * 18_014_398_509_481;
    if (sleepsIn(seed, (20_000 + night) * 24 + (NIGHT[slot % 8] ?? 0))) slept += 1;
  }
  expect(Math.abs(slept / 1_000_000 - 0.33)).toBeLessThanOrEqual(0.002);
});

test('no creature sleeps by day', PATIENTLY, () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), anyZone, anyStart, (seed, name, at) => {
      const zone = new TimeZone(name);
      const asleep = isAsleep({ seed, zone }, at);
      expect(!asleep || NIGHT.includes(hourOfDay(localHourAt(zone, at)))).toBe(true);
    }),
    RUNS,
  );
});

test('wakesAt is the first moment awake', PATIENTLY, () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), anyZone, anyStart, (seed, zone, at) => {
      const sleeper = { seed, zone: new TimeZone(zone) };
      const wakes = wakesAt(sleeper, at);
      expect(isAsleep(sleeper, wakes)).toBe(false);
      expect(wakes === at || isAsleep(sleeper, wakes - 1)).toBe(true);
      expect(wakes - at).toBeLessThanOrEqual(11 * HOUR);
    }),
    RUNS,
  );
});

function feltThere({ creature, species }: Moment, seed: number, from: number, to: number): FeltTime {
  const twin = { ...creature, seed, life: { ...creature.life, settledAt: from } };
  return feltTimeUntil(twin, species, to);
}

test('sleep halves all decay, exactly', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const { zone } = moment.creature;
      const from = firstNightHour(zone, onTheWay(moment, share));
      const to = nextHourBoundary(zone, from);
      const [asleep, awake] = [seedThat('sleeps', zone, from), seedThat('wakes', zone, from)];
      const slept = feltThere(moment, asleep, from, to);
      const waked = feltThere(moment, awake, from, to);
      for (const count of ['all', 'overdue', 'critical', 'neglected'] as const) {
        expect(slept[count] * 2).toBe(waked[count]);
      }
    }),
    RUNS,
  );
});

function firstNightHour(zone: TimeZone, from: number): number {
  let at = from;
  while (!NIGHT.includes(hourOfDay(localHourAt(zone, at)))) at = nextHourBoundary(zone, at);
  return at;
}

function seedThat(does: 'sleeps' | 'wakes', zone: TimeZone, at: number): number {
  let seed = 0;
  while (isAsleep({ seed, zone }, at) !== (does === 'sleeps')) seed += 1;
  return seed;
}
