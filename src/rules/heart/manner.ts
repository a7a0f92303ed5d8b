import { recordOf } from '../../../packages/base/collections.ts';
import { DAY, type Instant } from '../base/clock.ts';
import { dice } from '../base/dice.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { type Action, ACTIONS, DAY_PARTS, type DayPart } from '../vocabulary.ts';
import type { CareDigest, Heart } from './heart.ts';

const NARROW_BELOW = 45;
const WIDE_FROM = 70;

/** Entropy of the care actions: 0 for always the same, 100 for all seven alike. */
export function varietyOfCare({ actions }: CareDigest): number {
  const counts = ACTIONS.map((action) => actions[action]);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const shares = counts.filter((count) => count > 0).map((count) => count / all);
  const entropy = -shares.reduce((sum, share) => sum + share * Math.log(share), 0);
  return (Math.max(0, entropy) / Math.log(ACTIONS.length)) * 100;
}

export function varietyBand(variety: number): VarietyBand {
  if (variety < NARROW_BELOW) return 'narrow';
  return variety < WIDE_FROM ? 'middle' : 'wide';
}

/** The most the dice add, so that creatures kept alike differ. */
const CHANCE = 0.5;
/** Upper limit: counts are unbounded, unlike shares. */
const MOST = 1.6;

export function mannerOf(creature: HatchedCreature, { care, granted }: Heart, at: Instant): MannerKind {
  const band = varietyBand(varietyOfCare(care));
  const signs = signsOf(creature, care, granted, at);
  let chosen = QUIET_MANNERS[band];
  let most = 0;
  for (const [nth, kind] of MANNER_KINDS.entries()) {
    const row = MANNERS[kind];
    if (row.band !== band || signs[row.sign] < row.from) continue;
    const standsOut =
      Math.min(MOST, signs[row.sign] / row.from) + CHANCE * dice(creature.seed, 'manner', nth);
    if (standsOut > most) [chosen, most] = [kind, standsOut];
  }
  return chosen;
}

function signsOf(
  { life, record }: HatchedCreature,
  care: CareDigest,
  granted: number,
  at: Instant,
): Readonly<Record<MannerSign, number>> {
  const acts = Math.max(1, sumOf(Object.values(care.actions)));
  const hours = Math.max(1, sumOf(Object.values(care.hours)));
  return {
    ...recordOf(ACTIONS, (action) => care.actions[action] / acts),
    ...recordOf(DAY_PARTS, (part) => care.hours[part] / hours),
    late_meals: record.missedFeedings / Math.max(1, record.feedings + record.missedFeedings),
    streak: record.streak,
    visits_a_day: care.visits / Math.max(1, (at - life.ageFrom) / DAY),
    granted,
    loved: care.loved.length,
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Shares from 0 to 1, or counts. */
export type MannerSign = Action | DayPart | 'late_meals' | 'streak' | 'visits_a_day' | 'granted' | 'loved';

export const VARIETY_BANDS = ['narrow', 'middle', 'wide'] as const;
/** How varied its care was when it grew up. */
export type VarietyBand = (typeof VARIETY_BANDS)[number];

export interface MannerRow {
  readonly band: VarietyBand;
  readonly sign: MannerSign;
  /** The threshold. */
  readonly from: number;
}

/** Of the rows that hold, the one that exceeds its threshold most. */
export const MANNERS = {
  // Always the same.
  connoisseur: { band: 'narrow', sign: 'feed', from: 0.5 },
  tumbler: { band: 'narrow', sign: 'play', from: 0.4 },
  preener: { band: 'narrow', sign: 'clean', from: 0.3 },
  careful_breather: { band: 'narrow', sign: 'medicine', from: 0.15 },
  drill_lover: { band: 'narrow', sign: 'discipline', from: 0.25 },
  dozer: { band: 'narrow', sign: 'sleep', from: 0.25 },
  listener: { band: 'narrow', sign: 'reflect', from: 0.3 },
  creature_of_habit: { band: 'narrow', sign: 'streak', from: 8 },
  one_song: { band: 'narrow', sign: 'loved', from: 1 },
  dawn_waiter: { band: 'narrow', sign: 'morning', from: 0.5 },
  window_sitter: { band: 'narrow', sign: 'evening', from: 0.5 },
  lamp_keeper: { band: 'narrow', sign: 'night', from: 0.4 },
  bowl_watcher: { band: 'narrow', sign: 'late_meals', from: 0.3 },
  // This and that.
  host: { band: 'middle', sign: 'feed', from: 0.4 },
  teaser: { band: 'middle', sign: 'play', from: 0.3 },
  tidy_one: { band: 'middle', sign: 'clean', from: 0.22 },
  nurse: { band: 'middle', sign: 'medicine', from: 0.12 },
  upright_one: { band: 'middle', sign: 'discipline', from: 0.2 },
  dreamer: { band: 'middle', sign: 'sleep', from: 0.2 },
  confidant: { band: 'middle', sign: 'reflect', from: 0.22 },
  early_bird: { band: 'middle', sign: 'morning', from: 0.45 },
  noon_stroller: { band: 'middle', sign: 'midday', from: 0.55 },
  dusk_dancer: { band: 'middle', sign: 'evening', from: 0.45 },
  night_owl: { band: 'middle', sign: 'night', from: 0.3 },
  hoarder: { band: 'middle', sign: 'late_meals', from: 0.25 },
  clockmaker: { band: 'middle', sign: 'streak', from: 12 },
  greeter: { band: 'middle', sign: 'visits_a_day', from: 5 },
  hoper: { band: 'middle', sign: 'granted', from: 6 },
  gourmet: { band: 'middle', sign: 'loved', from: 5 },
  // A bit of everything.
  potluck_cook: { band: 'wide', sign: 'feed', from: 0.28 },
  inventor: { band: 'wide', sign: 'play', from: 0.22 },
  gardener: { band: 'wide', sign: 'clean', from: 0.2 },
  healer: { band: 'wide', sign: 'medicine', from: 0.14 },
  scholar: { band: 'wide', sign: 'discipline', from: 0.18 },
  stargazer: { band: 'wide', sign: 'sleep', from: 0.18 },
  storyteller: { band: 'wide', sign: 'reflect', from: 0.2 },
  sunrise_singer: { band: 'wide', sign: 'morning', from: 0.4 },
  wayfarer: { band: 'wide', sign: 'midday', from: 0.5 },
  lantern_bearer: { band: 'wide', sign: 'evening', from: 0.4 },
  moon_walker: { band: 'wide', sign: 'night', from: 0.3 },
  improviser: { band: 'wide', sign: 'late_meals', from: 0.25 },
  conductor: { band: 'wide', sign: 'streak', from: 15 },
  host_of_many: { band: 'wide', sign: 'visits_a_day', from: 5 },
  wish_weaver: { band: 'wide', sign: 'granted', from: 8 },
  collector: { band: 'wide', sign: 'loved', from: 6 },
} as const satisfies Readonly<Record<string, MannerRow>>;

export type MannerKind = keyof typeof MANNERS;
export const MANNER_KINDS = Object.keys(MANNERS) as [MannerKind, ...MannerKind[]];

/** When no row holds. */
export const QUIET_MANNERS: Readonly<Record<VarietyBand, MannerKind>> = {
  narrow: 'creature_of_habit',
  middle: 'hoper',
  wide: 'improviser',
};
