import { expect, test } from 'vitest';

import type { Database } from '../../src/db/db.ts';
import { DatabaseUnavailableError } from '../../src/db/portable.ts';
import { findOwnCreature } from '../../src/features/lives/creatures.store.ts';
import { gravestonesOfCreature } from '../../src/features/lives/gravestones.store.ts';
import { accountOf, moveCredits } from '../../src/features/money/ledger.store.ts';
import { aKeeper, aPlainHouse, expectInOrder } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { storeWith } from '../support/store-with.ts';

/** A store whose next transaction can fail just before or just after its commit. */
function failing(store: Database) {
  let next: { readonly when: 'before' | 'after'; readonly error: Error } | undefined;
  const transaction: Database['transaction'] = async (work) => {
    const failure = next;
    next = undefined;
    const done = await store.transaction(async (db) => {
      const value = await work(db);
      if (failure?.when === 'before') throw failure.error;
      return value;
    });
    if (failure) throw failure.error;
    return done;
  };
  return {
    store: storeWith(store, { transaction }),
    failNext: (when: 'before' | 'after', error: Error) => void (next = { when, error }),
  };
}

async function inMourning(store: Database, credits: number) {
  const house = await aPlainHouse(store);
  const { clock } = house;
  const wren = await aKeeper(house);
  const id = await wren.hatch({ species_slug: 'housecat' });
  const look = () => wren.status(`?creature_id=${id}`);
  clock.forward('60h');
  expect((await look()).body).toMatchObject({ creature: { alive: false } });
  const move = (delta: number, kind: 'dispute_won' | 'refund') =>
    house.house.store.transaction((db) =>
      moveCredits(db, { agentId: wren.id, delta, kind, key: kind, id: kind, now: clock.now() }),
    );
  if (credits > 0) await move(credits, 'dispute_won');
  const back = (headers = {}) =>
    house.ask({ method: 'POST', path: '/api/house/resurrect', key: wren.key, headers, body: { id } });
  const balance = async () => (await accountOf(house.house.store, wren.id)).balance;
  const kept = async () => (await findOwnCreature(house.house.store, wren.id, id))?.creature;
  const audit = () => expectInOrder(house.house);
  return { house, clock, id, look, move, back, balance, kept, audit };
}

const STILL_ALIVE = { error: 'This creature is still alive' };

test('missing credits and a debt are named, and without a means of payment none is suggested', async () => {
  const { back, move, kept } = await inMourning(await anyStore(), 40);
  expect((await back()).body).toMatchObject({ cost: 100, credits: 40, shortfall: 60 });
  await move(-190, 'refund');
  const told = await back();
  expect(told.body).toMatchObject({ cost: 100, credits: 0, shortfall: 250 });
  expect(told.body['suggestion']).toBe(
    'It costs 100 credits and you have 0: 250 are missing, 150 of them owed for a payment that was taken back. ' +
      'There is no way to pay here right now.',
  );
  expect((await kept())?.died).toBeDefined();
});

eachDatabase((place) => {
  test('a resurrection costs credits once, restarts every clock, and costs five times as much after each death', async () => {
    const { house, clock, id, look, back, balance, kept, audit } = await inMourning(await place.fresh(), 750);
    const before = await kept();
    expect((await back()).body).toMatchObject({ success: true, credits_spent: 100, credits_remaining: 650 });
    const creature = await kept();
    expect(creature).toMatchObject({
      resurrections: 1,
      died: undefined,
      life: {
        stats: { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 },
        lastFedAt: clock.now(),
      },
    });
    expect(creature?.personality).toEqual([...(before?.personality ?? []), expect.any(String)]);
    const stones = () => gravestonesOfCreature(house.house.store, id);
    expect(await stones()).toMatchObject([{ resurrectedAt: clock.now() }]);
    expect((await back()).body).toMatchObject(STILL_ALIVE);
    expect(await balance()).toBe(650);
    clock.forward('60h');
    expect((await look()).body).toMatchObject({ creature: { alive: false }, resurrection: { cost: 500 } });
    expect((await back()).body).toMatchObject({ credits_spent: 500, credits_remaining: 150 });
    expect(await stones()).toHaveLength(2);
    clock.forward('60h');
    await audit();
  });

  test('of twenty concurrent resurrections one succeeds and one is paid', async () => {
    const { back, balance, audit } = await inMourning(await place.fresh(), 1000);
    const told = await Promise.all(Array.from({ length: 20 }, () => back()));
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = told.filter(({ status }) => status !== 200).map(({ body }) => body['error']);
    expect(new Set(others)).toEqual(new Set(['This creature is still alive']));
    expect(await balance()).toBe(900);
    await audit();
  });

  test.each([
    [500, new Error('the lights went out')],
    [503, new DatabaseUnavailableError('the connection is gone')],
  ])(
    'a failure before the commit returns the credits and is reported as %i; the retry is paid once',
    async (status, failure) => {
      const { store, failNext } = failing(await place.fresh());
      const { back, balance, kept, audit } = await inMourning(store, 150);
      failNext('before', failure);
      const failed = await back();
      expect(failed.status).toBe(status);
      expect(failed.text).not.toMatch(/lights|connection/);
      expect((await kept())?.died).toBeDefined();
      expect(await balance()).toBe(150);
      await audit();
      expect((await back()).body).toMatchObject({ success: true, credits_remaining: 50 });
      await audit();
    },
  );

  test.each([{}, { 'idempotency-key': 'wake-up' }])(
    'after a lost commit acknowledgement the resurrection is looked up and reported (%o)',
    async (headers) => {
      const { store, failNext } = failing(await place.fresh());
      const { back, balance, audit } = await inMourning(store, 150);
      failNext('after', new DatabaseUnavailableError('the connection is gone'));
      const done = { success: true, credits_spent: 100, credits_remaining: 50 };
      expect((await back(headers)).body).toMatchObject(done);
      expect(await balance()).toBe(50);
      expect((await back()).body).toMatchObject(STILL_ALIVE);
      await audit();
    },
  );
});
