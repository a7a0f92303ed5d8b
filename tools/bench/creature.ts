import { HOUR } from '../../src/rules/base/clock.ts';
import { newEgg, requireHatched } from '../../src/rules/lives/creature.ts';
import { hatchEgg } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { simulate } from '../sim/simulate.ts';
import { median, inColumns } from '../support/report.ts';

const START = Date.UTC(2026, 2, 28, 9);
const ZONE = 'Europe/Berlin';
const LOOKS = 20_000;
const HOURS_IN_A_YEAR = 8766;

export function creatureTable(): string {
  const species = findBuiltIn('housecat');
  if (!species) throw new Error('there is no housecat');
  const look = (hours: number, averageHours: number) =>
    `${lookMicros(hours, averageHours, species).toFixed(1)} µs`;
  return inColumns([
    ['observe, untouched for 6 h', look(6, 6), '≤ 5 µs'],
    // Used to a visit every twenty hours, a cat is patient enough for two days.
    ['observe, untouched for 48 h, over a clock change', look(48, 20), '≤ 15 µs'],
    ['lives with care every six hours', `${yearsPerSecond(species).toFixed(0)} creature-years/s`, '≥ 300'],
  ]);
}

/** The middle of several rounds; in each, thousands of looks at moments that differ by a millisecond. */
function lookMicros(hours: number, averageHours: number, species: Species): number {
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
  const rhythm = { intervals: 9, averageHours };
  const rounds = Array.from({ length: 7 }, () => {
    const before = performance.now();
    for (let nth = 0; nth < LOOKS; nth += 1) {
      // A new object for each look, as read from the database: no earlier computation is reused.
      const fresh = { ...creature, life: { ...creature.life, rhythm } };
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
  for (let seed = 0; performance.now() - before < 4000; seed += 1)
    hours += (simulate({ ...plan, seed }).endedAt - START) / HOUR;
  return hours / HOURS_IN_A_YEAR / ((performance.now() - before) / 1000);
}
