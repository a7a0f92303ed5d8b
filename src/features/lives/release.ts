import type { Transaction } from '../../../packages/database/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { isAlive, type Creature } from '../../rules/lives/creature.ts';
import { ProblemError, type OwnCreature } from '../../rules/problem.ts';
import {
  callerIn,
  describeDead,
  describeMissing,
  describeOwn,
  loadLiving,
} from '../creatures/choose-creature.ts';
import { rememberingCareOf, withNextChange } from '../creatures/save-change.ts';
import { type CreaturesHouse, settle } from '../creatures/settle.ts';
import { saveKeeper, selectKeeperForUpdate } from '../identity/agents.store.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { type AgentRequest, idempotentRequest, once, type IdempotentResult } from '../once.ts';
import {
  type ChangeTarget,
  findOwnCreature,
  lockAndReload,
  noEarlierThan,
  saveCreature,
  type StoredCreature,
} from '../records/creatures.store.ts';
import { type LockMode } from '../retry.ts';
import { speciesOf } from '../species/species-registry.ts';
import { countRelease } from '../tallies/counting.ts';

export interface ReleaseResult {
  readonly creature: Creature;
  readonly others: readonly OwnCreature[];
}

export async function release<Reply>(
  house: CreaturesHouse,
  request: AgentRequest & { readonly creatureId: string },
  now: Instant,
  present: (result: ReleaseResult) => Reply,
): Promise<IdempotentResult<Reply>> {
  const { agent, creatureId, idempotencyKey } = request;
  const idempotent = idempotentRequest(agent, idempotencyKey, { release: creatureId });
  return once(house, idempotent, now, {
    read: async (lock) => {
      const caller = callerIn(lock, agent);
      const stored = await findReleasable(house, caller, creatureId, lock, now);
      const species = await speciesOf(house, stored.creature.species);
      const living = await loadLiving(house, caller, now);
      const others = living.filter(({ creature }) => creature.id !== creatureId);
      return { target: { stored, species, lock, now }, others: await describeOwn(house, others) };
    },
    write: async (db, { target, others }) => ({ creature: await saveRelease(db, target), others }),
    present,
  });
}

async function findReleasable(
  house: CreaturesHouse,
  agent: KnownAgent,
  creatureId: string,
  lock: LockMode,
  now: Instant,
): Promise<StoredCreature> {
  const found = await findOwnCreature(house.store, agent.id, creatureId);
  const describeLeft = async () => describeOwn(house, await loadLiving(house, agent, now));
  // A retry has found the creature alive in its first attempt.
  const wasAlive = lock === 'pessimistic' || (found !== undefined && isAlive(found.creature));
  if (!found || !wasAlive)
    throw new ProblemError(
      'nobody_to_release',
      await describeMissing(house, agent, { id: creatureId, found }, now),
    );
  const stored = await settle(house, found, now);
  if (stored.creature.releasedAt !== undefined) {
    const { name } = stored.creature;
    throw new ProblemError('released_meanwhile', { name, yours: await describeLeft() });
  }
  if (stored.creature.died)
    throw new ProblemError('died_before_release', { late: await describeDead(house, agent, stored, now) });
  return stored;
}

export async function saveRelease(db: Transaction, target: ChangeTarget): Promise<Creature> {
  const { species } = target;
  const current = await lockAndReload(db, target);
  const now = noEarlierThan(current.creature, target.now);
  const creature = { ...current.creature, releasedAt: now };
  await saveCreature(db, withNextChange(current, creature, species, now));
  const keeper = await selectKeeperForUpdate(db, creature.keeperId);
  const { stage, life } = creature;
  const lifespan = life && { ageFrom: life.ageFrom, livedMs: now - life.ageFrom };
  countRelease(db, keeper, { family: current.family, stage }, now, lifespan);
  if (!life) return creature;
  await saveKeeper(db, keeper, {
    ...rememberingCareOf(keeper, current),
    living: keeper.living - 1,
    consistencyTenths: keeper.consistencyTenths - current.consistencyTenths,
  });
  return creature;
}
