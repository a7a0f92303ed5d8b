import { CRITICAL_WINDOWS, missedWindows, windowsSinceFed } from '../care/feeding.ts';
import { HOUR, type Instant } from '../engine/clock.ts';
import type { Species } from '../species/species.ts';
import { hasHatched, isAlive, type Creature, type HatchedCreature } from './creature.ts';
import { consistencyAt } from './growth.ts';
import { nextEventAt } from './live-until.ts';

/** Its consistency for rankings and averages, in tenths of a percent: whole numbers add up the same in any order. Only the living count. */
export function consistencyTenths(creature: Creature, species: Species, at: Instant): number {
  if (!hasHatched(creature) || !isAlive(creature)) return 0;
  return Math.round(consistencyAt(creature, species, at) * 10);
}

/** The next moment at which something about it changes by itself: it dies, grows, or has missed another meal. */
export function nextChangeAt(creature: Creature, species: Species, now: Instant): Instant | undefined {
  const event = nextEventAt(creature, species);
  if (event === undefined || !hasHatched(creature)) return event;
  return Math.min(event, nextMissAt(creature, species, now));
}

function nextMissAt(creature: HatchedCreature, species: Species, now: Instant): Instant {
  const missedAt = (moment: Instant) => missedWindows(windowsSinceFed(creature, species, moment));
  const missed = missedAt(now);
  const windows = missed === 0 ? CRITICAL_WINDOWS : missed + 1;
  let at = Math.ceil(creature.life.lastFedAt + windows * species.feedingWindowHours * HOUR);
  // A division may round where the product did not; the moment counts only once the next meal really is missed.
  while (missedAt(at) <= missed) at += 1;
  return at;
}
