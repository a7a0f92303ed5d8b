import { randomBytes, randomUUID } from 'node:crypto';

import type { Instant } from '../rules/base/clock.ts';

/** Chance that nobody can foresee: for ids and secrets. Rules roll `core/dice` instead. */
export interface Random {
  /** A UUID. Of those given the moment they are made at, the later sort later: rows made together lie side by side. */
  id(madeAt?: Instant): string;
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = {
  id: (madeAt) => (madeAt === undefined ? randomUUID() : timeOrdered(randomUUID(), madeAt)),
  bytes: (count) => randomBytes(count),
};

/** Version 7 of RFC 9562: the moment stands where version 4 has the first 48 bits of its chance. */
function timeOrdered(id: string, madeAt: Instant): string {
  const moment = madeAt.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${id.slice(15)}`;
}
