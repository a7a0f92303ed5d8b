import { scaleGains, type Mechanic } from '../stats.ts';

export const temperature: Mechanic = {
  key: 'temperature',
  blurb: 'Has no coat to keep it warm or clean: cleaning gives twice as much.',
  adjustCare: (changes, { action }) => (action === 'clean' ? scaleGains(2, changes) : changes),
};
