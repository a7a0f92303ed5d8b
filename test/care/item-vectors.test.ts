import { expect, test } from 'vitest';

import {
  findItemVector,
  deleteOldItemVectors,
  insertItemVector,
} from '../../src/features/care/item-vectors.store.ts';
import { CANARY, tablesWith } from '../keepers/loud-agent.ts';
import { eachDatabase } from '../support/databases.ts';

const tuna = { model: 'm', text: 'tuna', vector: new Uint8Array([0, 128, 255]), now: 100 };

eachDatabase(({ fresh, kind }) => {
  test('no table stores the text of an item', async () => {
    const database = await fresh();
    await insertItemVector(database, { ...tuna, text: CANARY });
    expect(await findItemVector(database, 'm', CANARY)).toBeDefined();
    expect(await tablesWith(database, kind, CANARY)).toEqual([]);
  });

  test('a vector is found by model and text, byte for byte', async () => {
    const database = await fresh();
    await insertItemVector(database, tuna);
    expect(await findItemVector(database, 'm', 'tuna')).toStrictEqual(new Uint8Array([0, 128, 255]));
    expect(await findItemVector(database, 'other', 'tuna')).toBeUndefined();
    expect(await findItemVector(database, 'm', 'Tuna')).toBeUndefined();
  });

  test('of two concurrent inserts of a vector the first is kept', async () => {
    const database = await fresh();
    await Promise.all([
      insertItemVector(database, tuna),
      insertItemVector(database, { ...tuna, vector: new Uint8Array([1]) }),
    ]);
    expect(await findItemVector(database, 'm', 'tuna')).toBeDefined();
  });

  test('vectors beyond the limit are deleted, oldest first', async () => {
    const database = await fresh();
    for (const now of [3, 1, 2, 5, 4])
      await insertItemVector(database, { ...tuna, text: `item ${now}`, now });
    expect(await deleteOldItemVectors(database, 3)).toBe(2);
    expect(await deleteOldItemVectors(database, 3)).toBe(0);
    expect(await findItemVector(database, 'm', 'item 2')).toBeUndefined();
    expect(await findItemVector(database, 'm', 'item 3')).toBeDefined();
  });
});
