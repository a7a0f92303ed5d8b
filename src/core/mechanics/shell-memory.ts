import type { Mechanic } from '../stats.ts';

export const shellMemory: Mechanic = {
  key: 'shell_memory',
  blurb: 'Remembers who was kind: above trust 50, its trust fades at a quarter of the usual pace.',
  trustDecay: { above: 50, factor: 0.25 },
};
