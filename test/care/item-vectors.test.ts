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
  test('a vector is found by model and text, byte for byte, and no table stores the text', async () => {
    const database = await fresh();
    const named = { ...tuna, text: CANARY };
    await Promise.all([insertItemVector(database, named), insertItemVector(database, named)]);
    expect(await findItemVector(database, 'm', CANARY)).toStrictEqual(tuna.vector);
    expect(await findItemVector(database, 'other', CANARY)).toBeUndefined();
    expect(await findItemVector(database, 'm', CANARY.toUpperCase())).toBeUndefined();
    expect(await tablesWith(database, kind, CANARY)).toEqual([]);
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
