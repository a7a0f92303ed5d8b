import { DAY, type Instant } from '../../src/rules/base/clock.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Path } from '../../src/rules/vocabulary.ts';
import type { KeeperKind } from './keeper.ts';
import { simulate } from './simulate.ts';
import type { LifeStory } from './story.ts';

/** Results of one species with one kind of keeper. */
export interface Fate {
  readonly species: Species;
  readonly keeper: KeeperKind;
  readonly lives: number;
  /** The share still alive after so many days. */
  readonly alive: Readonly<Record<(typeof MARKS)[number], number>>;
  /** Paths of the adults. */
  readonly paths: Readonly<Partial<Record<Path, number>>>;
}

const MARKS = [1, 5, 30] as const;

/** Every seed in every zone. */
interface Trial {
  readonly seeds: readonly number[];
  readonly zones: readonly string[];
  readonly startAt: Instant;
}

export function fateOf(species: Species, keeper: KeeperKind, { seeds, zones, startAt }: Trial): Fate {
  const stories = zones.flatMap((zone) =>
    seeds.map((seed) => simulate({ species, keeper, seed, zone, startAt, days: 30 })),
  );
  const grownUp = Object.groupBy(stories, ({ creature }) => creature.path ?? 'none');
  return {
    species,
    keeper,
    lives: stories.length,
    alive: { 1: shareAliveAt(1, stories), 5: shareAliveAt(5, stories), 30: shareAliveAt(30, stories) },
    paths: Object.fromEntries(
      Object.entries(grownUp).flatMap(([path, them]) => (path === 'none' ? [] : [[path, them.length]])),
    ),
  };
}

function shareAliveAt(days: number, stories: readonly LifeStory[]): number {
  const alive = stories.filter(
    ({ creature, startAt }) => !creature.died || creature.died.at > startAt + days * DAY,
  );
  return alive.length / stories.length;
}
