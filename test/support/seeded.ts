import { randomInt } from 'node:crypto';
import { expect } from 'vitest';

import { dice, seedOf } from '../../src/rules/base/dice.ts';
import { systemRandom, type Random } from '../../src/outside/random.ts';

/** Whole numbers that come again with `SEED=…`; the seed is printed, so that a run that failed can be run again. */
export function seededInts(): (from: number, below: number) => number {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));
  console.log(`SEED=${seed}`);
  let rolls = 0;
  return (from, below) => from + Math.floor(dice(seed, 'others', rolls++) * (below - from));
}

/** True chance, but what creatures are born with follows from the name of the test, and from `SEED` if there is one: what passed once passes again. */
export function chanceOfTest(): Random {
  const seed = seedOf(`${expect.getState().currentTestName} ${process.env['SEED'] ?? ''}`);
  let eggs = 0;
  return withSeeds(() => Math.floor(dice(seed, 'others', eggs++) * 2 ** (8 * SEED_BYTES)));
}

/** True chance, but for what creatures are born with. */
export function withSeeds(next: () => number): Random {
  return {
    ...systemRandom,
    bytes(count) {
      if (count !== SEED_BYTES) return systemRandom.bytes(count);
      const bytes = Buffer.alloc(SEED_BYTES);
      bytes.writeUIntBE(next(), 0, SEED_BYTES);
      return bytes;
    },
  };
}

const SEED_BYTES = 6;
