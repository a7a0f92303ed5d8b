import type { Instant } from '../../core/engine/clock.ts';
import { statsAt } from '../../core/lives/decay.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import { nextTrustGoal } from '../../core/species/mechanics.ts';
import type { Species } from '../../core/species/species.ts';

/** How far one that keeps something back is from opening up, `trust 12 of 40`, for its own keeper only. */
export function trustProgress(creature: HatchedCreature, species: Species, now: Instant): string | undefined {
  const stats = statsAt(creature, species, now);
  const goal = nextTrustGoal(species, stats);
  return goal === undefined ? undefined : `trust ${Math.floor(stats.trust)} of ${goal}`;
}
