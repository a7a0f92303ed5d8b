import fc from 'fast-check';
import { Temporal as Polyfill } from 'temporal-polyfill/implementation';
import { expect, test, vi } from 'vitest';

import {
  HOUR,
  hourOfDay,
  type Instant,
  localHourAt,
  nextHourBoundary,
  offsetAt,
  SECOND,
  TimeZone,
} from '../../src/rules/base/clock.ts';
import { type FeltTime, feltTimeUntil, statsAt } from '../../src/rules/lives/decay.ts';
import { isAsleep, sleepsIn, wakesAt } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { seededInts } from '../support/seeded.ts';
import { anyStart, anyVisit, anyZone, bornAt, law, RUNS, type Moment } from './creatures.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const BY_NAME = new Map(ZONES.map((name) => [name, new TimeZone(name)]));
const zoneOf = (name: string): TimeZone => BY_NAME.get(name) ?? new TimeZone(name);
const [FROM, UNTIL] = [
  Temporal.Instant.from('2026-01-01T00:00Z'),
  Temporal.Instant.from('2028-01-01T00:00Z'),
];

interface ClockChange {
  readonly zone: string;
  readonly at: Instant;
  readonly by: number;
}

// Found by sampling days and bisecting to the millisecond, not from the zone database as in the rules.
function changesOf(zone: string): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let at = FROM.epochMilliseconds; at < UNTIL.epochMilliseconds; at += 24 * HOUR) {
    const by = offset(zone, at + 24 * HOUR) - offset(zone, at);
    if (by !== 0) changes.push({ zone, by, at: firstChanged(zone, at, at + 24 * HOUR) });
  }
  return changes;
}

function firstChanged(zone: string, from: Instant, to: Instant): Instant {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(zone, middle) === offset(zone, from)) low = middle;
    else high = middle;
  }
  return high;
}

function offset(zone: string, at: Instant): number {
  return zoned(zone, at).offsetNanoseconds / 1e6;
}

function zoned(zone: string, at: Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

const CHANGES = ZONES.flatMap(changesOf);

/** The two nights that a clock change can fall into, by the calendar. */
function nightsAround({ zone, at }: ClockChange): { from: Instant; to: Instant }[] {
  const day = zoned(zone, at).toPlainDate();
  return [day.subtract({ days: 1 }), day].map((evening) => {
    const from = evening.toZonedDateTime({ timeZone: zone, plainTime: '22:00' });
    const to = evening.add({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime: '06:00' });
    return { from: from.epochMilliseconds, to: to.epochMilliseconds };
  });
}

function nightHours(zone: string, from: Instant, to: Instant): number {
  let night = 0;
  for (let at = from; at < to;) {
    const next = Math.min(to, nextHourBoundary(zoneOf(zone), at));
    const hour = hourOfDay(localHourAt(zoneOf(zone), at));
    if (hour >= 22 || hour < 6) night += next - at;
    at = next;
  }
  return night / HOUR;
}

test('in every zone local time is right', () => {
  const wrong = ZONES.flatMap((zone) =>
    Array.from(
      { length: 100 },
      (_, step) => FROM.epochMilliseconds + step * 175 * HOUR + step * 61_007,
    ).filter(
      (at) =>
        hourOfDay(localHourAt(zoneOf(zone), at)) !== zoned(zone, at).hour ||
        offsetAt(zoneOf(zone), at) !== offset(zone, at),
    ),
  );
  expect(wrong).toEqual([]);
});

test('every clock change takes effect at its exact millisecond', () => {
  expect(ZONES.length).toBeGreaterThanOrEqual(400);
  expect(CHANGES.length).toBeGreaterThan(500);
  const wrong = CHANGES.filter(
    ({ zone, at, by }) =>
      offsetAt(zoneOf(zone), at) - offsetAt(zoneOf(zone), at - 1) !== by ||
      nextHourBoundary(zoneOf(zone), at - 1) !== at,
  );
  expect(wrong).toEqual([]);
});

test('every night with a clock change is as long as the calendar says', () => {
  const lengths = new Set<number>();
  const wrong = CHANGES.flatMap((change) =>
    nightsAround(change).filter(({ from, to }) => {
      const hours = nightHours(change.zone, from - 4 * HOUR, to + 4 * HOUR);
      lengths.add(hours);
      return Math.abs(hours - (to - from) / HOUR) > 1e-9;
    }),
  );
  expect(wrong).toEqual([]);
  expect([...lengths]).toEqual(expect.arrayContaining([7, 7.5, 8, 8.5, 9]));
});

test('an hour repeated by a clock change is asleep both times or awake both times', () => {
  const wrong = CHANGES.filter(({ by }) => by < 0).filter(({ zone, at, by }) =>
    Array.from({ length: 40 }, (_, seed) => seed * 1_000_003).some((seed) =>
      [0, 1, 10 * 60 * SECOND, -by - 1].some(
        (into) =>
          isAsleep({ seed, zone: zoneOf(zone) }, at + into) !==
          isAsleep({ seed, zone: zoneOf(zone) }, at + by + into),
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

test('no stat jumps when the clocks change', () => {
  // 4 for the rhythm, 1.5 for loneliness and 1.5 for being overdue.
  const fastest = 4 * 1.5 * 1.5;
  const leaps = CHANGES.flatMap((change, number) => {
    const species = CATALOG[number % CATALOG.length];
    if (!species) return [];
    const perHour = Math.max(species.hungerDecayPerHour, species.happinessDecayPerHour, 2) * fastest;
    const creature = bornAt(change.at - 20 * HOUR, { species, seed: number, zone: change.zone });
    const [before, after] = [change.at - SECOND, change.at].map((at) => statsAt(creature, species, at));
    return STATS.filter((stat) => {
      const fall = (before?.[stat] ?? NaN) - (after?.[stat] ?? NaN);
      return !(fall >= 0 && fall <= (perHour * SECOND) / HOUR);
    });
  });
  expect(leaps).toEqual([]);
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

function feltThere({ creature, species }: Moment, seed: number, from: number, to: number): FeltTime {
  const twin = { ...creature, seed, life: { ...creature.life, settledAt: from } };
  return feltTimeUntil(twin, species, to);
}

law('sleep halves all decay, exactly', [anyVisit], (moment) => {
  const { zone } = moment.creature;
  const from = firstNightHour(zone, moment.at);
  const to = nextHourBoundary(zone, from);
  const [asleep, awake] = [seedThat('sleeps', zone, from), seedThat('wakes', zone, from)];
  const slept = feltThere(moment, asleep, from, to);
  const waked = feltThere(moment, awake, from, to);
  for (const count of ['all', 'overdue', 'critical', 'neglected'] as const) {
    expect(slept[count] * 2).toBe(waked[count]);
  }
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
