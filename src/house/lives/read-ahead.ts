import type { Db } from '../../store/engine/db.ts';
import { findAgentByKeyHash, type KnownAgent } from '../../store/keepers/agents.ts';
import { livingOf, livingOfKeyHolder, type StoredCreature } from '../../store/lives/creatures.ts';

type Living = readonly StoredCreature[];

const ahead = new WeakMap<KnownAgent, Living>();

/** Finds an agent by its key, and in the same round trip the living creatures of whoever holds it. */
export async function findWithLiving(db: Db, keyHash: string): ReturnType<typeof findAgentByKeyHash> {
  const [agent, living] = await Promise.all([
    findAgentByKeyHash(db, keyHash),
    livingOfKeyHolder(db, keyHash),
  ]);
  if (agent) ahead.set(agent, living);
  return agent;
}

/** An agent's living creatures: as they were read with its key for the first who asks, and read anew for the next. */
export async function readLiving(db: Db, agent: KnownAgent): Promise<Living> {
  const known = ahead.get(agent);
  if (!known) return livingOf(db, agent.id);
  ahead.delete(agent);
  return known;
}
