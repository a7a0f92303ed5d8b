import { expect, test } from 'vitest';

import type { Increment, Transaction } from '../../../packages/database/db.ts';
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../rules/base/clock.ts';
import { ActivityCache, addCounted, countActive, countCare, countDeath, countHatching } from './counting.ts';

const NOW: Instant = Date.UTC(2026, 0, 15, 12, 30, 30);
const KEEPER = { counts: true };
const AGE = { ageFrom: NOW - 3 * DAY, livedMs: DAY };
const DEATH = { family: 'cat', stage: 'baby', cause: 'hunger', ...AGE } as const;
const NO_CARE = { careActions: 0, feedings: 0, reflections: 0 };
const NOTHING = { creaturesBorn: 0, creaturesDied: 0, ...NO_CARE, activeAgents: 0 };

function counted(work: (db: Transaction) => void): Increment[] {
  const increments: Increment[] = [];
  // No statements: counting only adds increments.
  work({ count: (increment: Increment) => increments.push(increment) } as unknown as Transaction);
  return increments;
}

test('counters are committed with their transaction, and a death older than a day is not in the last day', () => {
  const care = counted((db) => {
    countCare(db, KEEPER, { action: 'feed', timing: 'on_time', first: false }, NOW);
    countCare(db, KEEPER, { action: 'reflect', timing: undefined, first: false }, NOW);
    countHatching(db, KEEPER, 'cat', NOW);
    countDeath(db, KEEPER, { ...DEATH, at: NOW - HOUR });
    countActive(db, KEEPER, { before: undefined, now: NOW });
  });
  const acts = { careActions: 2, feedings: 1, reflections: 1 };
  const sums = { creaturesBorn: 1, creaturesDied: 1, ...acts, activeAgents: 1 };
  expect(addCounted(NOTHING, care, NOW)).toEqual(sums);
  const death = counted((db) => countDeath(db, KEEPER, { ...DEATH, at: NOW - DAY - MINUTE }));
  expect(addCounted(NOTHING, death, NOW)).toEqual(NOTHING);
});

test.each([
  ['in the same minute', 10 * SECOND, ''],
  ['a minute ago', MINUTE, 'minute-1 minute+1'],
  ['hours ago', 5 * HOUR, 'minute-1 minute+1 hour-1 hour+1'],
  ['26 hours ago', 26 * HOUR, 'minute+1 hour-1 hour+1'],
  ['two months ago', 60 * DAY, 'minute+1 hour+1'],
  ['later, by another clock', -2 * HOUR, ''],
])('an agent active %s is moved, never listed twice, and the later time is the last', (_, ago, moves) => {
  let last = 0;
  const moved = counted((db) => (last = countActive(db, KEEPER, { before: NOW - ago, now: NOW })));
  const said = moved.map(({ span, n }) => `${span === MINUTE ? 'minute' : 'hour'}${n < 0 ? n : `+${n}`}`);
  expect(said.join(' ')).toBe(moves);
  expect(last).toBe(Math.max(NOW, NOW - ago));
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
  const onIncrements = (listener: (typeof listeners)[number]) => void listeners.push(listener);
  const keep = (increments: readonly Increment[]) => listeners.forEach((listener) => listener(increments));
  return { board: new ActivityCache({ all, onIncrements }), asked, keep };
}

const bornAt = (at: Instant) => counted((db) => countHatching(db, KEEPER, 'cat', at));

test('the counters are read once a second and in a new minute, which moves the day, and local changes are added', async () => {
  const { board, asked, keep } = aStore();
  const [one, other] = [board.at(NOW), board.at(NOW + 5)];
  asked[0]?.resolve([{ what: 'born', n: 3 }]);
  const told = await one;
  expect([told.creaturesBorn, await other]).toEqual([3, { ...NOTHING, creaturesBorn: 3 }]);
  keep(bornAt(NOW));
  expect(told.creaturesBorn).toBe(3);
  expect(await board.at(NOW + 999)).toEqual({ ...NOTHING, creaturesBorn: 4 });
  expect(asked).toHaveLength(1);
  const later = board.at(NOW + SECOND);
  asked[1]?.resolve([{ what: 'born', n: 9 }]);
  expect(await later).toEqual({ ...NOTHING, creaturesBorn: 9 });
  const end = board.at(NOW + 29_999);
  asked[2]?.resolve([]);
  await end;
  const next = board.at(NOW + 30_000);
  asked[3]?.resolve([{ what: 'born', n: 1 }]);
  expect(await next).toEqual({ ...NOTHING, creaturesBorn: 1 });
  void board.at(NOW);
  expect(asked, 'the clock moved back').toHaveLength(5);
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
