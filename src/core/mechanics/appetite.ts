import { gainsTimes, type Mechanic } from '../mechanic.ts';

export const appetite: Mechanic = {
  key: 'appetite',
  blurb: 'Lives for dinner: food gives three times as much, every other kind of care half.',
  adjustCare: (changes, { action }) => gainsTimes(action === 'feed' ? 3 : 0.5, changes),
};
