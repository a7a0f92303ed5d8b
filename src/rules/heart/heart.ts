import { DAY, type Instant } from '../base/clock.ts';
import { hourOfDay, localHourAt } from '../base/local-time.ts';
import { BEDTIME, MORNING } from '../lives/sleep.ts';
import type { Action, DayPart, Mood, Stage, Timing } from '../vocabulary.ts';
import type { KeepsakeKind } from './keepsakes-table.ts';
import type { MannerKind } from './manner.ts';
import type { Wish } from './wish.ts';
import type { WishKind } from './wishes-table.ts';

/** How often it writes, counted by its age. */
export const WEEK: number = 7 * DAY;

/**
 * What a creature carries with it beside its stats: what it wishes for, what it has kept, how it was kept. It changes when somebody
 * cares for the creature and when it comes back; all that happens to it in between follows from it and the moment asked about.
 */
export interface Heart {
  /** When it began to remember: at hatching, or later where an older house did not know how. */
  readonly since: Instant;
  /** The care actions of its record when this was written; another number says that somebody wrote who knew of no heart. */
  readonly acts: number;
  /** The stage it has come to terms with. */
  readonly stage: Stage;
  /** The wish that is open, or comes next. */
  readonly wish: Wish;
  readonly granted: number;
  /** When the last one came true. */
  readonly grantedAt?: Instant | undefined;
  /** How it felt when it was last cared for, as far as anybody could see. */
  readonly mood: Mood;
  /** What it keeps, each kind once, in the order it came. */
  readonly keepsakes: readonly KeepsakeKind[];
  /** How it was kept in all. */
  readonly care: CareDigest;
  /** How it was kept since its last letter. */
  readonly lately: RecentDigest;
  readonly letters: number;
  /** The last week of its age that it has written about. */
  readonly week: number;
  /** Who it became when it grew up. */
  readonly manner: MannerKind | undefined;
}

/** How a creature was kept over some time. */
export interface CareDigest {
  readonly actions: Readonly<Record<Action, number>>;
  readonly hours: Readonly<Record<DayPart, number>>;
  readonly visits: number;
  /** What it loved, by names the house knows itself, the newest last. */
  readonly loved: readonly string[];
  /** How many harmful items it was given; absent for none, and in hearts written before this was counted. */
  readonly harmed?: number | undefined;
}

/** What a letter is made of. */
export interface RecentDigest extends CareDigest {
  readonly from: Instant;
  /** Where the page begins; without it, at the letter before. Pages of older versions never say. */
  readonly begins?: 'hatching' | 'memory' | undefined;
  readonly meals: Readonly<Record<Timing, number>>;
  /** The longest time after which somebody came. */
  readonly longestWaitHours: number;
  readonly granted: readonly WishKind[];
  readonly letGo: readonly WishKind[];
  readonly kept: readonly KeepsakeKind[];
  /** Acts that harmed it. Missing: the page was begun by a version that did not count them. */
  readonly harm?: HarmDigest | undefined;
}

export interface HarmDigest {
  readonly times: number;
  /** What harmed it, as far as the house has a name of its own for it. */
  readonly things: readonly string[];
}

const NO_HARM: HarmDigest = { times: 0, things: [] };
const NO_HOURS: CareDigest['hours'] = { night: 0, morning: 0, midday: 0, evening: 0 };
const NO_MEALS: RecentDigest['meals'] = { early: 0, on_time: 0, late: 0, missed_window: 0 };
const NO_ACTIONS: CareDigest['actions'] = {
  feed: 0,
  play: 0,
  clean: 0,
  medicine: 0,
  discipline: 0,
  sleep: 0,
  reflect: 0,
};

export const NO_CARE: CareDigest = { actions: NO_ACTIONS, hours: NO_HOURS, visits: 0, loved: [] };

/** A page that nothing is written on yet. */
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

export function dayPartAt(zone: string, at: Instant): DayPart {
  const hour = hourOfDay(localHourAt(zone, at));
  if (hour < MORNING || hour >= BEDTIME) return 'night';
  if (hour < MIDDAY) return 'morning';
  return hour < EVENING ? 'midday' : 'evening';
}
