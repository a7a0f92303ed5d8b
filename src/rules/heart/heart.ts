import { recordOf } from '../../../packages/base/collections.ts';
import { DAY, HOUR, hourOfDay, type Instant, localHourAt, type TimeZone } from '../base/clock.ts';
import type { Creature, HatchedCreature } from '../lives/creature.ts';
import { BEDTIME, MORNING, SAME_VISIT } from '../lives/rhythm.ts';
import { approvedItem } from '../species/catalog.ts';
import {
  type Action,
  ACTIONS,
  type Cause,
  DAY_PARTS,
  type DayPart,
  type Effectiveness,
  EFFECTIVENESS,
  type FeedingStatus,
  type ItemCategory,
  type LetterOccasion,
  type Mood,
  MOODS,
  type Stage,
  STAGES,
  type Timing,
  TIMINGS,
} from '../vocabulary.ts';
import type { Ambition } from './ambition.ts';
import { AMBITION_KINDS, type AmbitionKind } from './ambitions-table.ts';
import { KEEPSAKE_KINDS, type KeepsakeKind } from './keepsakes-table.ts';
import type { KeepsakeFacts } from './keepsakes.ts';
import { MANNER_KINDS, type MannerKind } from './manner.ts';
import type { Wish } from './wish.ts';
import { WISH_KINDS, type WishKind } from './wishes-table.ts';

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
  /** Absent in older hearts. */
  readonly outcomes?: OutcomeCounts | undefined;
  /** Absent in older hearts. */
  readonly ambition?: Ambition | undefined;
}

/** How often care had each outcome, for the rotation of sentences: two digits in base 36 each, 56 in all. */
export type OutcomeCounts = string;

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
  readonly effectiveness: Effectiveness;
  readonly survived: KeepsakeFacts['survived'];
  /** The visible mood afterwards. */
  readonly mood: Mood;
  readonly granted?: WishKind | undefined;
}

/** `timely`: meals on time that gave little. Items are counted with other care only. */
export type OutcomeKind = Pick<FeltCare, 'action' | 'effectiveness'> | (typeof OTHER_OUTCOMES)[number];

const OTHER_OUTCOMES = [...TIMINGS, 'timely', 'loved', 'other item'] as const;
const OUTCOMES_OF_ACTIONS = ACTIONS.length * EFFECTIVENESS.length;
const DIGITS = 2;
const NO_OUTCOMES: OutcomeCounts = '0'.repeat(DIGITS * (OUTCOMES_OF_ACTIONS + OTHER_OUTCOMES.length));

function placeOfOutcome(kind: OutcomeKind): number {
  if (typeof kind === 'string') return DIGITS * (OUTCOMES_OF_ACTIONS + OTHER_OUTCOMES.indexOf(kind));
  const { action, effectiveness } = kind;
  return DIGITS * (ACTIONS.indexOf(action) * EFFECTIVENESS.length + EFFECTIVENESS.indexOf(effectiveness));
}

/** Modulo 1296. */
export function timesOf(counts: OutcomeCounts = NO_OUTCOMES, kind: OutcomeKind): number {
  const from = placeOfOutcome(kind);
  return Number.parseInt(counts.slice(from, from + DIGITS), 36);
}

export function outcomesAfter(counts: OutcomeCounts = NO_OUTCOMES, felt: FeltCare): OutcomeCounts {
  const { timing, effectiveness, item } = felt;
  const kinds: OutcomeKind[] = [felt];
  if (timing) kinds.push(timing);
  if (timing === 'on_time' && effectiveness !== 'effective') kinds.push('timely');
  else if (item) kinds.push(item.category === 'loved' ? 'loved' : 'other item');
  return kinds.reduce((after, kind) => {
    const from = placeOfOutcome(kind);
    const count = ((timesOf(after, kind) + 1) % 36 ** DIGITS).toString(36).padStart(DIGITS, '0');
    return [after.slice(0, from), count, after.slice(from + DIGITS)].join('');
  }, counts);
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

export function oneMore<Word extends string>(
  counts: Readonly<Record<Word, number>>,
  word: Word,
): Readonly<Record<Word, number>> {
  return { ...counts, [word]: counts[word] + 1 };
}

/** The facts of a letter; its words are made when it is read. */
export interface Letter {
  /** From 1. */
  readonly number: number;
  readonly occasion: LetterOccasion;
  readonly at: Instant;
  readonly stage: Stage;
  /** Whole days. */
  readonly ageDays: number;
  readonly streak: number;
  readonly manner: MannerKind | undefined;
  readonly wish: WishKind | undefined;
  readonly page: RecentDigest;
  /** Only in a last letter. */
  readonly cause?: Cause | undefined;
  /** Absent in letters of older versions and after a resurrection. */
  readonly waiting?: LetterWait | undefined;
  /** Absent for none, and in letters of older versions. */
  readonly ambition?: LetterAmbition | undefined;
}

/** The ambition that was just done, that faded since the last letter, or that is open. */
export interface LetterAmbition {
  readonly kind: AmbitionKind;
  readonly is: 'done' | 'faded' | 'open';
}

export interface LetterWait {
  readonly careHours: number;
  readonly feeding: FeedingStatus;
  readonly everFed: boolean;
}

/** With its words. */
export interface ReadLetter extends Letter {
  readonly subject: string;
  /** Paragraphs are separated by empty lines; the last one ends with the name. */
  readonly text: string;
  /** Names of the sitters who came since the letter before; told to the keeper only. */
  readonly by?: readonly string[];
}

export interface ReadMarks {
  readonly lettersRead: number;
  readonly keepsakesRead: number;
}

export interface Unread {
  readonly letters: number;
  readonly keepsakes: number;
  /** The newest letter. */
  readonly writtenAt: Instant;
}

export const NOTHING_UNREAD: Unread = { letters: 0, keepsakes: 0, writtenAt: 0 };

export function unreadOf(heart: Heart, { lettersRead, keepsakesRead }: ReadMarks): Unread {
  return {
    letters: Math.max(0, heart.letters - lettersRead),
    keepsakes: Math.max(0, heart.keepsakes.length - keepsakesRead),
    writtenAt: heart.lately.from,
  };
}

interface UnreadCreature {
  readonly creature: Pick<Creature, 'id' | 'name'>;
  readonly unread: Unread;
}

/** Totals, and whose to read first: the longest waiting letter, the most keepsakes. */
export interface HouseholdUnread extends Pick<Unread, 'letters' | 'keepsakes'> {
  readonly lettersOf: UnreadCreature | undefined;
  readonly keepsakesOf: UnreadCreature | undefined;
}

type MaybeUnread = Pick<UnreadCreature, 'creature'> & { readonly unread?: Unread | undefined };

export function unreadIn(household: readonly MaybeUnread[]): HouseholdUnread {
  let letters = 0;
  let keepsakes = 0;
  let lettersOf: UnreadCreature | undefined;
  let keepsakesOf: UnreadCreature | undefined;
  for (const { creature, unread } of household) {
    if (!unread) continue;
    letters += unread.letters;
    keepsakes += unread.keepsakes;
    if (unread.letters > 0 && unread.writtenAt < (lettersOf?.unread.writtenAt ?? Infinity))
      lettersOf = { creature, unread };
    if (unread.keepsakes > (keepsakesOf?.unread.keepsakes ?? 0)) keepsakesOf = { creature, unread };
  }
  return { letters, keepsakes, lettersOf, keepsakesOf };
}

/** The mark after a page of letters, newest first, was read; it moves only if no unread letter remains below the page. */
export function lettersReadAfter(mark: number, page: readonly { readonly number: number }[]): number {
  const oldest = page.at(-1)?.number ?? Infinity;
  return oldest <= mark + 1 ? Math.max(mark, page[0]?.number ?? mark) : mark;
}

// A heart is stored as a list of values in a fixed order: about 360 bytes, a third of its JSON. A word is stored as
// its index in the list of all words, so new words are added at the end of their list.

/** A heart as it is stored. */
export type PackedHeart = readonly [
  since: Instant,
  acts: number,
  stage: number,
  wish: readonly [
    number: number,
    from: Instant,
    open: readonly [kind: number, until: Instant] | undefined,
    newAt: Instant | undefined,
    inVain: readonly number[] | undefined,
  ],
  granted: number,
  grantedAt: Instant | undefined,
  mood: number,
  keepsakes: readonly number[],
  care: PackedDigest,
  lately: PackedDigest,
  page: readonly [
    from: Instant,
    begins: RecentDigest['begins'],
    meals: readonly [early: number, onTime: number, late: number, missedWindow: number],
    longestWaitHours: number,
    granted: readonly number[],
    letGo: readonly number[],
    kept: readonly number[],
    harm: readonly [times: number, things: readonly string[]] | undefined,
  ],
  letters: number,
  week: number,
  manner: number | undefined,
  outcomes: OutcomeCounts | undefined,
  ambition: PackedAmbition | undefined,
];

type PackedAmbition = readonly [
  since: Instant,
  number: number,
  from: Instant,
  open:
    | readonly [
        kind: number,
        steps: number,
        of: number,
        until: Instant,
        seen: string,
        at: Instant | undefined,
      ]
    | undefined,
  done: readonly number[],
  faded: readonly number[],
  endedAt: Instant | undefined,
];

const STAGE = numbered(STAGES);
const MOOD = numbered(MOODS);
const WISH = numbered(WISH_KINDS);
const KEEPSAKE = numbered(KEEPSAKE_KINDS);
const MANNER = numbered(MANNER_KINDS);
const AMBITION = numbered(AMBITION_KINDS);

function numbered<Word extends string>(list: readonly Word[]) {
  const wordAt = (number: number): Word => {
    const word = list[number];
    if (word === undefined) throw new TypeError(`no word has the number ${number}`);
    return word;
  };
  return { numberOf: (word: Word) => list.indexOf(word), wordAt };
}

export function packHeart({ wish, care, lately, ...heart }: Heart): PackedHeart {
  const { open } = wish;
  return [
    heart.since,
    heart.acts,
    STAGE.numberOf(heart.stage),
    [
      wish.number,
      wish.from,
      open && ([WISH.numberOf(open.kind), open.until] as const),
      wish.newAt,
      wish.inVain?.map(WISH.numberOf),
    ],
    heart.granted,
    heart.grantedAt,
    MOOD.numberOf(heart.mood),
    heart.keepsakes.map(KEEPSAKE.numberOf),
    packDigest(care),
    packDigest(lately),
    [
      lately.from,
      lately.begins,
      [lately.meals.early, lately.meals.on_time, lately.meals.late, lately.meals.missed_window],
      lately.longestWaitHours,
      lately.granted.map(WISH.numberOf),
      lately.letGo.map(WISH.numberOf),
      lately.kept.map(KEEPSAKE.numberOf),
      lately.harm && ([lately.harm.times, lately.harm.things] as const),
    ],
    heart.letters,
    heart.week,
    heart.manner && MANNER.numberOf(heart.manner),
    heart.outcomes,
    heart.ambition && packAmbition(heart.ambition),
  ] as const;
}

function packAmbition({ since, number, from, open, done, faded, endedAt }: Ambition): PackedAmbition {
  return [
    since,
    number,
    from,
    open && ([AMBITION.numberOf(open.kind), open.steps, open.of, open.until, open.seen, open.at] as const),
    done.map(AMBITION.numberOf),
    faded.map(AMBITION.numberOf),
    endedAt,
  ];
}

function unpackAmbition([since, number, from, open, done, faded, endedAt]: PackedAmbition): Ambition {
  return {
    since,
    number,
    from,
    open: open ? unpackOpen(open) : undefined,
    done: done.map(AMBITION.wordAt),
    faded: faded.map(AMBITION.wordAt),
    endedAt: endedAt ?? undefined,
  };
}

function unpackOpen([kind, steps, of, until, seen, at]: NonNullable<PackedAmbition[3]>): Ambition['open'] {
  return { kind: AMBITION.wordAt(kind), steps, of, until, seen, at: at ?? undefined };
}

type Counts<Words extends readonly string[]> = { readonly [Place in keyof Words]: number };
type PackedDigest = readonly [
  ...Counts<typeof ACTIONS>,
  ...Counts<typeof DAY_PARTS>,
  visits: number,
  loved: readonly string[],
  harmed: number | undefined,
];

function packDigest({ actions, hours, visits, loved, harmed }: CareDigest): PackedDigest {
  return [...countsOf(ACTIONS, actions), ...countsOf(DAY_PARTS, hours), visits, loved, harmed];
}

function countsOf<Words extends readonly string[]>(
  list: Words,
  counts: Readonly<Record<Words[number], number>>,
) {
  return list.map((word: Words[number]) => counts[word]) as readonly number[] as Counts<Words>;
}

/** Hearts written as objects, before this format, are returned as they are. */
export function unpackHeart(packed: PackedHeart | Heart): Heart {
  if ('since' in packed) return packed;
  const [
    since,
    acts,
    stage,
    wish,
    granted,
    grantedAt,
    mood,
    keepsakes,
    care,
    digest,
    page,
    letters,
    week,
    manner,
    outcomes,
    ambition,
  ] = packed;
  const [number, begun, open, newAt, inVain] = wish;
  const [from, begins, meals, longestWaitHours, fulfilled, letGo, kept, harm] = page;
  const [early, on_time, late, missed_window] = meals;
  return {
    since,
    acts,
    stage: STAGE.wordAt(stage),
    wish: {
      number,
      from: begun,
      open: open ? { kind: WISH.wordAt(open[0]), until: open[1] } : undefined,
      newAt: newAt ?? undefined,
      inVain: inVain?.map(WISH.wordAt),
    },
    granted,
    grantedAt: grantedAt ?? undefined,
    mood: MOOD.wordAt(mood),
    keepsakes: keepsakes.map(KEEPSAKE.wordAt),
    care: unpackDigest(care),
    lately: {
      ...unpackDigest(digest),
      from,
      begins: begins ?? undefined,
      meals: { early, on_time, late, missed_window },
      longestWaitHours,
      granted: fulfilled.map(WISH.wordAt),
      letGo: letGo.map(WISH.wordAt),
      kept: kept.map(KEEPSAKE.wordAt),
      harm: harm ? { times: harm[0], things: harm[1] } : undefined,
    },
    letters,
    week,
    manner: typeof manner === 'number' ? MANNER.wordAt(manner) : undefined,
    outcomes: outcomes ?? undefined,
    ambition: ambition ? unpackAmbition(ambition) : undefined,
  };
}

function unpackDigest(packed: PackedDigest): CareDigest {
  const actions = { ...NO_ACTIONS };
  ACTIONS.forEach((action, place) => (actions[action] = Number(packed[place])));
  const hours = { ...NO_HOURS };
  DAY_PARTS.forEach((part, place) => (hours[part] = Number(packed[ACTIONS.length + place])));
  return { actions, hours, visits: packed[11], loved: packed[12], harmed: packed[13] ?? undefined };
}
