import type { Mechanic } from '../stats.ts';

export function ceiling(highest: number): Mechanic {
  return {
    key: 'idle',
    blurb: `Swallows the light of its own gauges: no stat is ever shown above ${highest}, however well it is.`,
    reveal: (shown) =>
      Object.fromEntries(Object.entries(shown).map(([stat, value]) => [stat, Math.min(value, highest)])),
  };
}
