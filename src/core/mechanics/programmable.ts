import type { Mechanic } from '../stats.ts';

export const programmable: Mechanic = {
  key: 'programmable',
  blurb: 'Keeps exact accounts: trust grows half again as fast, and every loss of trust counts twice.',
  trustGain: 1.5,
  trustLoss: 2,
};
