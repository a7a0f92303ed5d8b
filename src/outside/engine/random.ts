import { randomFillSync, randomUUID } from 'node:crypto';

import type { Instant } from '../../core/engine/clock.ts';

/** Chance that nobody can foresee: for ids and secrets. Rules roll `core/dice` instead. */
export interface Random {
  /** A UUID. Of those given the moment they are made at, the later sort later: rows made together lie side by side. */
  id(madeAt?: Instant): string;
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = {
  id: (madeAt) => (madeAt === undefined ? randomUUID() : timeOrdered(randomUUID(), madeAt)),
  bytes: (count) => takeBytes(count),
};

/** Version 7 of RFC 9562: the moment stands where version 4 has the first 48 bits of its chance. */
function timeOrdered(id: string, madeAt: Instant): string {
  const moment = madeAt.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${id.slice(15)}`;
}

// The system is asked for many bytes at once: asking costs ten times what a key's worth of them does.
const pool = new Uint8Array(4096);
let used = pool.length;

/** Bytes that nobody was given before; of what was given nothing stays in the pool. */
function takeBytes(count: number): Uint8Array {
  if (count > pool.length) return randomFillSync(new Uint8Array(count));
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const taken = pool.slice(used, used + count);
  pool.fill(0, used, used + count);
  used += count;
  return taken;
}
