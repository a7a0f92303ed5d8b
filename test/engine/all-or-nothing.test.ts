import { expect, test } from 'vitest';

import type { Database, Transaction } from '../../src/db/db.ts';
import { aKeeper, aPlainHouse, expectInOrder, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { storeWith, transactionWith } from '../support/store-with.ts';

/** Wraps a store so that its next transactions fail before the write with this number; 0 for never. */
function brittle(store: Database): {
  readonly store: Database;
  readonly breakBefore: (write: number) => void;
} {
  let fatal = 0;
  const within = (db: Transaction): Transaction => {
    let writes = 0;
    return transactionWith(db, (command, values) => {
      writes += 1;
      return writes === fatal ? Promise.reject(new Error('the cable was pulled')) : db.run(command, values);
    });
  };
  return {
    store: storeWith(store, { transaction: (work) => store.transaction((db) => work(within(db))) }),
    breakBefore: (write) => (fatal = write),
  };
}

const HOUSECAT = { species_slug: 'housecat' };

interface Deed {
  readonly what: string;
  readonly before: (house: TestHouse, keeper: Keeper) => Promise<unknown>;
  readonly attempt: (keeper: Keeper) => Promise<Told>;
}

const DEEDS: readonly Deed[] = [
  {
    what: 'an adoption',
    before: () => Promise.resolve(),
    attempt: (keeper) => keeper.adopt(HOUSECAT, { 'idempotency-key': 'adopt' }),
  },
  {
    what: 'a hatching',
    before: (_, keeper) => keeper.adopt(HOUSECAT),
    attempt: (keeper) => keeper.status(),
  },
  {
    what: 'an act of care',
    before: async ({ clock }, keeper) => {
      await keeper.hatch(HOUSECAT);
      clock.forward('9h');
    },
    attempt: (keeper) => keeper.care({ action: 'play', item: 'ball' }, { 'idempotency-key': 'care' }),
  },
  {
    what: 'a look at one that minds being alone',
    before: async ({ clock }, keeper) => {
      await keeper.hatch({ species_slug: 'tabby' });
      clock.forward('2h');
    },
    attempt: (keeper) => keeper.status(),
  },
  {
    what: 'growing up',
    before: async ({ clock }, keeper) => {
      await keeper.hatch(HOUSECAT);
      clock.forward('24h');
    },
    attempt: (keeper) => keeper.history(),
  },
  {
    what: 'a release',
    before: (_, keeper) => keeper.hatch(HOUSECAT),
    attempt: async (keeper) =>
      keeper.release({ id: of(await keeper.status(), 'creature', 'id') }, { 'idempotency-key': 'release' }),
  },
  {
    what: 'a death',
    before: async ({ clock }, keeper) => {
      await keeper.hatch(HOUSECAT);
      clock.forward('40h');
    },
    attempt: (keeper) => keeper.history(),
  },
];

eachDatabase((place) => {
  test.each(DEEDS)('$what is atomic: a failure at any write leaves no trace', async ({ before, attempt }) => {
    const { store, breakBefore } = brittle(await place.fresh());
    const house = await aPlainHouse(store);
    const wren = await aKeeper(house);
    await before(house, wren);
    let writes = 1;
    for (; writes < 30; writes += 1) {
      breakBefore(writes);
      const told = await attempt(wren);
      breakBefore(0);
      await expectInOrder(house.house);
      if (told.status < 300) break;
      expect(told.status, told.text).toBe(500);
    }
    expect(writes).toBeGreaterThan(1);
    expect(writes).toBeLessThan(30);
  });
});
