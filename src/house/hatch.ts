import type { Instant } from '../core/clock.ts';
import { hatched } from '../core/live.ts';
import type { Species } from '../core/species/species.ts';
import { saveCreature, tellStage, type Kept } from '../store/creatures.ts';
import type { Transaction } from '../store/db.ts';
import { holdKeeper, saveKeeper } from '../store/keepers.ts';
import { keepMilestone } from '../store/milestones.ts';
import { countHatching } from './counting.ts';
import { countBeginning } from './counting-lives.ts';
import { upToDate } from './keep-change.ts';
import { orderPortrait } from './order-picture.ts';

/** The egg hatches under its keeper's eyes: every clock of its life starts now. */
export async function hatch(db: Transaction, egg: Kept, species: Species, now: Instant): Promise<Kept> {
  const baby = upToDate(egg, hatched(egg.creature, now), species, now);
  const saved = await saveCreature(db, baby);
  const { id, keeperId, stage } = baby.creature;
  await tellStage(db, id, egg.toldStage, stage);
  await keepMilestone(db, id, { type: 'stage_transition', threshold: stage, at: now, shown: true });
  await orderPortrait(db, egg, stage, now);
  const keeper = await holdKeeper(db, keeperId);
  countHatching(db, keeper, baby.family, now);
  countBeginning(db, keeper, now);
  await saveKeeper(db, keeper, {
    ...keeper,
    hatched: keeper.hatched + 1,
    firstHatchedAt: keeper.firstHatchedAt ?? now,
    living: keeper.living + 1,
    consistencyTenths: keeper.consistencyTenths + baby.consistencyTenths,
  });
  return { ...saved, toldStage: stage };
}
