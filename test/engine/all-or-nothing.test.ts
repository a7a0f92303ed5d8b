import { expect, test } from 'vitest';

import type { Database, Transaction } from '../../src/db/db.ts';
import { aKeptHouse, expectInOrder, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Told } from '../support/house.ts';
import { storeWith, transactionWith } from '../support/store-with.ts';

/** Wraps a store so that its next transactions fail before the write with this number; 0 for never. */
function brittle(store: Database) {
  let fatal = 0;
  const within = (db: Transaction): Transaction => {
    let writes = 0;
    return transactionWith(db, async (command, values) => {
      writes += 1;
      if (writes === fatal) throw new Error('the cable was pulled');
      return db.run(command, values);
    });
  };
  const failing = storeWith(store, { transaction: (work) => store.transaction((db) => work(within(db))) });
  return { store: failing, breakBefore: (write: number) => (fatal = write) };
}

const HOUSECAT = { species_slug: 'housecat' };
const TABBY = { species_slug: 'tabby' };

const key = (name: string) => ({ 'idempotency-key': name });
const hatched = (keeper: Keeper) => keeper.hatch(HOUSECAT);

/** What is done before, how long ago, and the operation that may fail. */
type Deed = readonly [
  what: string,
  before: (keeper: Keeper) => Promise<unknown>,
  span: string,
  attempt: (keeper: Keeper) => Promise<Told>,
];

const DEEDS: readonly Deed[] = [
  ['an adoption', async () => undefined, '0s', (keeper) => keeper.adopt(HOUSECAT, key('adopt'))],
  ['a hatching', (keeper: Keeper) => keeper.adopt(HOUSECAT), '0s', (keeper) => keeper.status()],
  ['an act of care', hatched, '9h', (keeper) => keeper.care({ action: 'play', item: 'ball' }, key('care'))],
  ['a look at a social one', (keeper) => keeper.hatch(TABBY), '2h', (keeper) => keeper.status()],
  ['growing up', hatched, '24h', (keeper) => keeper.history()],
  ['a release', hatched, '0s', async (keeper) => keeper.release({ id: await idOf(keeper) }, key('release'))],
  ['a death', hatched, '40h', (keeper) => keeper.history()],
];

// Atomicity of the others differs in no statement that only one database has.
const ON_BOTH = DEEDS.filter(([what]) => what === 'an act of care' || what === 'a death');

const idOf = async (keeper: Keeper) => of(await keeper.status(), 'creature', 'id');

eachDatabase((place) => {
  test.each(place.kind === 'SQLite' ? DEEDS : ON_BOTH)(
    '%s is atomic: a failure at any write leaves no trace',
    async (_, before, span, attempt) => {
      const { store, breakBefore } = brittle(await place.fresh());
      const { house, wren } = await aKeptHouse(store);
      await before(wren);
      house.clock.forward(span);
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
    },
  );
});
