import { gainsTimes, type Mechanic } from '../mechanic.ts';

export const unhurried: Mechanic = {
  key: 'unhurried',
  blurb: 'Takes everything in slowly: whatever care gives, 70% of it arrives.',
  adjustCare: (changes) => gainsTimes(0.7, changes),
};
