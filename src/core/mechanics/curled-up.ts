import type { Mechanic } from '../stats.ts';

export function curledUp(untilTrust: number): Mechanic {
  return {
    key: 'armor',
    blurb: `Curls into a ball below trust ${untilTrust}: shows no stat and takes no care, though it listens when somebody reflects.`,
    refuseCare: ({ action, stats }) =>
      action !== 'reflect' && stats.trust < untilTrust ? 'too_shy' : undefined,
    reveal: (shown, { trust }) => (trust < untilTrust ? {} : shown),
  };
}
