import { scaleGains, type Mechanic } from '../stats.ts';

export const conceptFeed: Mechanic = {
  key: 'concept_feed',
  blurb: 'Savours the idea along with the meal: food gives half again as much.',
  adjustCare: (changes, { action }) => (action === 'feed' ? scaleGains(1.5, changes) : changes),
};
