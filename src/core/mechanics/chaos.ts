import { costsTimes, gainsTimes, type Mechanic } from '../mechanic.ts';

export const chaos: Mechanic = {
  key: 'chaos',
  blurb: 'Takes correction personally: discipline gives 70% as much and costs twice the happiness.',
  adjustCare(changes, { action }) {
    if (action !== 'discipline') return changes;
    const taught = gainsTimes(0.7, changes);
    if (taught.happiness === undefined) return taught;
    return { ...taught, ...costsTimes(2, { happiness: taught.happiness }) };
  },
};
