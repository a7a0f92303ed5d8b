import { expect, test } from 'vitest';

import {
  mostConsistent,
  mostGravestones,
  countMournersBefore,
  countOlder,
  oldestLiving,
  countSteadier,
} from '../../src/features/public/hall.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

const ALL = { offset: 0, limit: 100 };

eachDatabase(({ fresh }) => {
  test('the oldest come first, and only the living', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    for (const hatchedAt of [30, 10, 20]) await aResident(db, { keeperId, hatchedAt, name: `b${hatchedAt}` });
    await aResident(db, { keeperId, hatchedAt: 1, end: { died: { at: 5, cause: 'hunger' } } });
    await aResident(db, { keeperId, hatchedAt: 2, end: { releasedAt: 5 } });
    expect((await oldestLiving(db, ALL)).map(({ creature }) => creature.name)).toEqual(['b10', 'b20', 'b30']);
    expect((await oldestLiving(db, { offset: 1, limit: 1 })).map(({ creature }) => creature.name)).toEqual([
      'b20',
    ]);
  });

  test('countOlder counts the entries before a creature that hatched after a given time', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    for (const hatchedAt of [10, 20, 20, 20, 30]) await aResident(db, { keeperId, hatchedAt });
    const [, second, , fourth, last] = (await oldestLiving(db, ALL)).map(({ creature }) => creature);
    expect(second && (await countOlder(db, second, 10))).toBe(0);
    expect(fourth && (await countOlder(db, fourth, 10))).toBe(2);
    expect(fourth && (await countOlder(db, fourth, 9))).toBe(3);
    expect(last && (await countOlder(db, last, 20))).toBe(0);
  });

  test('keepers of living creatures are sorted by score, then by adults raised, then by name', async () => {
    const db = await fresh();
    await aKeeper(db, { username: 'none', living: 0 });
    await aKeeper(db, { username: 'half', living: 2, consistencyTenths: 1000 });
    await aKeeper(db, { username: 'zoe', living: 1, consistencyTenths: 900 });
    await aKeeper(db, { username: 'amy', living: 1, consistencyTenths: 900 });
    await aKeeper(db, { username: 'old', living: 2, consistencyTenths: 1800, adultsRaised: 3 });
    const board = await mostConsistent(db, ALL);
    expect(board.map(({ id: _, ...keeper }) => keeper)).toEqual([
      { username: 'old', displayName: 'OLD', score: 90, living: 2, adultsRaised: 3, gravestones: 0 },
      { username: 'amy', displayName: 'AMY', score: 90, living: 1, adultsRaised: 0, gravestones: 0 },
      { username: 'zoe', displayName: 'ZOE', score: 90, living: 1, adultsRaised: 0, gravestones: 0 },
      { username: 'half', displayName: 'HALF', score: 50, living: 2, adultsRaised: 0, gravestones: 0 },
    ]);
    const before = await Promise.all(board.map((keeper) => countSteadier(db, keeper, 90.05)));
    expect(before).toEqual([0, 1, 2, 3]);
    const last = board.at(-1);
    expect(last && (await countSteadier(db, last, 50.05))).toBe(0);
  });

  test('keepers with gravestones are sorted by their number, then by name', async () => {
    const db = await fresh();
    const stones = { none: 0, zoe: 2, amy: 2, most: 11, one: 1 };
    for (const [username, gravestones] of Object.entries(stones))
      await aKeeper(db, { username, gravestones });
    const board = await mostGravestones(db, ALL);
    expect(board.map(({ username, gravestones }) => [username, gravestones])).toEqual([
      ['most', 11],
      ['amy', 2],
      ['zoe', 2],
      ['one', 1],
    ]);
    expect(await Promise.all(board.map((keeper) => countMournersBefore(db, keeper)))).toEqual([0, 0, 1, 0]);
    expect(await mostGravestones(db, { offset: 2, limit: 1 })).toMatchObject([{ username: 'zoe' }]);
  });
});
