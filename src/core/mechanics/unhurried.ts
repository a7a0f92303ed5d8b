import { scaleGains, type Mechanic } from '../stats.ts';

export const unhurried: Mechanic = {
  key: 'unhurried',
  blurb: 'Takes everything in slowly: whatever care gives, 70% of it arrives.',
  adjustCare: (changes) => scaleGains(0.7, changes),
};
