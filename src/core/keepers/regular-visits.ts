import { HOUR, MINUTE, type Instant } from '../engine/clock.ts';
import { offsetAt } from '../engine/local-time.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import { regularHoursFor } from '../species/visit-rhythm.ts';

/** The same visits every day, in UTC: at this minute of each of these hours. */
export interface RegularVisits {
  readonly minute: number;
  readonly hours: readonly number[];
}

interface KeptCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
}

const HOURS_PER_DAY = 24;

/**
 * The regular hours of all of them, at most one visit an hour, at the minute of the last meal of the one with the
 * shortest window. Local hours are converted with the offset from UTC that holds now.
 */
export function regularVisits(kept: readonly [KeptCreature, ...KeptCreature[]], now: Instant): RegularVisits {
  const first = kept.reduce((one, other) => (windowOf(other) < windowOf(one) ? other : one));
  const minute = Math.floor((first.creature.life.lastFedAt % HOUR) / MINUTE);
  const hours = new Set<number>();
  for (const { creature, species } of kept) {
    const offset = offsetAt(creature.zone, now);
    for (const localHour of regularHoursFor(species)) {
      // The visit of a local hour is the one at that minute of UTC which falls into it.
      const begins = localHour * HOUR - offset;
      const utcHour = Math.ceil((begins - minute * MINUTE) / HOUR);
      hours.add((utcHour + 2 * HOURS_PER_DAY) % HOURS_PER_DAY);
    }
  }
  return { minute, hours: [...hours].toSorted((one, other) => one - other) };
}

function windowOf({ species }: KeptCreature): number {
  return species.feedingWindowHours;
}
