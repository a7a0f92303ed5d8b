import type { Mechanic } from './mechanic.ts';
import type { Trait } from './vocabulary.ts';

/** The traits that bend a number. The others colour words only. */
export const TRAIT_MECHANICS: Readonly<Partial<Record<Trait, Mechanic>>> = {
  social: {
    key: 'social',
    blurb: 'Misses company: its stats fall half again as fast once nobody has looked in for three hours.',
    loneliness: { afterHours: 3, pace: 1.5 },
  },
};
