import { randomBytes, randomUUID } from 'node:crypto';

/** Chance that nobody can foresee: for ids and secrets. Rules roll `core/dice` instead. */
export interface Random {
  id(): string;
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { id: () => randomUUID(), bytes: (count) => randomBytes(count) };
