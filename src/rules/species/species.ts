import familyTastes from '#content/species/family-tastes.json' with { type: 'json' };

import { recordOf } from '../../../packages/base/collections.ts';
import {
  FAMILIES,
  type Family,
  ITEM_ACTIONS,
  type ItemAction,
  type Tier,
  type Trait,
  type TrustSpeed,
} from '../vocabulary.ts';
import type { Mechanic } from './mechanics.ts';

/** A built-in or community species; no rule distinguishes them. */
export interface Species {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly tier: Tier;
  readonly trustSpeed: TrustSpeed;
  readonly feedingWindowHours: number;
  readonly hungerDecayPerHour: number;
  readonly happinessDecayPerHour: number;
  readonly traits: readonly Trait[];
  readonly personality: string;
  /** Words for the artist: colours, coat, ears, horns, wings, shell, glow. */
  readonly look: readonly string[];
  readonly tastes: Tastes;
  readonly mechanics: readonly Mechanic[];
  readonly curious: boolean;
}

export type Tastes = Readonly<Record<ItemAction, readonly string[]>>;

export const RANGES = {
  feedingWindowHours: { lowest: 2, highest: 24, usual: 5 },
  hungerDecayPerHour: { lowest: 0.2, highest: 3, usual: 1.6 },
  happinessDecayPerHour: { lowest: 0.2, highest: 2, usual: 0.8 },
} as const;

export function tastesOf(family: Family, own: Partial<Tastes>): Tastes {
  return { ...FAMILY_TASTES[family], ...own };
}

export function splitList(words: string): readonly string[] {
  return words.split(', ');
}

// At most eight items per taste list: with more, nearly everything resembles one of them.
const FAMILY_LISTS = familyTastes as Readonly<Record<Family, Readonly<Record<ItemAction, string>>>>;

export const FAMILY_TASTES = recordOf(FAMILIES, (family): Tastes =>
  recordOf(ITEM_ACTIONS, (action) => splitList(FAMILY_LISTS[family][action])),
);

type CommunityDesign = Pick<Species, 'slug' | 'name' | 'family' | 'personality'> & {
  readonly [Choice in 'trustSpeed' | 'traits' | 'look' | keyof typeof RANGES]?: Species[Choice] | undefined;
};

const MOST_TRAITS = 3;

/** A community species: numbers are clamped to RANGES, tastes are those of the family, and there are no mechanics. */
export function communitySpecies(design: CommunityDesign): Species {
  const { slug, name, family, personality, trustSpeed = 'medium', traits = [], look = [] } = design;
  return {
    slug,
    name,
    family,
    tier: 'community',
    trustSpeed,
    feedingWindowHours: within('feedingWindowHours', design),
    hungerDecayPerHour: within('hungerDecayPerHour', design),
    happinessDecayPerHour: within('happinessDecayPerHour', design),
    traits: [...new Set(traits)].slice(0, MOST_TRAITS),
    personality,
    look,
    tastes: FAMILY_TASTES[family],
    mechanics: [],
    curious: false,
  };
}

function within(number: keyof typeof RANGES, design: CommunityDesign): number {
  const { lowest, highest, usual } = RANGES[number];
  return Math.min(highest, Math.max(lowest, design[number] ?? usual));
}
