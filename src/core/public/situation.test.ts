import { expect, test } from 'vitest';

import { HOUR } from '../engine/clock.ts';
import { moodOf } from '../lives/observe.ts';
import type { Stats } from '../stats.ts';
import type { Appearance, Peril, FeedingStatus, Urgency } from '../vocabulary.ts';
import { appearanceOf, dangerOf, type PublicState } from './situation.ts';

interface Case {
  readonly asleep?: boolean;
  readonly stats?: Partial<Stats>;
  readonly feeding?: FeedingStatus;
  readonly urgency?: Urgency;
  /** Not known of one whose health is not plain to see. */
  readonly hoursLeft?: number | undefined;
  readonly curious?: boolean;
  /** It shows no stat at all. */
  readonly guarded?: boolean;
}

const WELL: Stats = { hunger: 70, happiness: 70, health: 90, trust: 50, discipline: 50 };

function stateOf(given: Case): PublicState {
  const { asleep = false, feeding = 'ok', urgency = 'safe', curious = false, guarded = false } = given;
  const stats = { ...WELL, ...given.stats };
  const hoursLeft = 'hoursLeft' in given ? given.hoursLeft : 30;
  return {
    at: 0,
    shown: guarded ? {} : stats,
    hidden: guarded ? ['hunger', 'happiness', 'health', 'trust', 'discipline'] : [],
    seemingMood: guarded ? (asleep ? 'sleeping' : 'content') : moodOf({ asleep, stats, curious }),
    feeding: { status: feeding, hoursSinceFed: 0, opensAt: undefined, missed: 0 },
    publicClock: { urgency, diesAt: hoursLeft === undefined ? undefined : hoursLeft * HOUR },
  };
}

const ALONE = { guarded: true, hoursLeft: undefined } as const;

const APPEARS: readonly (readonly [string, Case, Appearance])[] = [
  ['all is well', {}, 'content'],
  ['it is in an hour of curiosity', { curious: true }, 'curious'],
  ['it is fed and merry', { stats: { happiness: 90 } }, 'happy'],
  ['it sleeps, and all is well', { asleep: true }, 'asleep'],

  ['its end is at hand', { urgency: 'imminent', hoursLeft: 2 }, 'fading'],
  ['its end is at hand, however merry', { urgency: 'imminent', stats: { happiness: 95 } }, 'fading'],
  ['its end is at hand and it is ill', { urgency: 'imminent', stats: { health: 5 } }, 'fading'],
  ['its health is nearly gone', { stats: { health: 18 } }, 'failing'],
  [
    'its health is nearly gone, with time on the clock',
    { stats: { health: 18 }, urgency: 'warning' },
    'failing',
  ],
  ['little of its clock is left', { urgency: 'critical', hoursLeft: 14 }, 'frightened'],
  ['it would die within half a day', { urgency: 'warning', hoursLeft: 8.1 }, 'frightened'],
  ['it would die within half a day, joyless', { hoursLeft: 8, stats: { happiness: 3.6 } }, 'frightened'],
  ['it would die within half a day, merry', { hoursLeft: 8, stats: { happiness: 95 } }, 'frightened'],
  ['it would die within half a day, hungry', { hoursLeft: 8, stats: { hunger: 2 } }, 'frightened'],
  ['it would die in just half a day', { urgency: 'warning', hoursLeft: 12 }, 'waiting'],

  ['it sleeps in danger', { asleep: true, urgency: 'critical' }, 'restless'],
  ['it sleeps at its end', { asleep: true, urgency: 'imminent' }, 'restless'],
  ['it sleeps with hardly any health', { asleep: true, stats: { health: 10 } }, 'restless'],

  ['it is ill', { stats: { health: 35 } }, 'sick'],
  ['it is ill and its meal is late', { stats: { health: 35 }, feeding: 'critical' }, 'sick'],
  ['it is hungry', { stats: { hunger: 20 } }, 'hungry'],
  ['its meal is late', { feeding: 'overdue' }, 'hungry'],
  ['its meal is late, though it is merry', { feeding: 'overdue', stats: { happiness: 95 } }, 'hungry'],
  ['its meal is long overdue', { feeding: 'critical' }, 'hungry'],
  ['its meal is due', { feeding: 'due_soon' }, 'content'],
  ['it has no joy', { stats: { happiness: 12 } }, 'sad'],
  ['it has no joy, and is curious all the same', { stats: { happiness: 12 }, curious: true }, 'sad'],
  ['nobody came for a while', { urgency: 'warning' }, 'waiting'],
  ['nobody came for a while, and it is merry', { urgency: 'warning', stats: { happiness: 90 } }, 'happy'],

  ['it hides how it feels', ALONE, 'guarded'],
  ['it hides how it feels, and nobody came for a while', { ...ALONE, urgency: 'warning' }, 'guarded'],
  ['it hides how it feels, and sleeps', { ...ALONE, asleep: true }, 'asleep'],
  ['it hides how it feels, and its meal is late', { ...ALONE, feeding: 'overdue' }, 'hungry'],
  ['it hides how it feels, and is in danger', { ...ALONE, urgency: 'critical' }, 'frightened'],
  ['it hides how it feels, and is at its end', { ...ALONE, urgency: 'imminent' }, 'fading'],
];

test.each(APPEARS)('when %s', (_, given, appearance) => {
  expect(appearanceOf(stateOf(given))).toBe(appearance);
});

test('what hides its stats looks the same whatever they are', () => {
  const seen = [1, 15, 35, 60, 100].map((much) =>
    appearanceOf(stateOf({ ...ALONE, stats: { health: much, happiness: much, hunger: much } })),
  );
  expect(new Set(seen)).toEqual(new Set(['guarded']));
});

const DANGEROUS: readonly (readonly [Case, Peril])[] = [
  [{ urgency: 'imminent' }, 'ending'],
  [{ urgency: 'critical' }, 'near'],
  [{ hoursLeft: 11.9 }, 'near'],
  [{ stats: { health: 19 } }, 'near'],
  [{ urgency: 'warning', stats: { health: 39, happiness: 0, hunger: 0 } }, 'none'],
];

test.each(DANGEROUS)('%j is a danger: %s', (given, danger) => {
  expect(dangerOf(stateOf(given))).toBe(danger);
});
