import { HOUR } from '../../src/rules/base/clock.ts';
import { newEgg, requireHatched, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { hatchEgg } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { simulate } from '../sim/simulate.ts';
import { median } from './measure.ts';
import { inColumns } from './tables.ts';

const START = Date.UTC(2026, 2, 28, 9);
const ZONE = 'Europe/Berlin';
const LOOKS = 20_000;
const ROUNDS = 7;
const HOURS_IN_A_YEAR = 8766;

/** Measures the cost of a status request and the speed of whole simulated lives. */
export function creatureTable(): string {
  const species = findBuiltIn('housecat');
  if (!species) throw new Error('there is no housecat');
  const look = (hours: number, averageHours: number) =>
    `${lookMicros(hours, aCat(averageHours), species).toFixed(1)} µs`;
  return inColumns([
    ['observe, untouched for 6 h', look(6, 6), '≤ 5 µs'],
    ['observe, untouched for 48 h, over a clock change', look(48, 20), '≤ 15 µs'],
    ['lives with care every six hours', `${yearsPerSecond(species).toFixed(0)} creature-years/s`, '≥ 60'],
  ]);
}

/** The middle of several rounds; in each, thousands of looks at moments that differ by a millisecond. */
function lookMicros(hours: number, creature: HatchedCreature, species: Species): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now();
    for (let nth = 0; nth < LOOKS; nth += 1) {
      // As it comes out of the database: nothing about it has been worked out yet.
      const fresh = { ...creature, life: { ...creature.life } };
      observe(fresh, species, START + hours * HOUR + nth);
    }
    return ((performance.now() - before) / LOOKS) * 1000;
  });
  return median(rounds);
}

function yearsPerSecond(species: Species): number {
  const plan = { species, keeper: 'steady', zone: ZONE, days: 60, startAt: START } as const;
  const before = performance.now();
  let hours = 0;
  for (let seed = 0; performance.now() - before < 2000; seed += 1)
    hours += (simulate({ ...plan, seed }).endedAt - START) / HOUR;
  return hours / HOURS_IN_A_YEAR / ((performance.now() - before) / 1000);
}

/** A cat that is used to a visit every so many hours; every twenty make it patient enough for two days. */
function aCat(averageHours: number): HatchedCreature {
  const laid = {
    id: 'c',
    keeperId: 'k',
    name: 'Bo',
    species: 'housecat',
    seed: 7,
    zone: ZONE,
    personality: [],
  };
  const creature = requireHatched(hatchEgg(newEgg(laid, START), START));
  return { ...creature, life: { ...creature.life, rhythm: { intervals: 9, averageHours } } };
}
