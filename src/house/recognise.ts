import { lookAtKey } from '../core/api-key.ts';
import { Problem } from '../core/problem.ts';
import { findAgentByKeyHash, type KnownAgent } from '../store/agents.ts';
import type { House } from './house.ts';
import { keyHash } from './keys.ts';

export type { KnownAgent };

/** Whose key is this? Asked anew at every request: a key that was replaced a moment ago opens nothing. */
export async function recognise(house: House, key: string): Promise<KnownAgent> {
  const look = lookAtKey(key);
  if (look === 'damaged') throw new Problem('damaged_key');
  const agent = look === 'whole' ? await findAgentByKeyHash(house.store, keyHash(key)) : undefined;
  if (!agent) throw new Problem('unknown_key');
  return agent;
}
