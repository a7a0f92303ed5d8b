import { roll, seedOf } from '../../base/hash.ts';

const SALT = seedOf('picture');

export interface SeededRandom {
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

export function seededRandom(seed: number): SeededRandom {
  let count = 0;
  const next = () => roll(seed, SALT, count++);
  return {
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => {
      const picked = list[Math.floor(next() * list.length)];
      if (picked === undefined) throw new RangeError('an empty list');
      return picked;
    },
  };
}
