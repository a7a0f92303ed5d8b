import { dice } from '../../core/dice.ts';

/** Chance that runs in a fixed order from its seed: the same seed, the same picture. */
export interface Chance {
  /** A number from `low` up to `high`. */
  readonly within: (low: number, high: number) => number;
  readonly of: <T>(list: readonly [T, ...T[]]) => T;
}

export function chance(seed: number): Chance {
  let rolled = 0;
  const next = () => dice(seed, 'picture', rolled++);
  return {
    within: (low, high) => low + (high - low) * next(),
    of: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
