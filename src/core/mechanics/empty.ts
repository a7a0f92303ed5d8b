import { gainsTimes, type Mechanic } from '../mechanic.ts';

export const empty: Mechanic = {
  key: 'empty',
  blurb: 'Has almost nowhere to put things: whatever care gives, 30% of it stays.',
  adjustCare: (changes) => gainsTimes(0.3, changes),
};
