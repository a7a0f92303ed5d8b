import { DAY, type Instant } from '../base/clock.ts';
import { recordOf } from '../base/collections.ts';
import { hourOfDay, localHourAt, type TimeZone } from '../base/local-time.ts';
import { BEDTIME, MORNING } from '../lives/sleep.ts';
import {
  type Action,
  ACTIONS,
  DAY_PARTS,
  type DayPart,
  type Mood,
  type Stage,
  type Timing,
  TIMINGS,
} from '../vocabulary.ts';
import type { KeepsakeKind } from './keepsakes-table.ts';
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

export interface HarmDigest {
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
