import { oncePerPair } from '../../../packages/base/collections.ts';
import { HOUR, type Instant } from '../base/clock.ts';
import type { Species } from '../species/species.ts';
import type { HatchedCreature } from './creature.ts';
import { statsAt } from './decay.ts';
import { recommendedCheckin } from './observe.ts';
import { visitEveryHours } from './rhythm.ts';

/** An absence is three advised visits in a row that were missed: the first, and as many intervals later. */
const LATER_VISITS = 2;
/** No visit is advised later than that, or than its usual interval: a night is shorter. */
const LONGEST_GAP = 12 * HOUR;

interface Visited {
  readonly creature: HatchedCreature;
  readonly species: Species;
}

/** When a household was last cared for, if three visits were advised and missed since; undefined otherwise. */
export function absentSince(household: readonly Visited[], now: Instant): Instant | undefined {
  if (household.length === 0) return undefined;
  const last = Math.max(...household.map(({ creature }) => creature.life.lastCareAt));
  const missed = household.map((each) => thirdVisitAt(each, last));
  return now >= Math.min(...missed) ? last : undefined;
}

/** The check-in right after the last write. */
const firstAdvised = oncePerPair((creature: HatchedCreature, species: Species) => {
  const { settledAt } = creature.life;
  return recommendedCheckin(creature, species, statsAt(creature, species, settledAt), settledAt);
});

function thirdVisitAt({ creature, species }: Visited, last: Instant): Instant {
  const interval = visitEveryHours(species) * HOUR;
  const { returnAt } = firstAdvised(creature, species);
  return Math.min(returnAt, last + Math.max(interval, LONGEST_GAP)) + LATER_VISITS * interval;
}
