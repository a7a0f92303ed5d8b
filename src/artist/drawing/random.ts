import { dice } from '../../core/engine/dice.ts';

/** Chance that runs in a fixed order from its seed: the same seed, the same picture. */
export interface SeededRandom {
  /** A number from `low` up to `high`. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
}

export function seededRandom(seed: number): SeededRandom {
  let rolled = 0;
  const next = () => dice(seed, 'picture', rolled++);
  return {
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
