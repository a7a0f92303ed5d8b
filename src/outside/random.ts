import { randomBytes, randomUUID } from 'node:crypto';

import type { Instant } from '../rules/base/clock.ts';

/** A cryptographically secure random source for ids and secrets; rules use `rules/base/dice.ts`. */
export interface Random {
  /** A UUID. With `madeAt` it is of version 7, which sorts by time and keeps rows of one time together. */
  id(madeAt?: Instant): string;
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = {
  id: (madeAt) => (madeAt === undefined ? randomUUID() : timeOrdered(randomUUID(), madeAt)),
  bytes: (count) => randomBytes(count),
};

/** Makes a UUID of version 7 (RFC 9562): the first 48 bits are the time. */
function timeOrdered(id: string, madeAt: Instant): string {
  const moment = madeAt.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${id.slice(15)}`;
}
