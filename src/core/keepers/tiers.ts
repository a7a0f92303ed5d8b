import { DAY, type Instant } from '../engine/clock.ts';
import { pick } from '../engine/dice.ts';
import type { Species } from '../species/species.ts';
import type { Family, Tier } from '../vocabulary.ts';

/** What an agent has done so far, as far as tiers ask. */
export interface KeeperRecord {
  readonly hatched: number;
  readonly adultsRaised: number;
  readonly deaths: number;
  readonly firstHatchedAt: Instant | undefined;
}

export const UNLOCKABLE = ['common', 'uncommon', 'rare', 'extreme'] as const satisfies readonly Tier[];
export type UnlockableTier = (typeof UNLOCKABLE)[number];

/** What opens a tier. */
export const TIER_NEEDS = {
  uncommon: { adults: 1 },
  rare: { adults: 3, deathShare: 0.25 },
  extreme: { hatched: 5, days: 30 },
} as const;

const CONDITIONS: Record<UnlockableTier, (record: KeeperRecord, now: Instant) => boolean> = {
  common: () => true,
  uncommon: ({ adultsRaised }) => adultsRaised >= TIER_NEEDS.uncommon.adults,
  rare: ({ adultsRaised, deaths, hatched }) =>
    adultsRaised >= TIER_NEEDS.rare.adults && deaths <= hatched * TIER_NEEDS.rare.deathShare,
  extreme: ({ hatched, deaths, firstHatchedAt }, now) =>
    hatched >= TIER_NEEDS.extreme.hatched &&
    deaths === 0 &&
    firstHatchedAt !== undefined &&
    now - firstHatchedAt >= TIER_NEEDS.extreme.days * DAY,
};

export function unlockedTiers(record: KeeperRecord, now: Instant): readonly UnlockableTier[] {
  return UNLOCKABLE.filter((tier) => CONDITIONS[tier](record, now));
}

/** A species by chance from the highest tier that is open, of one family if one was asked for. */
export function drawSpecies(
  catalog: readonly Species[],
  wish: { readonly record: KeeperRecord; readonly family: Family | undefined; readonly roll: number },
  now: Instant,
): Species {
  const highest = unlockedTiers(wish.record, now).at(-1) ?? 'common';
  const [first, ...rest] = catalog.filter(
    ({ tier, family }) => tier === highest && (wish.family === undefined || family === wish.family),
  );
  if (!first) throw new Error(`the catalog has no ${highest} species of family ${wish.family ?? 'any'}`);
  return pick([first, ...rest], wish.roll);
}
