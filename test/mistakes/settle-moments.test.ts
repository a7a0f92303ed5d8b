import { expect, onTestFinished, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { gravestonesOfCreature } from '../../src/features/creatures/gravestones.store.ts';
import { findFirstDue, settle, settleForReading, settleRound } from '../../src/features/creatures/settle.ts';
import { ModerationCache } from '../../src/features/hidden/hidden-content.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { buildHouse } from '../../src/app/house.ts';
import { aKeptHouse, expectInOrder } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import { addDueCreatures, everyone } from '../support/due-creatures.ts';
import { handClock } from '../support/hand-clock.ts';
import { plainParts } from '../support/parts.ts';
import { storeWith } from '../support/store-with.ts';

/** Wraps a store so that its operations wait while it is held. */
function aHeldStore(store: Database) {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let waiting = 0;
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    const { promise } = gate;
    // The result is read now and delivered later.
    const result = await work();
    waiting += 1;
    await promise;
    waiting -= 1;
    return result;
  };
  return {
    store: storeWith(store, {
      one: (query, values) => held(() => store.one(query, values)),
      all: (query, values) => held(() => store.all(query, values)),
      transaction: (work) => held(() => store.transaction(work)),
    }),
    hold: () => void (gate = Promise.withResolvers<void>()),
    release: () => gate.resolve(),
    busy: async () => await expect.poll(() => waiting).toBeGreaterThan(0),
  };
}

onSqlite((place) => {
  const aBusyHouse = async () => {
    const fresh = await place.fresh();
    const { ids } = await addDueCreatures(fresh, { creatures: 3, keepers: 1 });
    const control = aHeldStore(fresh);
    const house = buildHouse(plainParts(control.store, handClock(0)));
    onTestFinished(() => house.rasterizer?.close());
    const moments = (await everyone(fresh, ids)).map(({ nextEventAt }) => Number(nextEventAt));
    const [early, late] = [Math.min(...moments), Math.max(...moments)];
    expect(late).toBeGreaterThan(early);
    return { house, control, early, late, fresh };
  };

  test('a read at a later time does not rely on a settling round for an earlier time', async () => {
    const { house, control, early, late } = await aBusyHouse();
    control.hold();
    const before = settleForReading(house, early);
    await control.busy();
    const after = settleForReading(house, late);
    control.release();
    expect(await Promise.all([before, after])).toEqual([undefined, undefined]);
    expect(await findFirstDue(house, late)).toBeUndefined();
  });

  test('a round for a later time runs although one for an earlier time is in progress', async () => {
    const { house, control, early, late } = await aBusyHouse();
    control.hold();
    const rounds = [early, late, early].map((now) => settleRound(house, { now, until: Infinity }));
    await control.busy();
    control.release();
    const ended = [early, late, early].map((now) => ({ now, complete: true }));
    expect(await Promise.all(rounds)).toMatchObject(ended);
    expect(await findFirstDue(house, late)).toBeUndefined();
  });

  test('being settled up to a time implies nothing for later times, whatever the clock shows', async () => {
    const { house, early, late, fresh } = await aBusyHouse();
    const ahead = { ...house, clock: handClock(late + HOUR), store: fresh };
    await settleRound(ahead, { now: early, until: Infinity });
    expect(ahead.settling.queueStart).toBeLessThanOrEqual(early);
    expect(await findFirstDue(ahead, late)).toBeDefined();
    await settleRound(ahead, { now: late, until: Infinity });
    await settleRound(ahead, { now: early, until: Infinity });
    expect(ahead.settling.queueStart).toBe(late - MINUTE);
  });

  test.each([
    [20, 60],
    [60, 20],
  ])('concurrent settlings of one creature at %i h and %i h each apply all due by then', async (...hours) => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch({ species_slug: 'housecat' });
    const { store } = house.house;
    const [stored] = await everyone(store, [id]);
    if (!stored) throw new Error('no creature');
    const settleAfter = (span: number) => settle(house.house, stored, house.clock.now() + span * HOUR);
    const later = (await Promise.all(hours.map(settleAfter)))[hours.indexOf(60)];
    expect(later?.creature.died).toBeDefined();
    const [kept] = await everyone(store, [id]);
    expect(kept?.creature.died).toEqual(later?.creature.died);
    expect(await gravestonesOfCreature(store, id)).toHaveLength(1);
    house.clock.forward('60h');
    await expectInOrder(house.house);
  });

  test('two concurrent status requests at different times each get the state of their time', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch();
    house.clock.forward('20h');
    const early = wren.status(`?id=${id}`);
    const earlyStones = house.ask({ path: '/api/house/graveyard' });
    house.clock.forward('40h');
    const late = wren.status(`?id=${id}`);
    const lateStones = house.ask({ path: '/api/house/graveyard' });
    expect((await late).body['creature']).toMatchObject({ alive: false });
    expect((await lateStones).body['gravestones']).toHaveLength(1);
    expect((await early).status).toBe(200);
    expect((await earlyStones).status).toBe(200);
  });

  test('a moderation lookup one second later does not get an earlier result', async () => {
    const fresh = await place.fresh();
    const { house, wren } = await aKeptHouse(fresh);
    const control = aHeldStore(fresh);
    // Another node, which learns of the change only by reading.
    const clock = handClock();
    const other = new ModerationCache(control.store, clock);
    await other.current();
    clock.forward('1s');
    control.hold();
    const first = other.current();
    await control.busy();
    await blockAgent(house.house, { username: 'wren', reason: 'why' }, house.clock.now());
    clock.forward('1s');
    const second = other.current();
    control.release();
    expect((await first).hidesAgent(wren.id)).toBe(false);
    expect((await second).hidesAgent(wren.id)).toBe(true);
    // Concurrent lookups share a read that is no older.
    control.hold();
    clock.forward('1s');
    const [third, fourth] = [other.current(), other.current()];
    control.release();
    expect(await third).toBe(await fourth);
  });

  test('a refresh after a change does not get the result of a moderation lookup that began before it', async () => {
    const fresh = await place.fresh();
    const { house, wren } = await aKeptHouse(fresh);
    const control = aHeldStore(fresh);
    const clock = handClock();
    const here = new ModerationCache(control.store, clock);
    await here.current();
    clock.forward('1s');
    control.hold();
    const earlier = here.current();
    await control.busy();
    await blockAgent(house.house, { username: 'wren', reason: 'why' }, house.clock.now());
    const refreshed = here.refresh();
    control.release();
    expect((await earlier).hidesAgent(wren.id)).toBe(false);
    await refreshed;
    expect((await here.current()).hidesAgent(wren.id)).toBe(true);
  });
});
