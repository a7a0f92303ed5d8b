import type { Instant } from '../../rules/base/clock.ts';
import { isAlive, type Creature } from '../../rules/lives/creature.ts';
import { ProblemError, type OwnCreature } from '../../rules/problem.ts';
import type { Transaction } from '../../db/db.ts';
import { saveKeeper, selectKeeperForUpdate } from '../agents/agents.store.ts';
import * as creatures from './creatures.store.ts';
import { type AgentRequest, idempotentRequest, once, type IdempotentResult } from '../once.ts';
import { countRelease } from '../stats/counting.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { speciesOf } from '../species/species-registry.ts';
import { callerIn, describeDead, describeMissing, describeOwn, loadLiving } from './choose-creature.ts';
import { rememberingCareOf, withNextChange } from './save-change.ts';
import { settle } from './settle.ts';

export interface ReleaseResult {
  readonly creature: Creature;
  readonly others: readonly OwnCreature[];
}

export async function release<Reply>(
  house: House,
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
  house: House,
  agent: KnownAgent,
  creatureId: string,
  lock: creatures.LockMode,
  now: Instant,
): Promise<creatures.StoredCreature> {
  const found = await creatures.findOwnCreature(house.store, agent.id, creatureId);
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

export async function saveRelease(db: Transaction, target: creatures.ChangeTarget): Promise<Creature> {
  const { species } = target;
  const current = await creatures.lockAndReload(db, target);
  const now = creatures.noEarlierThan(current.creature, target.now);
  const creature = { ...current.creature, releasedAt: now };
  await creatures.saveCreature(db, withNextChange(current, creature, species, now));
  const keeper = await selectKeeperForUpdate(db, creature.keeperId);
  const { stage, life } = creature;
  const lifespan = life && { ageFrom: life.ageFrom, livedMs: now - life.ageFrom };
  countRelease(db, keeper, { family: current.family, stage }, lifespan);
  if (!life) return creature;
  await saveKeeper(db, keeper, {
    ...rememberingCareOf(keeper, current),
    living: keeper.living - 1,
    consistencyTenths: keeper.consistencyTenths - current.consistencyTenths,
  });
  return creature;
}
