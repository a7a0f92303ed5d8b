import { gainsTimes, type Mechanic } from '../mechanic.ts';

export const regeneration: Mechanic = {
  key: 'regeneration',
  blurb: 'Grows back whatever it loses: medicine gives three times as much.',
  adjustCare: (changes, { action }) => (action === 'medicine' ? gainsTimes(3, changes) : changes),
};
