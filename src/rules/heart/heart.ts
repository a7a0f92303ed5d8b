import { DAY, HOUR, hourOfDay, type Instant, localHourAt, type TimeZone } from '../base/clock.ts';
import { recordOf } from '../base/collections.ts';
import type { Creature, HatchedCreature } from '../lives/creature.ts';
import { BEDTIME, MORNING, SAME_VISIT } from '../lives/rhythm.ts';
import { approvedItem } from '../species/catalog.ts';
import {
  type Action,
  ACTIONS,
  DAY_PARTS,
  type DayPart,
  type ItemCategory,
  type Mood,
  type Stage,
  type Timing,
  TIMINGS,
} from '../vocabulary.ts';
import type { KeepsakeKind } from './keepsakes-table.ts';
import type { KeepsakeFacts } from './keepsakes.ts';
import type { MannerKind } from './manner.ts';
import type { Wish } from './wish.ts';
import type { WishKind } from './wishes-table.ts';

/** Letters are written every week of age. */
export const WEEK: number = 7 * DAY;

/**
 * Wishes, keepsakes, letters and care statistics of a creature. Written on care and resurrection; `heartAt` computes every state
 * in between.
 */
export interface Heart {
  /** Hatching, or the upgrade to the first version with hearts. */
  readonly since: Instant;
  /** `record.careActions` at the time of writing; another number means an older version wrote the creature since. */
  readonly acts: number;
  /** The last stage processed by `heartAt`. */
  readonly stage: Stage;
  readonly wish: Wish;
  readonly granted: number;
  readonly grantedAt?: Instant | undefined;
  /** The visible mood at the last care. */
  readonly mood: Mood;
  /** Each kind once, oldest first. */
  readonly keepsakes: readonly KeepsakeKind[];
  /** Over its whole life. */
  readonly care: CareDigest;
  /** Since the last letter. */
  readonly lately: RecentDigest;
  readonly letters: number;
  /** The last week of its age with a letter. */
  readonly week: number;
  readonly manner: MannerKind | undefined;
}

export interface CareDigest {
  readonly actions: Readonly<Record<Action, number>>;
  readonly hours: Readonly<Record<DayPart, number>>;
  readonly visits: number;
  /** Approved item names, newest last. */
  readonly loved: readonly string[];
  /** Number of harmful items; absent for none and in older hearts. */
  readonly harmed?: number | undefined;
}

export interface RecentDigest extends CareDigest {
  readonly from: Instant;
  /** Absent: the page begins at the previous letter, or was written by an older version. */
  readonly begins?: 'hatching' | 'memory' | undefined;
  readonly meals: Readonly<Record<Timing, number>>;
  readonly longestWaitHours: number;
  readonly granted: readonly WishKind[];
  readonly letGo: readonly WishKind[];
  readonly kept: readonly KeepsakeKind[];
  /** Absent in pages begun by a version that did not count harm. */
  readonly harm?: HarmDigest | undefined;
}

interface HarmDigest {
  readonly times: number;
  /** Approved item names. */
  readonly things: readonly string[];
}

const NO_HARM: HarmDigest = { times: 0, things: [] };
const NO_HOURS = recordOf(DAY_PARTS, () => 0);
const NO_MEALS = recordOf(TIMINGS, () => 0);
const NO_ACTIONS = recordOf(ACTIONS, () => 0);

export const NO_CARE: CareDigest = { actions: NO_ACTIONS, hours: NO_HOURS, visits: 0, loved: [] };

export function newPage(from: Instant): RecentDigest {
  return {
    ...NO_CARE,
    from,
    meals: NO_MEALS,
    longestWaitHours: 0,
    granted: [],
    letGo: [],
    kept: [],
    harm: NO_HARM,
  };
}

export const MIDDAY = 11;
export const EVENING = 17;

export function dayPartAt(zone: TimeZone, at: Instant): DayPart {
  const hour = hourOfDay(localHourAt(zone, at));
  if (hour < MORNING || hour >= BEDTIME) return 'night';
  if (hour < MIDDAY) return 'morning';
  return hour < EVENING ? 'midday' : 'evening';
}

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
