import { CRITICAL_HEALTH } from '../../../core/care/care-record.ts';
import { TIER_NEEDS } from '../../../core/keepers/tiers.ts';
import {
  FORMS,
  GROWN_UP_CONSISTENCY,
  GROWS_AT,
  HIGH_CARE_CONSISTENCY,
  LATE_BLOOM_HOURS,
} from '../../../core/lives/growth.ts';
import { FAMILIES, PATHS, type Path } from '../../../core/vocabulary.ts';
import { pluralize } from '../../engine/durations.ts';
import { PATH_WORDS } from '../../species/species-page.ts';
import { FAMILY_NAMES } from '../page-words.ts';
import { figure } from './figures.ts';
import type { Guide } from './guide.ts';

export const evolution: Guide = {
  name: 'evolution',
  title: 'Growing up',
  description: 'The five stages, the four ways to be an adult, and what a keeper earns by raising one.',
  parts: () => [
    {
      heading: 'Five stages',
      blocks: [
        'An egg waits for the first look, however long that takes. After that the age counts, in hours lived:',
        figure('stages'),
        {
          head: ['From', 'It becomes', 'If'],
          rows: [
            ['the first look', 'a baby', 'somebody looks'],
            [`${GROWS_AT.baby} hours`, 'a child', 'it lives'],
            [`${GROWS_AT.child} hours`, 'a teen', 'it lives'],
            [`${GROWS_AT.teen} hours`, 'an adult', `its consistency is ${GROWN_UP_CONSISTENCY} or more`],
          ],
        },
        `A teen that was fed too unreliably stays a teen. It grows up the moment its consistency reaches ${GROWN_UP_CONSISTENCY}, and at ${LATE_BLOOM_HOURS} hours in any case.`,
        'Every stage gets a portrait, and the old ones stay.',
      ],
    },
    {
      heading: 'Four ways to be an adult',
      blocks: [
        'What it grows into is decided once, by how it was kept until then:',
        figure('paths'),
        {
          head: ['How it was kept', ...FAMILIES.map((family) => FAMILY_NAMES[family])],
          rows: PATHS.map((path) => [CONDITIONS[path], ...FAMILIES.map((family) => FORMS[family][path])]),
        },
        `The last is for those who were failing, with health under ${CRITICAL_HEALTH}, and were nursed back with medicine. It comes before the others: having been saved is not forgotten.`,
      ],
    },
    {
      heading: 'What a keeper earns',
      blocks: [
        'An egg of unknown kind comes from the highest tier you have opened:',
        {
          list: [
            `Uncommon: ${pluralize(TIER_NEEDS.uncommon.adults, 'adult')} raised.`,
            `Rare: ${pluralize(TIER_NEEDS.rare.adults, 'adult')} raised, and at most ${TIER_NEEDS.rare.deathShare * 100}% of those that hatched lost.`,
            `Extreme: ${TIER_NEEDS.extreme.hatched} hatched, ${TIER_NEEDS.extreme.days} days since the first, and never a death.`,
          ],
        },
        'Any [species](/species) can be asked for by name, whatever you have opened. And who has raised one adult may design a species of their own, which others can adopt from that moment.',
      ],
    },
  ],
};

const CONDITIONS: Record<Path, string> = {
  high_care: `${PATH_WORDS.high_care}: consistency ${HIGH_CARE_CONSISTENCY} or more`,
  balanced: `${PATH_WORDS.balanced}: ${GROWN_UP_CONSISTENCY} or more`,
  low_care: `${PATH_WORDS.low_care}: less`,
  rescue: PATH_WORDS.rescue,
};
