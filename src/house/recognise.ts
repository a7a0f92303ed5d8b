import { looksLikeKey, lookAtKey } from '../core/api-key.ts';
import { Problem } from '../core/problem.ts';
import { findAgentByKeyHash, type KnownAgent } from '../store/agents.ts';
import type { House } from './house.ts';
import { keyHash } from './keys.ts';

export type { KnownAgent };

/** Whose key is this? Asked anew at every request: a key that was replaced a moment ago opens nothing. */
export async function recognise(house: House, key: string): Promise<KnownAgent> {
  const agent = looksLikeKey(key) ? await findAgentByKeyHash(house.store, keyHash(key)) : undefined;
  if (agent?.blocked) throw new Problem('blocked');
  if (agent) return agent;
  throw new Problem(lookAtKey(key) === 'damaged' ? 'damaged_key' : 'unknown_key');
}
