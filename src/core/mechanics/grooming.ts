import { gainsTimes, type Mechanic } from '../mechanic.ts';

export const grooming: Mechanic = {
  key: 'grooming',
  blurb: 'Lives to be groomed: cleaning gives three times the health, while food and play do half as much.',
  adjustCare(changes, { action }) {
    if (action === 'feed' || action === 'play') return gainsTimes(0.5, changes);
    if (action !== 'clean' || changes.health === undefined) return changes;
    return { ...changes, ...gainsTimes(3, { health: changes.health }) };
  },
};
