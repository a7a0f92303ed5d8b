import type { Database, Transaction } from '../../../packages/database/db.ts';
import { UnreadableRowError } from '../../../packages/database/table.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { requireHatched } from '../../rules/lives/creature.ts';
import { ageHours } from '../../rules/lives/growth.ts';
import { liveUntil } from '../../rules/lives/live-until.ts';
import type { Species } from '../../rules/species/species.ts';
import { deleteGravestone } from '../creatures/gravestones.store.ts';
import { withNextChange } from '../creatures/save-change.ts';
import { type Keeper, saveKeeper, selectKeeperForUpdate } from '../identity/agents.store.ts';
import { deleteDeathNews } from '../identity/owner-news.store.ts';
import { removePortraits } from '../pictures/pictures.store.ts';
import {
  deadBetween,
  markStageTold,
  raisedBy,
  saveCreature,
  selectCreatureForUpdate,
} from '../records/creatures.store.ts';
import { deleteStageMilestones } from '../records/life-log.store.ts';
import { VersionConflictError } from '../retry.ts';
import { speciesRegistry } from '../species/species-registry.ts';
import { countDeath, countGrowth } from '../tallies/counting.ts';
import { type KeptLife, readLives, replayLife } from './replay.ts';

interface DeathSpan {
  /** Moments of death, both included. */
  readonly since: Instant;
  readonly until: Instant;
}

/** What happens to a death. `passed`: the creature would die again at once. `unclear`: its log does not explain the death. */
export type DeathReview = 'restored' | 'passed' | 'departed' | 'unclear';

export type ReviewedDeath = Readonly<{ id: string; diedAt: Instant; review: DeathReview }>;

const LIVES_AT_ONCE = 200;

/** Undoes deaths and growth that a wrong clock has stored before their time: after `now`. Without `apply` nothing is written. */
export async function* undoDeaths(
  store: Database,
  span: DeathSpan,
  now: Instant,
  apply: boolean,
): AsyncGenerator<ReviewedDeath> {
  const registry = speciesRegistry(store);
  for (let after = ''; ;) {
    const ids = await deadBetween(store, span, after, LIVES_AT_ONCE);
    for await (const life of readLives(store, ids)) {
      if (life instanceof UnreadableRowError) {
        yield { id: life.key, diedAt: 0, review: 'unclear' };
        continue;
      }
      const { creature } = life.stored;
      const species = await registry.find(creature.species);
      const plan = life.forsaken ? 'departed' : species ? planUndo(life, species, now) : 'unclear';
      if (apply && typeof plan === 'object') await store.transaction((db) => restore(db, plan));
      const review = typeof plan === 'object' ? 'restored' : plan;
      yield { id: creature.id, diedAt: creature.died?.at ?? 0, review };
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** `creature` lives at `moment`; `happened` is the growth and the death after it, which are undone. */
type UndoPlan = Exclude<ReturnType<typeof planUndo>, string>;

/** A death changes only what `happened` says: the rest of the stored creature is as it was before. */
function planUndo(life: KeptLife, species: Species, now: Instant) {
  const { stored, log, isArchived } = life;
  const { died } = stored.creature;
  if (!died || !stored.creature.life || isArchived) return 'unclear';
  // Care at the wrong time may be later than now.
  const moment = Math.max(now, stored.creature.life.settledAt);
  if (died.at <= moment) return 'passed';
  const { creature: replayed, wrong } = replayLife(stored.creature, species, log, moment);
  if (wrong.length > 0 || replayed.died) return 'unclear';
  const { stage, path } = replayed;
  const creature = requireHatched({ ...stored.creature, died: undefined, stage, path });
  const { happened } = liveUntil(creature, species, died.at);
  const last = happened.at(-1);
  if (last?.kind !== 'died' || last.at !== died.at || last.cause !== died.cause) return 'unclear';
  return { life, species, creature, moment, happened };
}

async function restore(db: Transaction, plan: UndoPlan): Promise<void> {
  const { life, species, creature, moment, happened } = plan;
  const { id, keeperId, resurrections } = creature;
  const stored = await selectCreatureForUpdate(db, id);
  if (stored?.version !== life.stored.version) throw new VersionConflictError();
  const { consistencyTenths } = await saveCreature(db, withNextChange(stored, creature, species, moment));
  const keeper = await selectKeeperForUpdate(db, keeperId);
  const stages = happened.flatMap((each) => (each.kind === 'grew' ? [each.to] : []));
  if (stored.creature.died) await deleteDeathNews(db, { id, keeperId, at: stored.creature.died.at });
  await deleteGravestone(db, { creatureId: id, deathNumber: resurrections + 1 });
  await deleteStageMilestones(db, id, stages);
  await removePortraits(db, id, stages);
  if (stages.includes(stored.toldStage)) await markStageTold(db, creature, stored.toldStage, creature.stage);
  const { adults: adultsRaised, hasChild } = await raisedBy(db, keeperId);
  const after = {
    ...keeper,
    adultsRaised,
    hasChild,
    living: keeper.living + 1,
    deaths: keeper.deaths - 1,
    gravestones: keeper.gravestones - 1,
    consistencyTenths: keeper.consistencyTenths + consistencyTenths,
  };
  uncount(db, plan, keeper, after);
  await saveKeeper(db, keeper, after);
}

/** Reverses the counts of `recordHappenings`. */
function uncount(db: Transaction, plan: UndoPlan, before: Keeper, after: Keeper): void {
  const { species, creature, happened } = plan;
  const { family } = species;
  const { ageFrom } = creature.life;
  const counter = {
    count: ({ n, ...each }: Parameters<Transaction['count']>[0]) => db.count({ ...each, n: -n }),
  };
  let { stage } = creature;
  for (const each of happened) {
    if (each.kind === 'grew') {
      const { to, path } = each;
      const firstChild = to === 'child' && before.hasChild && !after.hasChild;
      const firstAdult = to === 'adult' && before.adultsRaised > 0 && after.adultsRaised === 0;
      countGrowth(counter, before, { family, from: stage, to, path, firstChild, firstAdult });
      stage = to;
    } else {
      const { at, cause } = each;
      const livedMs = Math.round(ageHours(creature, at) * HOUR);
      countDeath(counter, before, { family, stage, cause, at, ageFrom, livedMs });
    }
  }
}
