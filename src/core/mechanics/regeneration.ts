import { scaleGains, type Mechanic } from '../stats.ts';

export const regeneration: Mechanic = {
  key: 'regeneration',
  blurb: 'Grows back whatever it loses: medicine gives three times as much.',
  adjustCare: (changes, { action }) => (action === 'medicine' ? scaleGains(3, changes) : changes),
};
