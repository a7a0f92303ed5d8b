import type { Action, DayPart, Mood, Stage, Timing } from '../vocabulary.ts';

/** What an act must be to count as a step; every field that is present has to hold. */
export interface AmbitionRow {
  /** Absent: any action but medicine. */
  readonly action?: Action;
  /** An item that it loves or likes: another one at each step, or the one of the first step again. */
  readonly item?: 'other' | 'same';
  /** At each step another action, or another part of the day. */
  readonly other?: 'action' | 'part';
  /** By its own clock. */
  readonly parts?: readonly DayPart[];
  readonly timing?: Timing;
  /** The first act of a visit, or the next after a game in the same visit. */
  readonly after?: 'first' | 'play';
  /** After the act. */
  readonly mood?: Mood;
  /** Least hours between two steps. */
  readonly gapHours: number;
  /** A step is lost after so many hours without one. */
  readonly lostAfterHours?: number;
  /** A meal that is not on time costs a step. */
  readonly lostByLateMeals?: true;
  /** Fewer for a keeper that comes seldom, down to LEAST_STEPS. */
  readonly steps: number;
  /** How long it is tried for. */
  readonly days: number;
  readonly stages?: readonly Stage[];
}

const BY_DAY: readonly DayPart[] = ['morning', 'midday', 'evening'];
const GROWN: readonly Stage[] = ['teen', 'adult'];

export const AMBITIONS = {
  trick: { action: 'discipline', gapHours: 8, steps: 7, days: 10 },
  many_dishes: { action: 'feed', item: 'other', timing: 'on_time', gapHours: 0, steps: 10, days: 10 },
  journey: {
    action: 'feed',
    timing: 'on_time',
    lostByLateMeals: true,
    gapHours: 0,
    steps: 14,
    days: 10,
  },
  garden: { action: 'clean', gapHours: 18, lostAfterHours: 44, steps: 5, days: 9 },
  song: { action: 'reflect', parts: ['evening'], gapHours: 12, steps: 5, days: 10 },
  dark: { action: 'play', parts: ['evening', 'night'], gapHours: 12, steps: 4, days: 9 },
  collection: { action: 'play', item: 'other', gapHours: 6, steps: 6, days: 8 },
  dawn: { parts: ['morning'], gapHours: 12, steps: 5, days: 10 },
  round_of_hours: { action: 'play', other: 'part', parts: BY_DAY, gapHours: 0, steps: 3, days: 6 },
  nest: { action: 'sleep', parts: ['evening'], gapHours: 12, steps: 4, days: 9 },
  every_way: { other: 'action', gapHours: 2, steps: 6, days: 6 },
  champion: { action: 'play', gapHours: 6, steps: 8, days: 8 },
  shine: { action: 'clean', item: 'other', gapHours: 10, steps: 4, days: 7 },
  beds: { action: 'sleep', item: 'other', gapHours: 10, steps: 4, days: 7 },
  saga: { action: 'reflect', gapHours: 8, steps: 8, days: 9 },
  stillness: { action: 'reflect', after: 'first', gapHours: 6, steps: 6, days: 8 },
  dance: { action: 'discipline', after: 'play', gapHours: 10, steps: 4, days: 9 },
  one_dish: { action: 'feed', item: 'same', timing: 'on_time', gapHours: 0, steps: 5, days: 7 },
  merry: { mood: 'happy', gapHours: 18, steps: 5, days: 10 },
  // About three weeks.
  pilgrimage: { after: 'first', gapHours: 18, steps: 14, days: 21, stages: GROWN },
  tree: { action: 'clean', gapHours: 40, steps: 7, days: 21, stages: GROWN },
  apprentice: { action: 'discipline', gapHours: 18, steps: 12, days: 21, stages: GROWN },
} as const satisfies Readonly<Record<string, AmbitionRow>>;

export type AmbitionKind = keyof typeof AMBITIONS;
export const AMBITION_KINDS = Object.keys(AMBITIONS) as [AmbitionKind, ...AmbitionKind[]];

/** The age in days at which a creature has its first ambition. */
export const AMBITIONS_FROM_DAYS = 2;
/** Fewer are no ambition: a kind that allows no more for its keeper's rhythm is not chosen. */
export const LEAST_STEPS = 3;
