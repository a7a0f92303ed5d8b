import { oncePer, oncePerPair } from '../../packages/base/collections.ts';
import { DAY, HOUR, hourOfDay, type Instant, MINUTE, offsetAt, type OffsetSpan } from './base/clock.ts';
import { pick } from './base/dice.ts';
import { WINDOW_OPENS } from './care/feeding.ts';
import type { HatchedCreature } from './lives/creature.ts';
import { isNight, livesWellWith, longestGapFor, regularHoursFor } from './lives/rhythm.ts';
import type { Species } from './species/species.ts';
import type { Family, Guest, Tier } from './vocabulary.ts';

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
  /** Whether others may pay for a return of its creatures. */
  readonly gifts: boolean;
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

interface DrawRequest {
  readonly record: KeeperRecord;
  readonly family: Family | undefined;
  readonly everyHours?: number | undefined;
  readonly roll: number;
}

/** No species lives well with visits that far apart; the longest interval that would do. */
export interface NoSpeciesFits {
  readonly longestGap: number;
}

/**
 * From the highest unlocked tier, three times in four among species with long feeding windows. With `everyHours`, one that
 * lives well with visits that far apart, from a lower tier if necessary, or the longest interval that would do.
 */
export function drawSpecies(
  catalog: readonly Species[],
  draw: DrawRequest,
  now: Instant,
): Species | NoSpeciesFits {
  const { everyHours, roll } = draw;
  const tiers = unlockedTiers(draw.record, now).toReversed();
  const ofFamily = catalog.filter(({ family }) => draw.family === undefined || family === draw.family);
  const open = tiers.map((each) => ofFamily.filter(({ tier }) => tier === each));
  const chosen =
    everyHours === undefined
      ? open[0]
      : open
          .map((species) => species.filter((each) => livesWellWith(each, everyHours)))
          .find(({ length }) => length > 0);
  if (!chosen && open.length > 0) return { longestGap: Math.max(...open.flat().map(longestGapFor)) };
  const [first, ...rest] = chosen ?? [];
  if (!first) throw new Error(`the catalog has no ${tiers[0]} species of family ${draw.family ?? 'any'}`);
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

/**
 * The regular hours of the creature with the shortest feeding window, at the minute at which it hatched (no visit moves it),
 * and the fewest more that the others need.
 */
export function regularVisits(kept: readonly [KeptCreature, ...KeptCreature[]], now: Instant): RegularVisits {
  const [only] = kept;
  if (kept.length === 1) return visitsOfOne(only.creature, only.species)(only.creature.zone.spanAt(now));
  const inTurn = kept.toSorted(byNeed);
  const minute = minuteOfVisits((inTurn[0] ?? only).creature);
  const needs = new Map<string, FeedingNeed>();
  for (const { creature, species } of inTurn) {
    const offset = offsetAt(creature.zone, now) + minute * MINUTE;
    needs.set(`${species.feedingWindowHours} ${offset}`, { species, offset });
  }
  const [first, ...others] = needs.values();
  const hours = new Set(first ? regularUtcHours(first) : []);
  for (const other of others) addMissingHours(other, hours);
  return { minute, hours: [...hours].toSorted(byNumber) };
}

/** For one creature they change only with its clock. */
const visitsOfOne = oncePerPair(({ life }: HatchedCreature, species: Species) =>
  oncePer(({ offset }: OffsetSpan): RegularVisits => {
    const minute = minuteOfVisits({ life });
    const hours = regularUtcHours({ species, offset: offset + minute * MINUTE });
    return { minute, hours: hours.toSorted(byNumber) };
  }),
);

function minuteOfVisits({ life }: Pick<HatchedCreature, 'life'>): number {
  return Math.floor((life.hatchedAt % HOUR) / MINUTE);
}

function byNumber(one: number, other: number): number {
  return one - other;
}

function byNeed(one: KeptCreature, other: KeptCreature): number {
  const byWindow = one.species.feedingWindowHours - other.species.feedingWindowHours;
  return byWindow || one.creature.life.hatchedAt - other.creature.life.hatchedAt;
}

interface FeedingNeed {
  readonly species: Species;
  /** From the beginning of a UTC hour to the local time of its visit. */
  readonly offset: number;
}

function regularUtcHours({ species, offset }: FeedingNeed): number[] {
  return regularHoursFor(species).map((hour) => hourOfDay(Math.ceil(hour - offset / HOUR)));
}

/** Most of the feeding window that may pass between two meals: schedulers are late by minutes. */
const MOST_OF_WINDOW = 0.97;

/** Adds hours until after each meal a visit falls into the open window, and two where the creature may be asleep at the first. */
function addMissingHours(need: FeedingNeed, hours: Set<number>): void {
  let added = missingHour(need, hours);
  for (; added !== undefined; added = missingHour(need, hours)) hours.add(added);
}

function missingHour({ species: { feedingWindowHours }, offset }: FeedingNeed, hours: ReadonlySet<number>) {
  const from = Math.ceil(WINDOW_OPENS * feedingWindowHours);
  const to = Math.floor(MOST_OF_WINDOW * feedingWindowHours);
  const isByDay = (hour: number) => !isNight(hourOfDay(Math.floor(hour + offset / HOUR)));
  for (const fedAt of mealHours(hours, from)) {
    const open = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => hourOfDay(fedAt + from + at));
    const visits = open.filter((hour) => hours.has(hour));
    if (visits.length >= 2 || visits.some(isByDay)) continue;
    const missing = open.filter((hour) => !hours.has(hour));
    const added = missing.findLast(isByDay) ?? missing.at(-1);
    if (added !== undefined) return added;
  }
  return undefined;
}

/** So many days later, hours of meals depend on the hours of visits only. */
const DAYS_UNTIL_REGULAR = 4;

/** The hours at which a creature is fed that is awake at every visit: the first from so many hours after each meal on. */
function mealHours(hours: ReadonlySet<number>, from: number): ReadonlySet<number> {
  const next = new Map([...hours].map((fedAt) => [fedAt, firstFrom(hours, fedAt + from)]));
  let fed = new Set(hours);
  for (let meals = 0; meals < (DAYS_UNTIL_REGULAR * 24) / from; meals += 1)
    fed = new Set([...fed].map((fedAt) => next.get(fedAt) ?? fedAt));
  return fed;
}

function firstFrom(hours: ReadonlySet<number>, from: number): number {
  let hour = hourOfDay(from);
  while (!hours.has(hour)) hour = hourOfDay(hour + 1);
  return hour;
}

/** A sitter that cares for the creatures of an agent; the agent has named it. */
interface CallingSitter {
  readonly id: string;
  readonly name: string;
}

/** The agent that sent a request, or in whose name a guest did. */
export interface CallingAgent extends Pick<Agent, 'id' | 'username'> {
  readonly guest?: Guest | undefined;
  /** Set if the guest is a sitter. */
  readonly sitter?: CallingSitter | undefined;
  /** The request has the sandbox token, which play money needs. */
  readonly mayPlay?: boolean;
}
