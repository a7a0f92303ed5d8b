import type { Instant } from '../../core/engine/clock.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import { statsAt } from '../../core/lives/decay.ts';
import { isMilestoneVisible, type ReachedMilestone } from '../../core/lives/milestones.ts';
import { mechanicsOf } from '../../core/species/mechanics.ts';
import type { Species } from '../../core/species/species.ts';
import type { Db } from '../../store/engine/db.ts';
import { markMilestoneSeen, unseenMilestonesOf } from '../../store/lives/milestones.ts';

/** What it reached while it hid the stat, told by the first answer in which the stat may be seen, and by no other. */
export async function revealMilestones(
  db: Db,
  { creature, species }: { readonly creature: HatchedCreature; readonly species: Species },
  now: Instant,
): Promise<readonly ReachedMilestone[]> {
  if (!mechanicsOf(species).some(({ reveal }) => reveal !== undefined)) return [];
  const stats = statsAt(creature, species, now);
  const told: ReachedMilestone[] = [];
  for (const reached of await unseenMilestonesOf(db, creature.id)) {
    if (!isMilestoneVisible(species, stats, reached)) continue;
    if (await markMilestoneSeen(db, creature.id, reached)) told.push(reached);
  }
  return told;
}
