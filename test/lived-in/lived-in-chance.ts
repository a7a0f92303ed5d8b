import { createHash } from 'node:crypto';

import type { Random } from '../../src/outside/random.ts';

/** Random source with repeatable ids and creature seeds; keys stay random. */
export class Repeatable implements Random {
  readonly #seed: string;
  readonly #secrets: Random;
  #ids = 0;
  #creatureSeed: number | undefined;

  constructor(seed: string, secrets: Random) {
    this.#seed = seed;
    this.#secrets = secrets;
  }

  nextSeed(seed: number): void {
    this.#creatureSeed = seed;
  }

  id(): string {
    this.#ids += 1;
    const hex = createHash('sha256').update(`${this.#seed} ${this.#ids}`).digest('hex');
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
    return [...parts, hex.slice(20, 32)].join('-');
  }

  bytes(count: number): Uint8Array {
    const seed = this.#creatureSeed;
    if (count !== SEED_BYTES || seed === undefined) return this.#secrets.bytes(count);
    this.#creatureSeed = undefined;
    const bytes = Buffer.alloc(count);
    bytes.writeUIntBE(seed, 0, count);
    return bytes;
  }
}

const SEED_BYTES = 6;
