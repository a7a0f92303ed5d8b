import type { Instant } from '../../src/rules/base/clock.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { KeeperKind } from './keeper.ts';
import { simulate } from './simulate.ts';

/** Every seed in every zone. */
interface Trial {
  readonly seeds: readonly number[];
  readonly zones: readonly string[];
  readonly startAt: Instant;
}

/** The share of lives of one species with one kind of keeper that last thirty days. */
export function fateOf(species: Species, keeper: KeeperKind, { seeds, zones, startAt }: Trial) {
  const stories = zones.flatMap((zone) =>
    seeds.map((seed) => simulate({ species, keeper, seed, zone, startAt, days: 30 })),
  );
  return { alive: { 30: stories.filter(({ creature }) => !creature.died).length / stories.length } };
}
