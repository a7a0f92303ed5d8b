import type { Family, ItemAction, Tier, Trait, TrustSpeed } from '../vocabulary.ts';
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
