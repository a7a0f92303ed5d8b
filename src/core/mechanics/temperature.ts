import { gainsTimes, type Mechanic } from '../mechanic.ts';

export const temperature: Mechanic = {
  key: 'temperature',
  blurb: 'Has no coat to keep it warm or clean: cleaning gives twice as much.',
  adjustCare: (changes, { action }) => (action === 'clean' ? gainsTimes(2, changes) : changes),
};
