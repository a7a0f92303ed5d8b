import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { DatabaseUnavailableError } from '../../packages/database/portable.ts';
import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { resurrectionCost } from '../../src/rules/lives/resurrection.ts';
import { findReturnable } from '../../src/features/creatures/choose-creature.ts';
import { gravestonesOfCreature } from '../../src/features/creatures/gravestones.store.ts';
import { payAndResurrect } from '../../src/features/lives/resurrect.ts';
import { hideAgent } from '../../src/features/moderation/moderate.ts';
import { accountOf, moveCredits } from '../../src/features/money/ledger.store.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import type { House } from '../../src/app/house.ts';
import { aKeeper, aPlainHouse, expectInOrder, aKeptHouse, gravestonesIn, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { ID } from '../support/facts.ts';
import { storeWith } from '../support/store-with.ts';
import { aResident, aKeeper as aStoredKeeper } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

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

function give(store: Database, agentId: string, delta: number, now: number) {
  const id = `gift of ${delta}`;
  const kind = delta > 0 ? 'dispute_won' : 'refund';
  return store.transaction((db) => moveCredits(db, { id, agentId, delta, kind, key: id, now }));
}

async function inMourning(store: Database, credits: number) {
  const house = await aPlainHouse(store);
  const { clock } = house;
  const wren = await aKeeper(house);
  const id = await wren.hatch({ species_slug: 'housecat' });
  const look = () => wren.status(`?creature_id=${id}`);
  clock.forward('60h');
  expect((await look()).body).toMatchObject({ creature: { alive: false } });
  const move = (delta: number) => give(house.house.store, wren.id, delta, clock.now());
  if (credits > 0) await move(credits);
  const back = (headers = {}) =>
    house.ask({ method: 'POST', path: '/api/house/resurrect', key: wren.key, headers, body: { id } });
  const balance = async () => (await accountOf(house.house.store, wren.id)).balance;
  const kept = async () => (await findOwnCreature(house.house.store, wren.id, id))?.creature;
  const audit = () => expectInOrder(house.house);
  const agent = { id: wren.id, username: wren.username };
  /** The same without HTTP. */
  const pay = (changed: House = house.house, more: object = {}) => {
    const countUnpaid = async () => async () => undefined;
    const payer = { agent, keyIn: 'bearer', resource: '/' } as const;
    const request = { agent, creatureId: id, layer: () => 'Back.', payer, countUnpaid, ...more };
    return payAndResurrect(changed, request, clock.now(), ({ creature }) => creature.id);
  };
  return { ...house, wren, agent, id, look, move, back, pay, balance, kept, audit };
}

const STILL_ALIVE = { error: 'This creature is still alive' };

test('missing credits and a debt are named, and without a means of payment none is suggested', async () => {
  const { back, move, kept } = await inMourning(await anyStore(), 40);
  expect((await back()).body).toMatchObject({ cost: 100, credits: 40, shortfall: 60 });
  await move(-190);
  const told = await back();
  expect(told.body).toMatchObject({ cost: 100, credits: 0, shortfall: 250 });
  expect(told.body['suggestion']).toBe(
    'It costs 100 credits and you have 0: 250 are missing, 150 of them owed for a payment that was taken back. ' +
      'There is no way to pay here right now.',
  );
  expect((await kept())?.died).toBeDefined();
});

const HOUSECAT = { species_slug: 'housecat' };

/** Once `meet` was called, the next transactions begin together. */
function meeting(store: Database, count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = -Infinity;
  const transaction: Database['transaction'] = async (work) => {
    here += 1;
    if (here >= count) resolve();
    if (here > 0) await promise;
    return store.transaction(work);
  };
  return { store: storeWith(store, { transaction }), meet: () => void (here = 0) };
}

test('a release needs exactly one id of an own, living creature', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const theirs = await (await aKeeper(house, 'other')).hatch();
  const free = await wren.hatch();
  await wren.release({ id: free });
  const id = await wren.hatch({ name: 'Ada' });
  const pairs = [
    { creature_id: id, id },
    { creature_id: id, id: ID },
  ];
  const malformed = [{ creature_id: null }, { creature_id: '' }, { creature_id: 'bo' }, { id: 7 }];
  for (const body of [undefined, {}, '', '[]', ...malformed, ...pairs])
    expect(await wren.release(body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error: 'creature_id is required', suggestion: expect.any(String) },
    });
  expect((await wren.release({})).body).toMatchObject({
    details: 'creature_id: expected exactly one of creature_id and id, received nothing',
  });
  for (const other of [theirs, free, ID])
    expect(await wren.release({ id: other })).toMatchObject({
      status: 404,
      body: {
        error: 'No living creature found with that ID',
        your_creatures: [{ id, name: 'Ada', species: 'Plain', stage: 'baby' }],
      },
    });
});

eachDatabase((place) => {
  test('a resurrection costs credits once, restarts every clock, and costs five times as much after each death', async () => {
    const { house, clock, id, look, back, balance, kept, audit } = await inMourning(await place.fresh(), 750);
    const before = await kept();
    const paid = { success: true, credits_spent: 100, credits_remaining: 650 };
    for (const _ of ['paid', 'replayed'])
      expect((await back({ 'idempotency-key': 'once' })).body).toMatchObject(paid);
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
    const stones = () => gravestonesOfCreature(house.store, id);
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
    expect([new Set(others), await balance()]).toEqual([new Set(['This creature is still alive']), 900]);
    await audit();
  });

  test.each([
    [500, new Error('the lights went out')],
    [503, new DatabaseUnavailableError('the connection is gone')],
  ])('before the commit a failure (%i) costs nothing; the retry is paid', async (status, failure) => {
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
  });

  test.each([{}, { 'idempotency-key': 'wake-up' }])('a lost commit is looked up (%o)', async (headers) => {
    const { store, failNext } = failing(await place.fresh());
    const { back, balance, audit } = await inMourning(store, 150);
    failNext('after', new DatabaseUnavailableError('the connection is gone'));
    const done = { success: true, credits_spent: 100, credits_remaining: 50 };
    expect((await back(headers)).body).toMatchObject(done);
    expect(await balance()).toBe(50);
    expect((await back()).body).toMatchObject(STILL_ALIVE);
    await audit();
  });

  test('a released creature is listed neither as living nor as dead, and has no gravestone', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch(HOUSECAT);
    const egg = of(await wren.adopt(HOUSECAT), 'creature', 'id');
    house.clock.forward('30h');
    await wren.care({ action: 'feed', id });
    const { status, headers, body } = await wren.release({ creature_id: id });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '10' });
    expect(body).toMatchObject({ success: true, message: expect.stringContaining('Bo'), creature_id: id });
    house.clock.forward('60d');
    expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 0, eggs_unhatched: 1 });
    // An egg never dies and can be released; `id` is an alias.
    const last = await wren.release({ id: egg });
    expect(last).toMatchObject({ status: 200, body: { creature_id: egg } });
    const first = [body, last.body].map((told) => of({ body: told }, 'next_steps', 0, 'endpoint'));
    expect([first, await gravestonesIn(house)]).toEqual([['/api/house/status', '/api/house/adopt'], 0]);
    const none = { creatures_alive: 0, eggs_unhatched: 0, gravestones: 0 };
    expect(await wren.client.getHouseStats()).toMatchObject(none);
    const hall = { leaderboard: [], house_stats: { creatures_alive: 0, creatures_dead: 0 } };
    for (const category of ['oldest_living', 'most_consistent'] as const)
      expect(await house.as().listHall({ query: { category } })).toMatchObject(hall);
    for (const told of [await wren.status(), await wren.status(`?id=${id}`)]) {
      expect(told.status).toBe(404);
      expect(told.body).not.toHaveProperty('creature');
    }
    expect((await wren.care({ action: 'feed', id })).status).toBe(404);
    expect((await wren.history(`?id=${id}`)).body['creature']).toMatchObject({ alive: false });
    await expectInOrder(house.house);
  });

  test('a release one millisecond before death succeeds; at death it is 410 once and 404 afterwards', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const [early, id] = [await wren.hatch(HOUSECAT), await wren.hatch(HOUSECAT)];
    house.clock.forward('35h59m59.999s');
    expect((await wren.release({ id: early })).status).toBe(200);
    house.clock.forward('1ms');
    expect(await wren.release({ id })).toMatchObject({
      status: 410,
      body: {
        error: 'Bo died before you let it go',
        creature: { id, alive: false, cause: 'neglect', died_at: new Date(after(36)).toISOString() },
        resurrection: { possible: true, cost: 100 },
        suggestion: expect.any(String),
      },
    });
    expect([await gravestonesIn(house), (await wren.release({ id })).status]).toEqual([1, 404]);
    await expectInOrder(house.house);
  });

  test('of two concurrent releases one succeeds and the other gets 409; later ones are 404', async () => {
    const { store, meet } = meeting(await place.fresh(), 2);
    const { wren } = await aKeptHouse(store);
    const mine = await wren.hatch({ name: 'Ada' });
    const id = await wren.hatch();
    meet();
    const told = await Promise.all([wren.release({ id }), wren.release({ id })]);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(told.find(({ status }) => status === 409)?.body).toMatchObject({
      error: expect.stringContaining('Bo'),
      code: 'released_meanwhile',
      your_creatures: [{ id: mine }],
    });
    expect(await wren.release({ id })).toMatchObject({ status: 404 });
    expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 1 });
  });
});

const RECEIPT = { 'payment-receipt': 'for a word' };

/** A payment method that accepts every payment and counts them. */
function aRail() {
  const settled: string[] = [];
  const settle = async (evidence: string) => {
    settled.push(evidence);
    return { outcome: 'settled', reference: 'paid' };
  };
  const checks = { check: () => ({ cents: 400, credits: 500 }), verify: async () => 'good' };
  const payment = { key: 'mpp:1', evidence: 'a word', ...checks, receipt: () => RECEIPT };
  const rail = { method: 'mpp', live: false, open: true, read: () => payment, settle, challenges: () => [] };
  return { settled, cashier: { mode: 'off', mpp: rail } as unknown as House['cashier'] };
}

test('a creature can be resurrected for seven days after its death', async () => {
  const { clock, kept, back } = await inMourning(await anyStore(), 0);
  clock.forward(`${((await kept())?.died?.at ?? 0) + 7 * DAY - clock.now()}ms`);
  expect((await back()).body).toMatchObject({ code: 'insufficient_credits' });
  clock.forward('1ms');
  expect((await back()).body).toMatchObject({ code: 'window_closed' });
});

test('a released creature cannot be resurrected', async () => {
  const { wren, id, back } = await inMourning(await anyStore(), 1000);
  await back();
  await wren.release({ id });
  expect(await back()).toMatchObject({ status: 404, body: { code: 'creature_not_found' } });
});

test('an inline payment is taken only when credits are missing, and its receipt is returned', async () => {
  const { pay, house } = await inMourning(await anyStore(), 0);
  const { cashier, settled } = aRail();
  const credential = { method: 'mpp', text: 'any' };
  const paid = await pay({ ...house, cashier }, { credential });
  expect([paid.receipt, settled]).toEqual([RECEIPT, ['a word']]);
  expect(Object.keys(paid).toSorted()).toEqual(['receipt', 'replayed', 'value']);
  const rich = await inMourning(await anyStore(), 1000);
  const other = aRail();
  const free = await rich.pay({ ...rich.house, cashier: other.cashier }, { credential });
  expect([free.receipt, other.settled]).toEqual([undefined, []]);
});

test('an agent blocked a moment ago resurrects nothing and keeps its credits', async () => {
  const { pay, house, agent, clock } = await inMourning(await anyStore(), 1000);
  await house.store.transaction((db) => hideAgent(db, agent, clock.now()));
  await expect(pay()).rejects.toMatchObject({ code: 'blocked' });
});

test('without a name, the latest affordable creature is chosen, or else the latest', async () => {
  const { house, clock } = await aPlainHouse(await anyStore());
  const { store } = house;
  const keeper = await aStoredKeeper(store);
  const now = clock.now();
  const dead = (lived: number, ago: number) =>
    aResident(store, {
      keeperId: keeper.id,
      hatchedAt: now - (lived + ago) * HOUR,
      end: { died: { at: now - ago * HOUR, cause: 'hunger' } },
    });
  const dear = await dead(2000, 1);
  const cheap = await dead(20, 2);
  const named = async () => (await findReturnable(house, keeper, now))?.creature.id;
  const [dearCost, cheapCost] = [resurrectionCost(dear, now), resurrectionCost(cheap, now)];
  expect(dearCost).toBeGreaterThan(cheapCost);
  expect(await named()).toBe(dear.id);
  await give(store, keeper.id, cheapCost, now);
  expect(await named()).toBe(cheap.id);
  await give(store, keeper.id, dearCost, now);
  expect(await named()).toBe(dear.id);
});
