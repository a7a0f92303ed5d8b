import { MINUTE } from '../engine/clock.ts';
import type { Species } from '../species/species.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { minutesApartFor } from '../care/meal-times.ts';

/** Visits by the clock on the wall, for whoever can only come regularly, in UTC. */
export interface RegularVisits {
  readonly minutesApart: number;
  /** The first of a day, in minutes since midnight. */
  readonly firstMinute: number;
}

interface KeptCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
}

/** So often that none of them misses a meal, counted from the last meal of the one that eats most often. */
export function regularVisits(kept: readonly [KeptCreature, ...KeptCreature[]]): RegularVisits {
  const apartOf = ({ species }: KeptCreature) => minutesApartFor(species.feedingWindowHours);
  const { creature, species } = kept.reduce((one, other) => (apartOf(other) < apartOf(one) ? other : one));
  const minutesApart = minutesApartFor(species.feedingWindowHours);
  return { minutesApart, firstMinute: Math.floor(creature.life.lastFedAt / MINUTE) % minutesApart };
}
