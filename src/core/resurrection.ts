import { DAY, type Instant } from './clock.ts';
import type { Creature, Hatched } from './creature.ts';
import { newLife } from './creature.ts';
import type { Stats } from './mechanic.ts';
import { ageHours } from './stages.ts';

export const WINDOW = 7 * DAY;
const PRICE = 100;
const PRICE_GROWTH_PER_DEATH = 5;
const HOURS_AT_BASE_PRICE = 168;
// Nothing that can be paid is dearer, and numbers stay exact up to here.
const HIGHEST_COST = 1_000_000_000_000;

const STATS_OF_THE_REVIVED: Stats = { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 };

/** What it costs to bring this creature back, in whole credits. */
export function resurrectionCost(creature: Creature, now: Instant): number {
  const age = Math.max(1, ageHours(creature, now) / HOURS_AT_BASE_PRICE);
  return Math.min(HIGHEST_COST, Math.ceil(PRICE * PRICE_GROWTH_PER_DEATH ** creature.resurrections * age));
}

/** The last moment at which it can be brought back. */
export function windowClosesAt(diedAt: Instant): Instant {
  return diedAt + WINDOW;
}

/** The creature brought back, with a new layer to who it is: its clocks start now, and its age goes on where it ended. */
export function revived(creature: Hatched, layer: string, now: Instant): Creature {
  const { died, life } = creature;
  const deadFor = died ? now - died.at : 0;
  return {
    ...creature,
    died: undefined,
    life: { ...newLife(STATS_OF_THE_REVIVED, now, life.ageFrom + deadFor), hatchedAt: life.hatchedAt },
    personality: [...creature.personality, layer],
    resurrections: creature.resurrections + 1,
  };
}
