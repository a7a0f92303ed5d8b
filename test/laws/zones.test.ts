import { expect, test } from 'vitest';

import { HOUR, SECOND, type Instant } from '../../src/rules/base/clock.ts';
import {
  hourOfDay,
  localHourAt,
  nextHourBoundary,
  offsetAt,
  TimeZone,
} from '../../src/rules/base/local-time.ts';
import { newEgg, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { hatchEgg } from '../../src/rules/lives/live-until.ts';
import { isAsleep } from '../../src/rules/lives/sleep.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { asHatched } from './creatures.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const BY_NAME = new Map(ZONES.map((name) => [name, new TimeZone(name)]));
const zoneOf = (name: string): TimeZone => BY_NAME.get(name) ?? new TimeZone(name);
const [FROM, UNTIL] = [
  Temporal.Instant.from('2026-01-01T00:00Z'),
  Temporal.Instant.from('2028-01-01T00:00Z'),
];

/** A change of a zone's offset at a moment. */
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

/** Night hours between two moments, by the rules. */
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

test('the zone database has hundreds of zones and of clock changes', () => {
  expect(ZONES.length).toBeGreaterThanOrEqual(400);
  expect(CHANGES.length).toBeGreaterThan(500);
});

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
    const creature = sinceTheDayBefore(change, species.slug, number);
    const [before, after] = [change.at - SECOND, change.at].map((at) => statsAt(creature, species, at));
    return STATS.filter((stat) => {
      const fall = (before?.[stat] ?? NaN) - (after?.[stat] ?? NaN);
      return !(fall >= 0 && fall <= (perHour * SECOND) / HOUR);
    });
  });
  expect(leaps).toEqual([]);
});

function sinceTheDayBefore({ zone, at }: ClockChange, species: string, seed: number): HatchedCreature {
  const born = at - 20 * HOUR;
  const given = { id: 'zone', keeperId: 'keeper', name: 'Noah', species, seed, zone, personality: [] };
  return asHatched(hatchEgg(newEgg(given, born), born));
}
