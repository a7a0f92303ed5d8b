import { scaleGains, type Mechanic } from '../stats.ts';

const HOURS = [
  { before: 6, gains: 2 },
  { before: 20, gains: 0.5 },
  { before: 24, gains: 1 },
] as const;

export const nocturnal: Mechanic = {
  key: 'nocturnal',
  blurb:
    'Wakes when others sleep: care from 00:00 to 06:00 gives twice as much, from 06:00 to 20:00 half, and in the evening the usual.',
  adjustCare(changes, { localHour }) {
    const part = HOURS.find(({ before }) => localHour < before);
    return scaleGains(part?.gains ?? 1, changes);
  },
};
