import fc from 'fast-check';
import { Temporal as Polyfill } from 'temporal-polyfill/implementation';
import { expect, test, vi } from 'vitest';

import {
  DAY,
  HOUR,
  hourOfDay,
  type Instant,
  localHourAt,
  nextHourBoundary,
  offsetAt,
  SECOND,
  TimeZone,
} from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import { feltTimeUntil, statsAt } from '../../src/rules/lives/decay.ts';
import { isAsleep, sleepsIn, wakesAt } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { seededInts } from '../support/seeded.ts';
import { anyStart, anyVisit, anyZone, bornAt, law, RUNS } from './creatures.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const BY_NAME = new Map(ZONES.map((name) => [name, new TimeZone(name)]));
const zoneOf = (name: string): TimeZone => BY_NAME.get(name) ?? new TimeZone(name);
const [FROM, UNTIL] = [Date.UTC(2026, 0), Date.UTC(2028, 0)];

const zoned = (zone: string, at: Instant) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
const offset = (zone: string, at: Instant) => zoned(zone, at).offsetNanoseconds / 1e6;

// Found by sampling days and bisecting to the millisecond, not from the zone database as in the rules.
function changesOf(zone: string) {
  const days = Array.from({ length: (UNTIL - FROM) / DAY }, (_, day) => FROM + day * DAY);
  return days.flatMap((day) => {
    const by = offset(zone, day + DAY) - offset(zone, day);
    if (by === 0) return [];
    let [low, high] = [day, day + DAY];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(zone, middle) === offset(zone, day)) low = middle;
      else high = middle;
    }
    return [{ zone, by, at: high }];
  });
}

const CHANGES = ZONES.flatMap(changesOf);

test('in every zone local time is right', () => {
  const moments = Array.from({ length: 100 }, (_, step) => FROM + step * 175 * HOUR + step * 61_007);
  for (const name of ZONES) {
    const zone = zoneOf(name);
    const told = moments.map((at) => [hourOfDay(localHourAt(zone, at)), offsetAt(zone, at)]);
    expect(told, name).toEqual(moments.map((at) => [zoned(name, at).hour, offset(name, at)]));
  }
});

test('every clock change takes effect at its exact millisecond', () => {
  expect(ZONES.length).toBeGreaterThanOrEqual(400);
  expect(CHANGES.length).toBeGreaterThan(500);
  const wrong = CHANGES.filter(({ zone, at, by }) => {
    // A zone remembers the season it was asked about: one for each change, asked for the later moment first.
    const fresh = new TimeZone(zone);
    return offsetAt(fresh, at) - offsetAt(fresh, at - 1) !== by || nextHourBoundary(fresh, at - 1) !== at;
  });
  expect(wrong).toEqual([]);
});

test('every night with a clock change is as long as the calendar says', () => {
  const lengths = new Set<number>();
  for (const { zone, at } of CHANGES) {
    const day = zoned(zone, at).toPlainDate();
    // The two nights that the change can fall into, by the calendar.
    for (const evening of [day.subtract({ days: 1 }), day]) {
      const morning = evening.add({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime: '06:00' });
      const { epochMilliseconds: from } = evening.toZonedDateTime({ timeZone: zone, plainTime: '22:00' });
      const { epochMilliseconds: to } = morning;
      let night = 0;
      for (let now = from - 4 * HOUR; now < to + 4 * HOUR;) {
        const next = Math.min(to + 4 * HOUR, nextHourBoundary(zoneOf(zone), now));
        if (NIGHT.includes(hourOfDay(localHourAt(zoneOf(zone), now)))) night += next - now;
        now = next;
      }
      lengths.add(night / HOUR);
      expect(Math.abs(night - (to - from)) / HOUR, zone).toBeLessThanOrEqual(1e-9);
    }
  }
  expect([...lengths]).toEqual(expect.arrayContaining([7, 7.5, 8, 8.5, 9]));
});

test('an hour repeated by a clock change is asleep both times or awake both times', () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed * 1_000_003);
  for (const { zone, at, by } of CHANGES.filter((change) => change.by < 0))
    for (const into of [0, 1, 10 * 60 * SECOND, -by - 1]) {
      const sleepers = (moment: Instant) =>
        seeds.filter((seed) => isAsleep({ seed, zone: zoneOf(zone) }, moment));
      expect(sleepers(at + into), zone).toEqual(sleepers(at + by + into));
    }
});

test('no stat jumps when the clocks change', () => {
  // 4 for the rhythm, 1.5 for loneliness and 1.5 for being overdue.
  const fastest = 4 * 1.5 * 1.5;
  for (const [seed, { at, zone }] of CHANGES.entries()) {
    const species = pick(CATALOG as [Species, ...Species[]], (seed % CATALOG.length) / CATALOG.length);
    const perHour = Math.max(species.hungerDecayPerHour, species.happinessDecayPerHour, 2) * fastest;
    const creature = bornAt(at - 20 * HOUR, { species, seed, zone });
    const [before, after] = [statsAt(creature, species, at - SECOND), statsAt(creature, species, at)];
    const falls = STATS.map((stat) => before[stat] - after[stat]);
    expect(Math.min(...falls), zone).toBeGreaterThanOrEqual(0);
    expect(Math.max(...falls), zone).toBeLessThanOrEqual((perHour * SECOND) / HOUR);
  }
});

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

law('no creature sleeps by day', [fc.maxSafeNat(), anyZone, anyStart], (seed, name, at) => {
  const zone = new TimeZone(name);
  const asleep = isAsleep({ seed, zone }, at);
  expect(!asleep || NIGHT.includes(hourOfDay(localHourAt(zone, at)))).toBe(true);
});

law('wakesAt is the first moment awake', [fc.maxSafeNat(), anyZone, anyStart], (seed, zone, at) => {
  const sleeper = { seed, zone: new TimeZone(zone) };
  const wakes = wakesAt(sleeper, at);
  expect(isAsleep(sleeper, wakes)).toBe(false);
  expect(wakes === at || isAsleep(sleeper, wakes - 1)).toBe(true);
  expect(wakes - at).toBeLessThanOrEqual(11 * HOUR);
});

const SEEDS = Array.from({ length: 500 }, (_, seed) => seed);

law('sleep halves all decay, exactly', [anyVisit], ({ creature, species, at }) => {
  const { zone } = creature;
  let from = at;
  while (!NIGHT.includes(hourOfDay(localHourAt(zone, from)))) from = nextHourBoundary(zone, from);
  const felt = (asleep: boolean) => {
    const seed = SEEDS.find((each) => isAsleep({ seed: each, zone }, from) === asleep) ?? -1;
    const twin = { ...creature, seed, life: { ...creature.life, settledAt: from } };
    return feltTimeUntil(twin, species, nextHourBoundary(zone, from));
  };
  const [slept, waked] = [felt(true), felt(false)];
  for (const count of ['all', 'overdue', 'critical', 'neglected'] as const)
    expect(slept[count] * 2).toBe(waked[count]);
});

const POLYFILLED_ZONES = [...ZONES, 'UTC', 'Etc/GMT+5', 'US/Eastern'];
/** The URL of a second instance of the module. */
const ONCE_MORE = new URL('../../src/rules/base/clock.ts?once-more', import.meta.url).href;

// The first use of a zone may take 30 ms.
const LOOKS = Math.ceil(RUNS / 50);

test('without Temporal in Node, local times and clock changes are the same', async () => {
  const int = seededInts();
  vi.stubGlobal('Temporal', Polyfill);
  const { TimeZone: Polyfilled } = (await import(ONCE_MORE)) as { TimeZone: typeof TimeZone };
  expect(Polyfilled).not.toBe(TimeZone);
  const looks = Array.from({ length: LOOKS }, () => ({
    zone: POLYFILLED_ZONES[int(0, POLYFILLED_ZONES.length)] ?? '',
    at: int(Date.UTC(2020, 0), Date.UTC(2060, 0)),
  }));
  const polyfilled = looks.map(({ zone, at }) => new Polyfilled(zone).spanAt(at));
  vi.unstubAllGlobals();
  expect(Temporal).not.toBe(Polyfill);
  expect(polyfilled).toEqual(looks.map(({ zone, at }) => new TimeZone(zone).spanAt(at)));
});
