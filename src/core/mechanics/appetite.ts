import { scaleGains, type Mechanic } from '../stats.ts';

export const appetite: Mechanic = {
  key: 'appetite',
  blurb: 'Lives for dinner: food gives three times as much, every other kind of care half.',
  adjustCare: (changes, { action }) => scaleGains(action === 'feed' ? 3 : 0.5, changes),
};
