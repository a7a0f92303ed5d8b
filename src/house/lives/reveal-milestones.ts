import type { TendedCreature } from '../../core/care/needs.ts';
import type { Instant } from '../../core/engine/clock.ts';
import { statsAt } from '../../core/lives/decay.ts';
import { isMilestoneVisible, type ReachedMilestone } from '../../core/lives/milestones.ts';
import { hidesNothing } from '../../core/lives/visible-stats.ts';
import type { Db } from '../../store/engine/db.ts';
import { markMilestoneSeen, unseenMilestonesOf } from '../../store/lives/milestones.ts';

/** What it reached while it hid the stat, told by the first answer in which the stat may be seen, and by no other. */
export function revealMilestones(
  db: Db,
  seen: Omit<TendedCreature, 'observed'>,
  now: Instant,
): readonly ReachedMilestone[] | Promise<readonly ReachedMilestone[]> {
  return hidesNothing(seen.species) ? [] : revealUnseen(db, seen, now);
}

async function revealUnseen(
  db: Db,
  { creature, species }: Omit<TendedCreature, 'observed'>,
  now: Instant,
): Promise<readonly ReachedMilestone[]> {
  const stats = statsAt(creature, species, now);
  const told: ReachedMilestone[] = [];
  for (const reached of await unseenMilestonesOf(db, creature.id)) {
    if (!isMilestoneVisible(species, stats, reached)) continue;
    if (await markMilestoneSeen(db, creature.id, reached)) told.push(reached);
  }
  return told;
}
