import { expect, test } from 'vitest';

import type { Database, Transaction } from '../../src/db/db.ts';
import { DatabaseUnavailableError } from '../../src/db/portable.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { aKeeper, aPlainHouse, expectInOrder, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';

type Together = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;

/** A store whose next transaction fails just before or just after its commit. */
function failing(store: Database) {
  let next: Together | undefined;
  const together: Together = (work) => {
    const once = next ?? ((usual) => store.transaction(usual));
    next = undefined;
    return once(work);
  };
  return {
    store: storeWith(store, { transaction: together }),
    failBeforeCommit: (error: Error) => {
      next = (work) =>
        store.transaction(async (db) => {
          await work(db);
          throw error;
        });
    },
    failAfterCommit: (error: Error) => {
      next = async (work) => {
        await store.transaction(work);
        throw error;
      };
    },
  };
}

/** A keeper with a dead creature and so many credits. */
async function inMourning(store: Database, credits: number) {
  const house = await aPlainHouse(store);
  const wren = await aKeeper(house);
  const id = await wren.hatch({ species_slug: 'housecat' });
  house.clock.forward('60h');
  expect((await wren.status(`?creature_id=${id}`)).body).toMatchObject({ creature: { alive: false } });
  const gift = { agentId: wren.id, delta: credits, kind: 'dispute_won', key: 'a gift' } as const;
  await house.house.store.transaction((db) =>
    moveCredits(db, { ...gift, id: 'gift', now: house.clock.now() }),
  );
  return { house, wren, back: (headers = {}) => calledBack(house, wren, id, headers) };
}

function calledBack({ ask }: TestHouse, { key }: Keeper, id: string, headers: object): Promise<Told> {
  const path = '/api/house/resurrect';
  return ask({ method: 'POST', path, key, headers: { ...headers }, body: { creature_id: id } });
}

async function creditsOf({ ask }: TestHouse, { key }: Keeper): Promise<unknown> {
  return (await ask({ path: '/api/house/credits', key })).body['credits'];
}

eachDatabase((place) => {
  test('of twenty concurrent resurrections one succeeds and one is paid', async () => {
    const { house, wren, back } = await inMourning(await place.fresh(), 1000);
    const told = await Promise.all(Array.from({ length: 20 }, () => back()));
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = told.filter(({ status }) => status !== 200).map(({ body }) => body['error']);
    expect(new Set(others)).toEqual(new Set(['This creature is still alive']));
    expect(await creditsOf(house, wren)).toBe(900);
    await expectInOrder(house.house);
  });

  test('a failure after taking the credits rolls them back and is reported', async () => {
    const { store, failBeforeCommit } = failing(await place.fresh());
    const { house, wren, back } = await inMourning(store, 150);
    failBeforeCommit(new Error('the lights went out'));
    const failed = await back();
    expect([failed.status, failed.body['error']]).toEqual([500, 'Something went wrong']);
    expect(failed.text).not.toContain('lights');
    expect(await creditsOf(house, wren)).toBe(150);
    await expectInOrder(house.house);
    expect((await back()).body).toMatchObject({ success: true, credits_remaining: 50 });
    await expectInOrder(house.house);
  });

  test.each([{}, { 'idempotency-key': 'wake-up' }])(
    'after a lost commit acknowledgement the resurrection is looked up and reported (%o)',
    async (headers) => {
      const { store, failAfterCommit } = failing(await place.fresh());
      const { house, wren, back } = await inMourning(store, 150);
      failAfterCommit(new DatabaseUnavailableError('the connection is gone'));
      expect((await back(headers)).body).toMatchObject({
        success: true,
        credits_spent: 100,
        credits_remaining: 50,
      });
      expect(await creditsOf(house, wren)).toBe(50);
      expect((await back()).body).toMatchObject({ error: 'This creature is still alive' });
      await expectInOrder(house.house);
    },
  );

  test('a debt is named, and without a means of payment none is suggested', async () => {
    const { house, wren, back } = await inMourning(await place.fresh(), 40);
    const refund = { agentId: wren.id, delta: -190, kind: 'refund', key: 'a refund' } as const;
    await house.house.store.transaction((db) =>
      moveCredits(db, { ...refund, id: 'refund', now: house.clock.now() }),
    );
    const told = await back();
    expect(told.body).toMatchObject({ cost: 100, credits: 0, shortfall: 250 });
    expect(told.body['suggestion']).toBe(
      'It costs 100 credits and you have 0: 250 are missing, 150 of them owed for a payment that was taken back. ' +
        'There is no way to pay here right now.',
    );
  });

  test('a resurrection that was not committed is 503, and its retry is paid once', async () => {
    const { store, failBeforeCommit } = failing(await place.fresh());
    const { house, wren, back } = await inMourning(store, 150);
    failBeforeCommit(new DatabaseUnavailableError('the connection is gone'));
    expect((await back()).status).toBe(503);
    expect(await creditsOf(house, wren)).toBe(150);
    expect((await back()).status).toBe(200);
    expect(await creditsOf(house, wren)).toBe(50);
  });
});
