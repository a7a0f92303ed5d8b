import { expect, test } from 'vitest';

import { HOUR } from './base/clock.ts';
import { moodOf } from './lives/observe.ts';
import { nextMoment, situationOf, type Situation, type SituationFacts } from './situation.ts';
import type { Stats, Appearance, FeedingStatus, Peril, Urgency } from './vocabulary.ts';

/** A guarded creature shows no stats; its hours left are unknown. */
type Flags = { readonly [Flag in 'asleep' | 'curious' | 'guarded']?: boolean };
type Clocks = {
  readonly feeding?: FeedingStatus;
  readonly urgency?: Urgency;
  readonly waited?: Urgency;
  readonly hoursLeft?: number | undefined;
};
type Case = Flags & Clocks & { readonly stats?: Partial<Stats> };

const WELL: Stats = { hunger: 70, happiness: 70, health: 90, trust: 50, discipline: 50 };

function situation(given: Case): Situation {
  const { asleep = false, feeding = 'ok', urgency = 'safe', curious = false, guarded = false } = given;
  const stats = { ...WELL, ...given.stats };
  const hoursLeft = 'hoursLeft' in given ? given.hoursLeft : 30;
  const facts: SituationFacts = {
    at: 0,
    shown: guarded ? {} : stats,
    hidden: guarded ? ['hunger', 'happiness', 'health', 'trust', 'discipline'] : [],
    seemingMood: guarded ? (asleep ? 'sleeping' : 'content') : moodOf({ asleep, stats, curious }),
    feeding: { status: feeding },
  };
  const { waited = urgency } = given;
  const diesAt = hoursLeft === undefined ? undefined : hoursLeft * HOUR;
  return situationOf(facts, { urgency, waited, diesAt });
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
  ['its health is nearly gone, not its clock', { stats: { health: 18 }, urgency: 'warning' }, 'failing'],
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
  ['its meal is late and it is hungry', { feeding: 'overdue', stats: { hunger: 29 } }, 'hungry'],
  ['its meal is late and it is not hungry', { feeding: 'overdue', stats: { hunger: 30 } }, 'unfed'],
  ['its meal is late, though it is merry', { feeding: 'overdue', stats: { happiness: 95 } }, 'unfed'],
  ['its meal is long overdue', { feeding: 'critical' }, 'unfed'],
  ['its meal is due', { feeding: 'due_soon' }, 'content'],
  ['it has no joy', { stats: { happiness: 12 } }, 'sad'],
  ['it has no joy, and is curious all the same', { stats: { happiness: 12 }, curious: true }, 'sad'],
  ['nobody came for a while', { urgency: 'warning' }, 'waiting'],
  ['it would die of low health, and somebody just came', { urgency: 'warning', waited: 'safe' }, 'content'],
  ['nobody came for a while, and it is merry', { urgency: 'warning', stats: { happiness: 90 } }, 'happy'],

  ['it hides how it feels', ALONE, 'guarded'],
  ['it hides how it feels, and nobody came for a while', { ...ALONE, urgency: 'warning' }, 'guarded'],
  ['it hides how it feels, and sleeps', { ...ALONE, asleep: true }, 'asleep'],
  ['it hides how it feels, and its meal is late', { ...ALONE, feeding: 'overdue' }, 'unfed'],
  ['it hides how it feels, and is in danger', { ...ALONE, urgency: 'critical' }, 'frightened'],
  ['it hides how it feels, and is at its end', { ...ALONE, urgency: 'imminent' }, 'fading'],
];

test.each(APPEARS)('appearance when %s', (_, given, appearance) => {
  expect(situation(given).appearance).toBe(appearance);
});

test.each([1, 15, 35, 60])('a creature with hidden stats of %d looks as with any others', (much) => {
  const stats = { health: much, happiness: much, hunger: much };
  expect(situation({ ...ALONE, stats })).toEqual(situation(ALONE));
});

test.each<[Case, Peril]>([
  [{ urgency: 'imminent' }, 'ending'],
  [{ urgency: 'critical' }, 'near'],
  [{ hoursLeft: 11.9 }, 'near'],
  [{ stats: { health: 19 } }, 'near'],
  [{ urgency: 'warning', stats: { health: 39, happiness: 0, hunger: 0 } }, 'none'],
])('the danger of %j is: %s', (given, danger) => {
  expect(situation(given).danger).toBe(danger);
});

type Judged = Pick<Situation, 'tone' | 'lack' | 'urgent' | 'cheerful'>;

const well: Judged = { tone: 'safe', lack: 'nothing', urgent: false, cheerful: true };
const glum: Judged = { ...well, cheerful: false };
const dire: Judged = { tone: 'critical', lack: 'visit', urgent: true, cheerful: false };
const end = { urgency: 'imminent', hoursLeft: 0.1, feeding: 'overdue' } as const;
const starving = { urgency: 'imminent', feeding: 'critical', stats: { health: 3 } } as const;

const JUDGED: readonly (readonly [string, Case, Judged])[] = [
  ['all is well', {}, well],
  ['a meal is due', { feeding: 'due_soon' }, { ...well, lack: 'meal' }],
  ['a meal is late', { feeding: 'overdue' }, { ...glum, lack: 'late_meal' }],
  ['health falls', { feeding: 'critical' }, { ...glum, tone: 'warning', lack: 'missed_meal' }],
  ['health is critical', { stats: { health: 8.4 } }, { ...glum, tone: 'warning', lack: 'medicine' }],
  ['it is ill', { stats: { health: 39 } }, { ...glum, lack: 'medicine' }],
  ['it is ill, unfed', { stats: { health: 39 }, feeding: 'overdue' }, { ...glum, lack: 'medicine_and_food' }],
  ['it is hungry', { stats: { hunger: 29 } }, glum],
  ['it is sad', { stats: { happiness: 10 } }, glum],
  ['it sleeps', { asleep: true }, well],
  ['it would die within half a day', { hoursLeft: 11 }, glum],
  ['its clock is short', { urgency: 'critical', feeding: 'due_soon' }, dire],
  ['it ends, merry', { ...end, stats: { happiness: 95 } }, { ...dire, tone: 'imminent', lack: 'late_meal' }],
  ['it starves', starving, { ...dire, tone: 'imminent', lack: 'medicine_and_food' }],
  ['it hides its stats', ALONE, well],
  ['it hides its stats near its end', { ...ALONE, urgency: 'critical' }, dire],
];

test.each(JUDGED)('tone, lack, urgency and cheer when %s', (_, given, judged) => {
  expect(situation(given)).toMatchObject(judged);
});

const FED = { hoursSinceFed: 3, feedingWindowHours: 10, hoursRemaining: 17 };

test.each([
  ['nothing', { kind: 'opens', hours: 2 }],
  ['meal', { kind: 'closes', hours: 7 }],
  ['late_meal', { kind: 'dies', hours: 17 }],
  ['medicine', { kind: 'dies', hours: 17 }],
] as const)('the next moment of a creature that lacks %s', (lack, moment) => {
  expect(nextMoment({ ...FED, lack })).toEqual(moment);
});

test('the next moment is not told where it would reveal a hidden time of death', () => {
  expect(nextMoment({ ...FED, lack: 'visit', hoursRemaining: undefined })).toBeUndefined();
});
