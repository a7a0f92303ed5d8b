import { expect, test } from 'vitest';

import {
  insertGravestones,
  gravestonesOfCreature,
  listGravestones,
  gravestonesOfKeeper,
  markResurrected,
} from '../../src/features/lives/gravestones.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aKeeper, aResident, aStone } from '../support/stored-residents.ts';

const ALL = { offset: 0, limit: 100 };

eachDatabase(({ fresh }) => {
  test('a stored gravestone is read back unchanged', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 0 });
    const first = aStone({ creatureId, keeperId, diedAt: 1 }, { path: 'rescue', consistency: 0.1 + 0.2 });
    const second = aStone(
      { creatureId, keeperId, diedAt: 5 },
      { deathNumber: 2, lastCareAction: undefined, resurrectedAt: 9 },
    );
    expect(await insertGravestones(db, [first, second])).toBe(2);
    expect(await gravestonesOfCreature(db, creatureId)).toStrictEqual([first, second]);
  });

  test('repeated inserts of a death create one gravestone', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 0 });
    const carved = await Promise.all(
      Array.from({ length: 10 }, () => insertGravestones(db, [aStone({ creatureId, keeperId, diedAt: 1 })])),
    );
    expect(carved.filter((added) => added === 1)).toHaveLength(1);
    expect(await listGravestones(db, ALL)).toHaveLength(1);
  });

  test('a gravestone is marked once, with the first return, and only for its own death', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 0 });
    await insertGravestones(db, [aStone({ creatureId, keeperId, diedAt: 1 })]);
    expect(await markResurrected(db, { creatureId, deathNumber: 2 }, 3)).toBe(false);
    expect(await markResurrected(db, { creatureId, deathNumber: 1 }, 4)).toBe(true);
    expect(await markResurrected(db, { creatureId, deathNumber: 1 }, 5)).toBe(false);
    expect(await gravestonesOfCreature(db, creatureId)).toMatchObject([{ resurrectedAt: 4 }]);
  });

  test('gravestones are listed newest first, of all keepers or one, page by page', async () => {
    const db = await fresh();
    const [ada, bob] = [await aKeeper(db), await aKeeper(db)];
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const [at, id] of ids.entries()) {
      const keeperId = at % 2 === 0 ? ada.id : bob.id;
      const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 0 });
      // c and d died at the same time.
      await insertGravestones(db, [aStone({ creatureId, keeperId, diedAt: at === 3 ? 2 : at }, { id })]);
    }
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => listGravestones(db, { offset, limit: 2 })));
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([['e', 'd'], ['c', 'b'], ['a'], []]);
    expect((await gravestonesOfKeeper(db, ada.id, ALL)).map(({ id }) => id)).toEqual(['e', 'c', 'a']);
    expect((await gravestonesOfKeeper(db, bob.id, { offset: 1, limit: 5 })).map(({ id }) => id)).toEqual([
      'b',
    ]);
  });
});
