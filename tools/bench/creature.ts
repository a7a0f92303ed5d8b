import { simulate } from '../sim/simulate.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { newEgg, hasHatched, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { hatchEgg } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';

const START = Date.UTC(2026, 2, 28, 9);
const LOOKS = 20_000;
const ROUNDS = 7;
const HOURS_IN_A_YEAR = 8766;

/** Measures the cost of a status request and the speed of whole simulated lives. */
export function creatureLines(): string[] {
  return [
    line('observe, untouched for 6 h', `${lookMicros(6, aCat(6)).toFixed(1)} µs`, '≤ 5 µs'),
    line(
      'observe, untouched for 48 h, over a clock change',
      `${lookMicros(48, aCat(20)).toFixed(1)} µs`,
      '≤ 15 µs',
    ),
    line(
      'lives lived, a visit with care every six hours',
      `${yearsPerSecond().toFixed(0)} creature-years/s`,
      '≥ 60',
    ),
  ];
}

/** The middle of several rounds; in each, thousands of looks at moments that differ by a millisecond. */
function lookMicros(hours: number, [creature, species]: [HatchedCreature, Species]): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now();
    for (let nth = 0; nth < LOOKS; nth += 1) observe(fresh(creature), species, START + hours * HOUR + nth);
    return ((performance.now() - before) / LOOKS) * 1000;
  });
  return rounds.toSorted((one, other) => one - other)[ROUNDS >> 1] ?? Number.NaN;
}

/** As it comes out of the database: nothing about it has been worked out yet. */
function fresh(creature: HatchedCreature): HatchedCreature {
  return { ...creature, life: { ...creature.life } };
}

function yearsPerSecond(): number {
  const [, species] = aCat(6);
  const before = performance.now();
  let hours = 0;
  for (let seed = 0; performance.now() - before < 2000; seed += 1) {
    const story = simulate({
      species,
      keeper: 'steady',
      seed,
      zone: 'Europe/Berlin',
      days: 60,
      startAt: START,
    });
    hours += (story.endedAt - START) / HOUR;
  }
  return hours / HOURS_IN_A_YEAR / ((performance.now() - before) / 1000);
}

/** A cat that is used to a visit every so many hours; every twenty make it patient enough for two days. */
function aCat(averageHours: number): [HatchedCreature, Species] {
  const species = findBuiltIn('housecat');
  const laid = {
    id: 'c',
    keeperId: 'k',
    name: 'Bo',
    species: 'housecat',
    seed: 7,
    zone: 'Europe/Berlin',
    personality: [],
  };
  const creature = hatchEgg(newEgg(laid, START), START);
  if (!species || !hasHatched(creature)) throw new Error('there is no housecat');
  const rhythm = { intervals: 9, averageHours };
  return [{ ...creature, life: { ...creature.life, rhythm } }, species];
}

function line(what: string, figure: string, target: string): string {
  return `${what.padEnd(52)}${figure.padStart(22)}  ${target}`;
}
