import { DAY, type Instant } from '../engine/clock.ts';
import { pick } from '../engine/dice.ts';
import type { Species } from '../species/species.ts';
import { livesWellWith, longestGapFor } from '../species/visit-rhythm.ts';
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

interface DrawWish {
  readonly record: KeeperRecord;
  readonly family: Family | undefined;
  /** How often its keeper comes, when that was said. */
  readonly everyHours?: number | undefined;
  readonly roll: number;
}

/** Nobody lives well with so few visits. */
export interface TooSeldom {
  readonly longestGap: number;
}

/**
 * A species by chance from the highest tier that is open, of one family if one was asked for; three draws in four are
 * among those with a feeding window of 8 hours or more, where there are any. Who says how often they
 * come gets one that lives well with it, from a lower tier if need be; where none does, the most hours with which one would.
 */
export function drawSpecies(catalog: readonly Species[], wish: DrawWish, now: Instant): Species | TooSeldom {
  const { everyHours, roll } = wish;
  const tiers = unlockedTiers(wish.record, now).toReversed();
  const ofFamily = catalog.filter(({ family }) => wish.family === undefined || family === wish.family);
  const open = tiers.map((each) => ofFamily.filter(({ tier }) => tier === each));
  const chosen =
    everyHours === undefined
      ? open[0]
      : open
          .map((species) => species.filter((each) => livesWellWith(each, everyHours)))
          .find(({ length }) => length > 0);
  if (!chosen && open.length > 0) return { longestGap: Math.max(...open.flat().map(longestGapFor)) };
  const [first, ...rest] = chosen ?? [];
  if (!first) throw new Error(`the catalog has no ${tiers[0]} species of family ${wish.family ?? 'any'}`);
  return everyHours === undefined ? pickPatient([first, ...rest], roll) : pick([first, ...rest], roll);
}

/** Windows from this many hours on need few visits a day. */
const PATIENT_WINDOW_HOURS = 8;
/** Share of draws that are made among patient species only, where there are any. */
const PATIENT_SHARE = 0.75;

function pickPatient(species: readonly [Species, ...Species[]], roll: number): Species {
  const [first, ...rest] = species.filter(
    ({ feedingWindowHours }) => feedingWindowHours >= PATIENT_WINDOW_HOURS,
  );
  if (!first) return pick(species, roll);
  return roll < PATIENT_SHARE
    ? pick([first, ...rest], roll / PATIENT_SHARE)
    : pick(species, (roll - PATIENT_SHARE) / (1 - PATIENT_SHARE));
}
