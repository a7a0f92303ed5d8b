import { randomInt } from 'node:crypto';

import { dice } from '../../src/core/engine/dice.ts';

/** Whole numbers that come again with `SEED=…`; the seed is printed, so that a run that failed can be run again. */
export function seededInts(): (from: number, below: number) => number {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));
  console.log(`SEED=${seed}`);
  let rolls = 0;
  return (from, below) => from + Math.floor(dice(seed, 'others', rolls++) * (below - from));
}
