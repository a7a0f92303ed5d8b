import { expect, test } from 'vitest';

import { aCreature } from '../../../test/support/creature.ts';
import { DAY, HOUR, type Instant, TimeZone } from '../base/clock.ts';
import { requireHatched } from '../lives/creature.ts';
import { MOMENT_KINDS, type MomentKind, momentAt } from './moments.ts';
import { moonNear, turningPointOf } from './sky.ts';

const BORN = Date.parse('2026-02-10T15:00:00Z');

function creatureIn(zone: string, seed = 7) {
  const creature = requireHatched(aCreature({ seed }));
  return { ...creature, zone: new TimeZone(zone), life: { ...creature.life, ageFrom: BORN } };
}

/** The moments of the year from a day on, by the local day. */
function yearOf(zone: string, seed = 7, from = BORN + 10 * DAY): Map<number, MomentKind> {
  const creature = creatureIn(zone, seed);
  const days = Array.from({ length: 365 }, (_, nth) => [nth, momentAt(creature, from + nth * DAY)] as const);
  return new Map(days.flatMap(([nth, kind]) => (kind ? [[nth, kind] as const] : [])));
}

const minutesApart = (at: Instant, known: string) => Math.abs(at - Date.parse(known)) / 60_000;

test.each([
  ['full', '2026-03-03T11:38:00Z'],
  ['full', '2026-11-24T14:53:00Z'],
  ['new', '2026-08-12T17:37:00Z'],
] as const)('the %s moon of %s is known to the hour', (phase, known) => {
  const near = moonNear(phase, Date.parse(known) - DAY);
  expect(minutesApart(near ?? 0, known)).toBeLessThan(60);
  expect(moonNear(phase, Date.parse(known) - 9 * DAY)).toBeUndefined();
});

test.each([
  ['march', '2026-03-20T14:46:00Z'],
  ['june', '2026-06-21T08:25:00Z'],
  ['september', '2026-09-23T00:05:00Z'],
  ['december', '2026-12-21T20:50:00Z'],
] as const)('the turning point of %s is known to the hour', (which, known) => {
  expect(minutesApart(turningPointOf(which, 2026), known)).toBeLessThan(60);
});

test.each(['Europe/Berlin', 'America/Los_Angeles', 'Australia/Sydney', 'Asia/Kolkata'])(
  'a year in %s has at least sixty moments, and none lasts longer than a day',
  (zone) => {
    for (const seed of [1, 2, 3]) {
      const year = yearOf(zone, seed);
      expect(year.size).toBeGreaterThanOrEqual(60);
      for (const [nth, kind] of year) expect(year.get(nth + 1)).not.toBe(kind);
    }
  },
);

test('the whole local day has its moment, and the same for every look', () => {
  const creature = creatureIn('Pacific/Auckland');
  const midnight = Date.parse('2026-12-30T11:00:00Z');
  const hours = Array.from({ length: 24 }, (_, hour) => momentAt(creature, midnight + hour * HOUR));
  expect(new Set(hours)).toEqual(new Set(['last_day']));
  expect(momentAt(creature, midnight + 24 * HOUR)).toBe('new_year');
});

test('the longest day is in June in the north and in December in the south', () => {
  const june = Date.parse('2026-06-21T10:00:00Z');
  const december = Date.parse('2026-12-21T22:00:00Z');
  expect(momentAt(creatureIn('Europe/Berlin'), june)).toBe('longest_day');
  expect(momentAt(creatureIn('Australia/Sydney'), june)).toBe('shortest_day');
  expect(momentAt(creatureIn('Australia/Sydney'), december)).toBe('longest_day');
});

test('snow falls in the winter of the place, and seasons are unknown without a place', () => {
  const monthOf = (zone: string) => {
    const snow = [...yearOf(zone)].find(([, kind]) => kind === 'first_snow');
    return snow && new Date(BORN + (10 + snow[0]) * DAY).getUTCMonth();
  };
  expect([10, 11]).toContain(monthOf('Europe/Berlin'));
  expect([4, 5]).toContain(monthOf('Australia/Sydney'));
  expect(monthOf('UTC')).toBeUndefined();
});

test('every moment comes to some creature within four years', () => {
  const seen = new Set<MomentKind>();
  for (const seed of [1, 2, 3, 4])
    for (let year = 0; year < 4; year += 1)
      for (const kind of yearOf('Europe/Berlin', seed, BORN + year * 365 * DAY).values()) seen.add(kind);
  expect(MOMENT_KINDS.filter((kind) => !seen.has(kind))).toEqual([]);
});
