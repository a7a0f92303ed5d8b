import { hash } from 'node:crypto';

import { keyFrom } from '../core/api-key.ts';
import type { Chance } from '../outside/chance.ts';

/** A new API key. Only its hash is ever kept. */
export function newKey(chance: Chance): string {
  return keyFrom(chance.bytes(32));
}

/** A key holds 256 bits of chance, so that a fast hash is as good as a slow one. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'hex');
}
