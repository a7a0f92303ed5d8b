import { expect, test } from 'vitest';

import type { KeeperKind } from '../../tools/sim/keepers.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { newEgg, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { diesAt, hatchEgg } from '../../src/rules/lives/live-until.ts';
import { NO_RHYTHM, type Rhythm } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { asHatched } from './creatures.ts';

const LONG = process.env['TEST_LONG'] !== undefined;

const SEEDS = LONG ? [1, 2] : [1];
const ZONES = LONG ? ['Europe/Berlin', 'Asia/Kathmandu'] : ['Asia/Kathmandu'];
const START = Date.parse('2026-03-14T15:00:00Z');

const DAYS = LONG ? 30 : 14;

function survives(species: Species, keeper: KeeperKind): boolean {
  return ZONES.every((zone) =>
    SEEDS.every(
      (seed) => !simulate({ species, keeper, seed, zone, startAt: START, days: DAYS }).creature.died,
    ),
  );
}

test.each(CATALOG)('a $name survives with a keeper that follows its check-ins', (species) => {
  expect(survives(species, 'diligent')).toBe(true);
});

test.each(CATALOG.filter(({ feedingWindowHours }) => feedingWindowHours >= 12))(
  'a $name survives with a keeper that visits once a day',
  (species) => {
    expect(survives(species, 'once_a_day')).toBe(true);
  },
);

/** The shortest time from a meal at full health to death, over some creatures and hours of a day. */
function shortestHoursLeft(species: Species, rhythm: Rhythm): number {
  const left = Array.from({ length: LONG ? 48 : 8 }, (_, number) => {
    const now = Date.UTC(2026, 5, 1, (number * 5) % 24);
    return (diesAt(justFed(species, rhythm, now, number), species) - now) / HOUR;
  });
  return Math.min(...left);
}

function justFed({ slug }: Species, rhythm: Rhythm, now: number, seed: number): HatchedCreature {
  const given = {
    id: 'fed',
    keeperId: 'keeper',
    name: 'Noah',
    species: slug,
    seed,
    zone: 'UTC',
    personality: [],
  };
  const creature = asHatched(hatchEgg(newEgg(given, now), now));
  return { ...creature, life: { ...creature.life, rhythm } };
}

const RHYTHMS = [
  NO_RHYTHM,
  ...[0.5, 1, 2, 3, 4, 5, 6, 8, 12, 24, 48].map((averageHours): Rhythm => ({ intervals: 20, averageHours })),
];

test.each(CATALOG)(
  'a healthy $name lives for 20 h without its keeper, at every rhythm of earlier visits',
  (species) => {
    const hours = RHYTHMS.map((rhythm) => shortestHoursLeft(species, rhythm));
    expect(Math.min(...hours)).toBeGreaterThan(20);
  },
);
