import { scaleGains, type Mechanic } from '../stats.ts';

export const empty: Mechanic = {
  key: 'empty',
  blurb: 'Has almost nowhere to put things: whatever care gives, 30% of it stays.',
  adjustCare: (changes) => scaleGains(0.3, changes),
};
