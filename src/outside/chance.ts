import { randomBytes, randomUUID } from 'node:crypto';

/** Chance that nobody can foresee: for ids and secrets. Rules roll `core/dice` instead. */
export interface Chance {
  id(): string;
  bytes(count: number): Uint8Array;
}

export const trueChance: Chance = { id: () => randomUUID(), bytes: (count) => randomBytes(count) };
