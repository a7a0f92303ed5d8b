import { HOUR, type Instant } from '../base/clock.ts';
import { CRITICAL_WINDOWS, criticalAt, missedWindows, windowsSinceFed } from '../care/feeding.ts';
import type { Species } from '../species/species.ts';
import { type Creature, hasHatched, type HatchedCreature, isAlive } from './creature.ts';
import { diesAt, patienceEndsAt } from './death.ts';
import { consistencyAt } from './growth.ts';
import { nextEventAt } from './live-until.ts';
import { hidesNothing } from './visible-stats.ts';

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

// What the living are sorted by where anybody may look. An order tells as much as a number does: of a species that ever
// hides a stat it goes by nothing but what everybody knows.

/** What is kept of a creature for the lists people leaf through. */
export interface RankFacts {
  /** When it is lost if nobody comes; of one that starves, or has no meal left to miss before that. */
  readonly lostAt: Instant | undefined;
  /** Its trust in whole tens, as of the last time somebody came. */
  readonly trustStep: number | undefined;
}

const TRUST_PER_STEP = 10;

/**
 * Changes with care, and by itself only where a meal is missed, which is a moment of its own: whoever is fed in time costs
 * the lists nothing.
 */
export function rankFacts(creature: Creature, species: Species, now: Instant): RankFacts {
  if (!hasHatched(creature) || !isAlive(creature)) return { lostAt: undefined, trustStep: undefined };
  const plain = hidesNothing(species);
  const lostAt = plain ? diesAt(creature, species) : patienceEndsAt(creature);
  const starving = missedWindows(windowsSinceFed(creature, species, now)) > 0;
  return {
    lostAt: starving || criticalAt(creature, species) >= lostAt ? lostAt : undefined,
    trustStep: plain ? Math.floor(creature.life.stats.trust / TRUST_PER_STEP) : undefined,
  };
}
