import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../../store/engine/db.ts';
import { findAgentByKeyHash, type KnownAgent } from '../../store/keepers/agents.ts';
import {
  lastDeathOf,
  lastDeathOfKeyHolder,
  livingOf,
  livingOfKeyHolder,
  type StoredCreature,
} from '../../store/lives/creatures.ts';

type Living = readonly StoredCreature[];

const ahead = new WeakMap<KnownAgent, Living>();
const deathsAhead = new WeakMap<KnownAgent, { readonly lastAt: Instant | undefined }>();

/** Finds an agent by its key, and in the same round trip its living creatures and the moment of its last death. */
export async function findWithLiving(db: Db, keyHash: string): ReturnType<typeof findAgentByKeyHash> {
  const [agent, living, lastAt] = await Promise.all([
    findAgentByKeyHash(db, keyHash),
    livingOfKeyHolder(db, keyHash),
    lastDeathOfKeyHolder(db, keyHash),
  ]);
  if (!agent) return undefined;
  ahead.set(agent, living);
  deathsAhead.set(agent, { lastAt });
  return agent;
}

/** An agent's living creatures: as they were read with its key for the first who asks, and read anew for the next. */
export async function readLiving(db: Db, agent: KnownAgent): Promise<Living> {
  const known = ahead.get(agent);
  if (!known) return livingOf(db, agent.id);
  ahead.delete(agent);
  return known;
}

/** When the last of an agent's dead died: as read with its key, or read anew. */
export async function readLastDeath(db: Db, agent: KnownAgent): Promise<Instant | undefined> {
  const known = deathsAhead.get(agent);
  return known ? known.lastAt : lastDeathOf(db, agent.id);
}

/** What was read ahead about deaths no longer holds: a creature of this agent may just have died. */
export function forgetLastDeath(agent: KnownAgent): void {
  deathsAhead.delete(agent);
}
