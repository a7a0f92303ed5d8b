import { RANGES, type Species } from './species.ts';
import { tastesOf } from './tastes.ts';

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
    tastes: tastesOf(family, {}),
    mechanics: [],
    curious: false,
  };
}

function within(number: keyof typeof RANGES, design: CommunityDesign): number {
  const { lowest, highest, usual } = RANGES[number];
  return Math.min(highest, Math.max(lowest, design[number] ?? usual));
}
