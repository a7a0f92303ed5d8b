import { randomInt } from 'node:crypto';
import { expect } from 'vitest';

import { seedOf } from '../../packages/base/hash.ts';
import { dice } from '../../src/rules/base/dice.ts';
import { systemRandom, type Random } from '../../src/outside/random.ts';

/** Random integers, repeatable with `SEED=…`; the seed is printed. */
export function seededInts(): (from: number, below: number) => number {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));
  console.log(`SEED=${seed}`);
  return sampleInts(seed);
}

/** The same integers in every run: for bounds on samples, which need not hold for every seed. */
export function sampleInts(seed = 1): (from: number, below: number) => number {
  let rolls = 0;
  return (from, below) => from + Math.floor(dice(seed, 'others', rolls++) * (below - from));
}

/** Random ids and secrets; the seeds of creatures follow from the name of the test and `SEED`, so that runs are repeatable. */
export function chanceOfTest(): Random {
  const seed = seedOf(`${expect.getState().currentTestName} ${process.env['SEED'] ?? ''}`);
  let eggs = 0;
  return withSeeds(() => Math.floor(dice(seed, 'others', eggs++) * 2 ** (8 * SEED_BYTES)));
}

/** Random ids and secrets with fixed seeds of creatures. */
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
