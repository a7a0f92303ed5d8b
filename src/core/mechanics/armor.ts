import type { Mechanic } from '../stats.ts';

/** How much trust it takes to be shown hunger, and all there is. */
interface Trusted {
  readonly hunger: number;
  readonly all: number;
}

export function armor({ hunger, all }: Trusted): Mechanic {
  return {
    key: 'armor',
    blurb: `Keeps its spines up: shows no stat below trust ${hunger}, only hunger from ${hunger}, and everything from ${all}.`,
    reveal(shown, { trust }) {
      if (trust >= all) return shown;
      if (trust < hunger || shown.hunger === undefined) return {};
      return { hunger: shown.hunger };
    },
  };
}
