import { HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { dice } from '../../src/rules/base/dice.ts';
import * as creatures from '../../src/rules/lives/creature.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Stats, Stage } from '../../src/rules/vocabulary.ts';
import { NOON } from './hand-clock.ts';

export { NOON };

/** A species with round numbers and no mechanics. */
export const PLAIN: Species = {
  slug: 'plain',
  name: 'Plain',
  family: 'cat',
  tier: 'common',
  trustSpeed: 'medium',
  feedingWindowHours: 10,
  hungerDecayPerHour: 1,
  happinessDecayPerHour: 1,
  traits: [],
  personality: 'As plain as they come.',
  look: [],
  tastes: { feed: [], play: [], clean: [], medicine: [], discipline: [], sleep: [] },
  mechanics: [],
  curious: false,
};

export interface Given {
  readonly stats?: Partial<Stats>;
  readonly life?: Partial<creatures.Life>;
  readonly record?: Partial<creatures.CareRecord>;
  readonly stage?: Stage;
  readonly seed?: number;
  readonly zone?: string;
}

/** A creature that hatched at noon and is awake in its first nights, unless `seed` is given. */
export function aCreature({
  stats,
  life,
  record,
  stage = 'baby',
  seed = SLEEPLESS,
  zone = 'UTC',
}: Given = {}): creatures.HatchedCreature {
  const laid = creatures.newEgg(
    { id: 'c', keeperId: 'k', name: 'Bo', species: 'plain', seed, zone, personality: [] },
    NOON,
  );
  return {
    ...laid,
    stage,
    life: { ...creatures.newLife({ ...creatures.STATS_AT_BIRTH, ...stats }, NOON), ...life },
    record: { ...laid.record, ...record },
  };
}

export function after(hours: number): Instant {
  return NOON + hours * HOUR;
}

/** The first seed with which the night hours of four days are slept, or not. */
function seedFor(asleep: boolean): number {
  const noon = NOON / HOUR;
  const nights = Array.from({ length: 96 }, (_, at) => noon + at).filter(
    (hour) => hour % 24 >= 22 || hour % 24 < 6,
  );
  for (let seed = 1; ; seed += 1) {
    if (nights.slice(0, asleep ? 8 : 32).every((hour) => dice(seed, 'sleep', hour) < 0.33 === asleep))
      return seed;
  }
}

export const SLEEPLESS = seedFor(false);
/** Sleeps through its whole first night, from ten in the evening to six. */
export const SLEEPYHEAD = seedFor(true);

/** A creature that sleeps through its first night, observed so many hours after noon. */
export function aSleeper(hours = 11, given: Given & { readonly id?: string } = {}) {
  const creature = { ...aCreature({ seed: SLEEPYHEAD, ...given }), id: given.id ?? 'c' };
  return { creature, species: PLAIN, observed: observe(creature, PLAIN, after(hours)) };
}

export function builtIn(slug: string): Species {
  const species = findBuiltIn(slug);
  if (!species) throw new Error(`${slug} is no species`);
  return species;
}
