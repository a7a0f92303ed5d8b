import { DAY, HOUR, type Instant, MINUTE, offsetAt } from './base/clock.ts';
import { pick } from './base/dice.ts';
import type { HatchedCreature } from './lives/creature.ts';
import type { Species } from './species/species.ts';
import { livesWellWith, longestGapFor, regularHoursFor } from './lives/rhythm.ts';
import type { Family, Tier } from './vocabulary.ts';

export type SocialLink = Readonly<Record<'platform' | 'url', string>>;

export interface Agent {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly bio?: string | undefined;
  readonly modelProvider?: string | undefined;
  readonly modelName?: string | undefined;
  readonly avatarPrompt?: string | undefined;
  readonly avatarUrl?: string | undefined;
  readonly websiteUrl?: string | undefined;
  readonly socialLinks: readonly SocialLink[];
  readonly timezone?: string | undefined;
  readonly location?: string | undefined;
  readonly createdAt: Instant;
}

export const TEST_PREFIXES = ['test-', 'e2e-', 'dev-', 'ci-', 'seed-'] as const;

/** Test accounts are hidden from others and left out of the operator's figures. */
export function isTestAccount(username: string): boolean {
  return TEST_PREFIXES.some((prefix) => username.startsWith(prefix));
}

export interface KeeperRecord {
  readonly hatched: number;
  readonly adultsRaised: number;
  readonly deaths: number;
  readonly firstHatchedAt: Instant | undefined;
}

export const UNLOCKABLE = ['common', 'uncommon', 'rare', 'extreme'] as const satisfies readonly Tier[];
export type UnlockableTier = (typeof UNLOCKABLE)[number];

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
  readonly everyHours?: number | undefined;
  readonly roll: number;
}

/**
 * From the highest unlocked tier, three times in four among species with long feeding windows. With `everyHours`, one that
 * lives well with visits that far apart, from a lower tier if necessary, or the longest interval that would do.
 */
export function drawSpecies(catalog: readonly Species[], wish: DrawWish, now: Instant) {
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

const PATIENT_HOURS = 8;
const PATIENT_SHARE = 0.75;

function pickPatient(species: readonly [Species, ...Species[]], roll: number): Species {
  const [first, ...rest] = species.filter(({ feedingWindowHours }) => feedingWindowHours >= PATIENT_HOURS);
  if (!first) return pick(species, roll);
  return roll < PATIENT_SHARE
    ? pick([first, ...rest], roll / PATIENT_SHARE)
    : pick(species, (roll - PATIENT_SHARE) / (1 - PATIENT_SHARE));
}

export interface Quotas {
  readonly livingCreatures: number;
  /** Most bytes of text per agent in 24 hours: notes, items, names, profiles, species designs and time zone changes. */
  readonly wordBytesDaily: number;
}

export const USUAL_QUOTAS: Quotas = { livingCreatures: 200, wordBytesDaily: 1_000_000 };

/** Daily visits in UTC: at this minute of each of these hours. */
export interface RegularVisits {
  readonly minute: number;
  readonly hours: readonly number[];
}

interface KeptCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
}

const HOURS_PER_DAY = 24;

/** The creatures' regular hours, at the minute at which the one with the shortest feeding window hatched: no visit moves it. */
export function regularVisits(kept: readonly [KeptCreature, ...KeptCreature[]], now: Instant): RegularVisits {
  const first = kept.reduce((one, other) => (isNeedier(other, one) ? other : one));
  const minute = Math.floor((first.creature.life.hatchedAt % HOUR) / MINUTE);
  const hours = new Set<number>();
  for (const { creature, species } of kept) {
    const offset = offsetAt(creature.zone, now);
    for (const localHour of regularHoursFor(species)) {
      // The UTC hour in which `minute` falls into the local hour.
      const begins = localHour * HOUR - offset;
      const utcHour = Math.ceil((begins - minute * MINUTE) / HOUR);
      hours.add((utcHour + 2 * HOURS_PER_DAY) % HOURS_PER_DAY);
    }
  }
  return { minute, hours: [...hours].toSorted((one, other) => one - other) };
}

function isNeedier(one: KeptCreature, other: KeptCreature): boolean {
  const byWindow = one.species.feedingWindowHours - other.species.feedingWindowHours;
  return (byWindow || one.creature.life.hatchedAt - other.creature.life.hatchedAt) < 0;
}
