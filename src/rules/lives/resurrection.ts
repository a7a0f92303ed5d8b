import { DAY, type Instant } from '../base/clock.ts';
import { consistencyNow, missedWindows, windowsSinceFed } from '../care/feeding.ts';
import { heartAfterReturn } from '../heart/feel.ts';
import type { Species } from '../species/species.ts';
import type { Stats } from '../vocabulary.ts';
import { newLife, type Creature, type HatchedCreature } from './creature.ts';
import { ageHours } from './growth.ts';

export const RESURRECTION_WINDOW = 7 * DAY;
/** Price of a resurrection in credits: base × perDeath^(deaths before) × age / baseHours (at least 1). */
export const RESURRECTION_PRICE = { base: 100, perDeath: 5, baseHours: 168 } as const;
// Keeps the number exact.
const HIGHEST_COST = 1_000_000_000_000;

export const STATS_AFTER_RESURRECTION: Stats = {
  hunger: 50,
  happiness: 50,
  health: 50,
  trust: 30,
  discipline: 50,
};

export function resurrectionCost(creature: Creature, now: Instant): number {
  return resurrectionCostFor({ deathsBefore: creature.resurrections, ageHours: ageHours(creature, now) });
}

export function resurrectionCostFor(life: {
  readonly deathsBefore: number;
  readonly ageHours: number;
}): number {
  const { base, perDeath, baseHours } = RESURRECTION_PRICE;
  const age = Math.max(1, life.ageHours / baseHours);
  return Math.min(HIGHEST_COST, Math.ceil(base * perDeath ** life.deathsBefore * age));
}

export function resurrectionClosesAt(diedAt: Instant): Instant {
  return diedAt + RESURRECTION_WINDOW;
}

export function reviveCreature(
  creature: HatchedCreature,
  species: Species,
  layer: string,
  now: Instant,
): Creature {
  const { died, life, record } = creature;
  const diedAt = died?.at ?? now;
  const windows = windowsSinceFed(creature, species, diedAt);
  return {
    ...creature,
    died: undefined,
    life: {
      ...newLife(STATS_AFTER_RESURRECTION, now, life.ageFrom + now - diedAt),
      hatchedAt: life.hatchedAt,
    },
    // Meals count as missed up to the death, not while dead.
    record: {
      ...record,
      streak: 0,
      consistency: consistencyNow(record, windows),
      missedFeedings: record.missedFeedings + missedWindows(windows),
    },
    personality: [...creature.personality, layer],
    resurrections: creature.resurrections + 1,
    heart: heartAfterReturn(creature, species, now).heart,
  };
}
