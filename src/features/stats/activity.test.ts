import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../rules/base/clock.ts';
import type { Increment, Transaction } from '../../db/db.ts';
import { ActivityCache, addCounted } from './activity.ts';
import { countActive, countCare, countDeath, countHatching } from './counting.ts';

const NOW: Instant = Date.UTC(2026, 0, 15, 12, 30, 30);
const KEEPER = { counts: true };
const DEATH = {
  family: 'cat',
  stage: 'baby',
  cause: 'hunger',
  ageFrom: NOW - 3 * DAY,
  livedMs: DAY,
} as const;
const NOTHING = {
  creaturesBorn: 0,
  creaturesDied: 0,
  careActions: 0,
  feedings: 0,
  reflections: 0,
  activeAgents: 0,
};

/** Counters changed by `work`. */
function counted(work: (db: Transaction) => void): Increment[] {
  const increments: Increment[] = [];
  work({
    increments: increments,
    count: (increment) => increments.push(increment),
    one: () => Promise.reject(new Error('counting asks nothing')),
    all: () => Promise.reject(new Error('counting asks nothing')),
    run: () => Promise.reject(new Error('counting changes nothing by itself')),
    runEach: () => Promise.reject(new Error('counting changes nothing by itself')),
    get posted(): Transaction {
      throw new Error('counting changes nothing by itself');
    },
  });
  return increments;
}

test('counters are committed with their transaction', () => {
  const care = counted((db) => {
    countCare(db, KEEPER, { action: 'feed', timing: 'on_time', first: false }, NOW);
    countCare(db, KEEPER, { action: 'reflect', timing: undefined, first: false }, NOW);
    countHatching(db, KEEPER, 'cat', NOW);
    countDeath(db, KEEPER, { ...DEATH, at: NOW - HOUR });
    countActive(db, KEEPER, { before: undefined, now: NOW });
  });
  expect(addCounted(NOTHING, care, NOW)).toEqual({
    creaturesBorn: 1,
    creaturesDied: 1,
    careActions: 2,
    feedings: 1,
    reflections: 1,
    activeAgents: 1,
  });
});

test('a death older than a day is not in the last day', () => {
  const death = counted((db) => countDeath(db, KEEPER, { ...DEATH, at: NOW - DAY - MINUTE }));
  expect(addCounted(NOTHING, death, NOW)).toEqual(NOTHING);
});

test.each([
  ['in the same minute', 10 * SECOND, []],
  [
    'a minute ago',
    MINUTE,
    [
      [MINUTE, -1],
      [MINUTE, 1],
    ],
  ],
  [
    'hours ago',
    5 * HOUR,
    [
      [MINUTE, -1],
      [MINUTE, 1],
      [HOUR, -1],
      [HOUR, 1],
    ],
  ],
  [
    '26 hours ago',
    26 * HOUR,
    [
      [MINUTE, 1],
      [HOUR, -1],
      [HOUR, 1],
    ],
  ],
  [
    'two months ago',
    60 * DAY,
    [
      [MINUTE, 1],
      [HOUR, 1],
    ],
  ],
  ['later, by another clock', -2 * HOUR, []],
])('an agent that was active %s is moved and never listed twice', (_, ago, moves) => {
  const moved = counted((db) => countActive(db, KEEPER, { before: NOW - ago, now: NOW }));
  expect(moved.map(({ span, n }) => [span, n])).toEqual(moves);
});

test('the later of two times is the last activity', () => {
  const last: Instant[] = [];
  counted((db) => last.push(countActive(db, KEEPER, { before: NOW + HOUR, now: NOW })));
  counted((db) => last.push(countActive(db, KEEPER, { before: undefined, now: NOW })));
  expect(last).toEqual([NOW + HOUR, NOW]);
});

/** A store whose daily sums are resolved by hand. */
function aStore() {
  const asked: PromiseWithResolvers<{ what: string; n: number }[]>[] = [];
  const listeners: ((increments: readonly Increment[]) => void)[] = [];
  const all = () => {
    const reading = Promise.withResolvers<{ what: string; n: number }[]>();
    asked.push(reading);
    return reading.promise as Promise<never[]>;
  };
  const store = {
    all,
    onIncrements: (listener: (typeof listeners)[number]) => void listeners.push(listener),
  };
  return {
    board: new ActivityCache(store),
    asked,
    keep: (increments: readonly Increment[]) => listeners.forEach((listener) => listener(increments)),
  };
}

const bornAt = (at: Instant) => counted((db) => countHatching(db, KEEPER, 'cat', at));

test('the counters are read once a second, and local changes are added', async () => {
  const { board, asked, keep } = aStore();
  const [one, other] = [board.at(NOW), board.at(NOW + 5)];
  asked[0]?.resolve([{ what: 'born', n: 3 }]);
  expect([await one, await other]).toEqual([
    { ...NOTHING, creaturesBorn: 3 },
    { ...NOTHING, creaturesBorn: 3 },
  ]);
  keep(bornAt(NOW));
  expect(await board.at(NOW + 999)).toEqual({ ...NOTHING, creaturesBorn: 4 });
  expect(asked).toHaveLength(1);
  const later = board.at(NOW + SECOND);
  asked[1]?.resolve([{ what: 'born', n: 9 }]);
  expect(await later).toEqual({ ...NOTHING, creaturesBorn: 9 });
});

test('a new minute moves the day window, so the counters are read again', async () => {
  const { board, asked } = aStore();
  const end = NOW + 29_999;
  const first = board.at(end);
  asked[0]?.resolve([]);
  await first;
  const next = board.at(end + 1);
  asked[1]?.resolve([{ what: 'born', n: 1 }]);
  expect(await next).toEqual({ ...NOTHING, creaturesBorn: 1 });
});

test('a change committed during a read is counted, and the counters are read again soon', async () => {
  const { board, asked, keep } = aStore();
  const reading = board.at(NOW);
  keep(bornAt(NOW));
  asked[0]?.resolve([{ what: 'born', n: 2 }]);
  expect(await reading).toEqual({ ...NOTHING, creaturesBorn: 3 });
  const surer = board.at(NOW + 100);
  asked[1]?.resolve([{ what: 'born', n: 3 }]);
  expect(await surer).toEqual({ ...NOTHING, creaturesBorn: 3 });
});

test('a failed read is retried by the next caller', async () => {
  const { board, asked } = aStore();
  const failing = board.at(NOW);
  asked[0]?.reject(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  const next = board.at(NOW);
  asked[1]?.resolve([]);
  expect(await next).toEqual(NOTHING);
});

test('a returned snapshot does not change afterwards', async () => {
  const { board, asked, keep } = aStore();
  const reading = board.at(NOW);
  asked[0]?.resolve([]);
  const told = await reading;
  keep(bornAt(NOW));
  expect(told).toEqual(NOTHING);
});
