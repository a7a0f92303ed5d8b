import familyTastes from '#content/species/family-tastes.json' with { type: 'json' };
import { recordOf } from '../base/collections.ts';
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

/** What a creature can be. Built-in and community species are the same to every rule. */
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
  /** Who it is, in one or two sentences. */
  readonly personality: string;
  /** What the artist sees: colours, coat, ears, horns, wings, shell, glow. */
  readonly look: readonly string[];
  /** What it likes, for each kind of care that takes an item. */
  readonly tastes: Tastes;
  readonly mechanics: readonly Mechanic[];
  /** In some hours of a calm day it is curious rather than content. */
  readonly curious: boolean;
}

export type Tastes = Readonly<Record<ItemAction, readonly string[]>>;

export const RANGES = {
  feedingWindowHours: { lowest: 2, highest: 24, usual: 5 },
  hungerDecayPerHour: { lowest: 0.2, highest: 3, usual: 1.6 },
  happinessDecayPerHour: { lowest: 0.2, highest: 2, usual: 0.8 },
} as const;

/** What a creature likes: its own lists, and its family's where it has none. */
export function tastesOf(family: Family, own: Partial<Tastes>): Tastes {
  return { ...FAMILY_TASTES[family], ...own };
}

/** Words of a table that stand in one line, with commas. */
export function splitList(words: string): readonly string[] {
  return words.split(', ');
}

// With more than eight items in a list nearly everything is like something in it.
const FAMILY_LISTS = familyTastes as Readonly<Record<Family, Readonly<Record<ItemAction, string>>>>;

export const FAMILY_TASTES = recordOf(FAMILIES, (family) => lists(FAMILY_LISTS[family]));

function lists(lines: Readonly<Record<ItemAction, string>>): Tastes {
  return recordOf(ITEM_ACTIONS, (action) => splitList(lines[action]));
}

/** What an agent decides about a species of its own; what it leaves out is as usual. */
type CommunityDesign = Pick<Species, 'slug' | 'name' | 'family' | 'personality'> & {
  readonly [Choice in 'trustSpeed' | 'traits' | 'look' | keyof typeof RANGES]?: Species[Choice] | undefined;
};

const MOST_TRAITS = 3;

/** A species like any other: within the ranges whatever was asked for, with its family's tastes and no rule of its own. */
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
