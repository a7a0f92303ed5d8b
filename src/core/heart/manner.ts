import { DAY, type Instant } from '../engine/clock.ts';
import { dice } from '../engine/dice.ts';
import { recordOf } from '../engine/record-of.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { ACTIONS, DAY_PARTS } from '../vocabulary.ts';
import type { CareDigest, Heart } from './heart.ts';
import {
  MANNERS,
  MANNER_KINDS,
  QUIET_MANNERS,
  type MannerKind,
  type MannerSign,
  type VarietyBand,
} from './manners-table.ts';

const NARROW_BELOW = 45;
const WIDE_FROM = 70;

/** How varied care has been in all, from 0 for always the same to 100 for all seven kinds alike. */
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

/** How much the dice may add to how far something stands out, so that those who were kept alike are not all alike. */
const CHANCE = 0.5;
/** Nothing stands out more than this: counts have no end, shares do. */
const MOST = 1.6;

/** Who one that grows up now has become by the way it was kept. */
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
    ...sharesOf(ACTIONS, care.actions, acts),
    ...sharesOf(DAY_PARTS, care.hours, hours),
    late_meals: record.missedFeedings / Math.max(1, record.feedings + record.missedFeedings),
    streak: record.streak,
    visits_a_day: care.visits / Math.max(1, (at - life.ageFrom) / DAY),
    granted,
    loved: care.loved.length,
  };
}

function sharesOf<Word extends string>(
  words: readonly Word[],
  counts: Readonly<Record<Word, number>>,
  all: number,
): Record<Word, number> {
  return recordOf(words, (word) => counts[word] / all);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
