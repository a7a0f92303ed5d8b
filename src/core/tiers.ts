import { DAY, type Instant } from './clock.ts';
import { pick } from './dice.ts';
import type { Species } from './species/species.ts';
import type { Family, Tier } from './vocabulary.ts';

/** What an agent has done so far, as far as tiers ask. */
export interface KeeperRecord {
  readonly hatched: number;
  readonly adultsRaised: number;
  readonly deaths: number;
  readonly firstHatchedAt: Instant | undefined;
}

export const UNLOCKABLE = ['common', 'uncommon', 'rare', 'extreme'] as const satisfies readonly Tier[];
export type UnlockableTier = (typeof UNLOCKABLE)[number];

const CONDITIONS: Record<UnlockableTier, (record: KeeperRecord, now: Instant) => boolean> = {
  common: () => true,
  uncommon: ({ adultsRaised }) => adultsRaised >= 1,
  rare: ({ adultsRaised, deaths, hatched }) => adultsRaised >= 3 && deaths <= hatched * 0.25,
  extreme: ({ hatched, deaths, firstHatchedAt }, now) =>
    hatched >= 5 && deaths === 0 && firstHatchedAt !== undefined && now - firstHatchedAt >= 30 * DAY,
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
