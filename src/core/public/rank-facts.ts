import { criticalAt, missedWindows, windowsSinceFed } from '../care/feeding.ts';
import type { Instant } from '../engine/clock.ts';
import type { Species } from '../species/species.ts';
import { hasHatched, isAlive, type Creature } from '../lives/creature.ts';
import { diesAt, patienceEndsAt } from '../lives/death.ts';
import { hidesNothing } from '../lives/visible-stats.ts';

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
