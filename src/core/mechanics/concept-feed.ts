import { gainsTimes, type Mechanic } from '../mechanic.ts';

export const conceptFeed: Mechanic = {
  key: 'concept_feed',
  blurb: 'Savours the idea along with the meal: food gives half again as much.',
  adjustCare: (changes, { action }) => (action === 'feed' ? gainsTimes(1.5, changes) : changes),
};
