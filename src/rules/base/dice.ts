import { recordOf } from '../../../packages/base/collections.ts';
import { roll, seedOf } from '../../../packages/base/hash.ts';

/** Purposes of rolls, used as salts: rolls for different purposes are independent. */
const PURPOSES = [
  'sleep',
  'curious',
  'others',
  'species',
  'traits',
  'words',
  'audit',
  'wish',
  'pause',
  'manner',
  'letter',
  'ambition',
  'moment',
] as const;
type DicePurpose = (typeof PURPOSES)[number];

const SALTS = recordOf(PURPOSES, seedOf);

/** A repeatable pseudo-random number in [0, 1). `seed` is drawn at birth and kept secret, so rolls are unpredictable. */
export function dice(seed: number, purpose: DicePurpose, which: number): number {
  return roll(seed, SALTS[purpose], which);
}

export function pick<T>(list: readonly [T, ...T[]], rolled: number): T {
  return list[Math.floor(rolled * list.length)] ?? list[0];
}
