import { scaleGains, type Mechanic } from '../stats.ts';

export const grooming: Mechanic = {
  key: 'grooming',
  blurb: 'Lives to be groomed: cleaning gives three times the health, while food and play do half as much.',
  adjustCare(changes, { action }) {
    if (action === 'feed' || action === 'play') return scaleGains(0.5, changes);
    if (action !== 'clean' || changes.health === undefined) return changes;
    return { ...changes, ...scaleGains(3, { health: changes.health }) };
  },
};
