import { HOUR, type Instant } from '../base/clock.ts';
import type { Creature, HatchedCreature } from '../lives/creature.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import { approvedItem } from '../species/catalog.ts';
import type { Action, ItemCategory, Mood, Timing } from '../vocabulary.ts';
import { type CareDigest, dayPartAt, type HarmDigest, type RecentDigest } from './heart.ts';
import type { KeepsakeFacts } from './keepsakes.ts';
import type { WishKind } from './wishes-table.ts';

export interface FeltCare {
  readonly action: Action;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  readonly timing: Timing | undefined;
  readonly survived: KeepsakeFacts['survived'];
  /** The visible mood afterwards. */
  readonly mood: Mood;
  readonly granted?: WishKind | undefined;
}

const MOST_THINGS = 8;

export function careAfter<Digest extends CareDigest>(
  care: Digest,
  { life, zone }: HatchedCreature,
  { action, item }: FeltCare,
  now: Instant,
): Digest {
  const name = item?.category === 'loved' ? approvedItem(item.name) : undefined;
  const isNewVisit = now - life.lastCareAt >= SAME_VISIT || care.visits === 0;
  return {
    ...care,
    actions: oneMore(care.actions, action),
    hours: oneMore(care.hours, dayPartAt(zone, now)),
    visits: care.visits + (isNewVisit ? 1 : 0),
    ...(item?.category === 'harmful' && { harmed: (care.harmed ?? 0) + 1 }),
    loved: withName(care.loved, name),
  };
}

const REPEATED_HARM = 2;
const FORGIVEN_AFTER_ACTS = 50;

export function isHarmedRepeatedly({ heart, record }: Pick<Creature, 'heart' | 'record'>): boolean {
  const harmed = heart?.care.harmed ?? 0;
  return harmed >= REPEATED_HARM && record.careActions < harmed * FORGIVEN_AFTER_ACTS;
}

export function pageAfter(
  page: RecentDigest,
  creature: HatchedCreature,
  felt: FeltCare,
  now: Instant,
): RecentDigest {
  const { timing, granted } = felt;
  const waited = (now - creature.life.lastCareAt) / HOUR;
  return {
    ...careAfter(page, creature, felt, now),
    meals: timing ? oneMore(page.meals, timing) : page.meals,
    longestWaitHours: Math.max(page.longestWaitHours, waited),
    granted: granted ? [...page.granted, granted] : page.granted,
    harm: page.harm && harmAfter(page.harm, felt),
  };
}

function harmAfter(harm: HarmDigest, { item }: FeltCare): HarmDigest {
  if (item?.category !== 'harmful') return harm;
  return { times: harm.times + 1, things: withName(harm.things, approvedItem(item.name)) };
}

function withName(names: readonly string[], name: string | undefined): readonly string[] {
  return name === undefined || names.includes(name) ? names : [...names, name].slice(-MOST_THINGS);
}

export function oneMore<Word extends string>(counts: Readonly<Record<Word, number>>, word: Word) {
  return { ...counts, [word]: counts[word] + 1 };
}
