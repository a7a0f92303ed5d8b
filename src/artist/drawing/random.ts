import { dice } from '../../rules/base/dice.ts';

export type SeededRandom = ReturnType<typeof seededRandom>;

export function seededRandom(seed: number) {
  let count = 0;
  const next = () => dice(seed, 'picture', count++);
  return {
    between: (low: number, high: number) => low + (high - low) * next(),
    pick: <T>(list: readonly T[]) => {
      const picked = list[Math.floor(next() * list.length)];
      if (picked === undefined) throw new RangeError('an empty list');
      return picked;
    },
  };
}
