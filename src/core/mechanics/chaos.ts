import { scaleCosts, scaleGains, type Mechanic } from '../stats.ts';

export const chaos: Mechanic = {
  key: 'chaos',
  blurb: 'Takes correction personally: discipline gives 70% as much and costs twice the happiness.',
  adjustCare(changes, { action }) {
    if (action !== 'discipline') return changes;
    const taught = scaleGains(0.7, changes);
    if (taught.happiness === undefined) return taught;
    return { ...taught, ...scaleCosts(2, { happiness: taught.happiness }) };
  },
};
