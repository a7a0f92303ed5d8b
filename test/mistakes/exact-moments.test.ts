import { expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { MECHANICS } from '../../src/rules/species/mechanics.ts';
import { findCreatures } from '../../src/features/lives/creatures.store.ts';
import { gravestonesOfCreature } from '../../src/features/lives/gravestones.store.ts';
import { noticedLooksOfMany } from '../../src/features/lives/life-log.store.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { lastCaredFor } from '../../src/features/public/creatures-with-keepers.store.ts';
import { aKeeper, aPlainHouse, expectInOrder, of, type PlainHouse } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { onSqlite } from '../support/databases.ts';

const HOUSECAT = { species_slug: 'housecat' };

onSqlite((place) => {
  async function aKeptHouse(wish?: PlainHouse) {
    const house = await aPlainHouse(await place.fresh(), wish);
    return {
      house,
      wren: await aKeeper(house),
      turnTo: (at: number) => house.clock.forward(`${at - house.clock.now()}ms`),
    };
  }

  test('a public read shows a death exactly at its time, and not a millisecond before', async () => {
    const { house, wren, turnTo } = await aKeptHouse();
    await wren.hatch(HOUSECAT);
    const diesAt = Date.parse(String(of(await wren.status(), 'creature', 'death_clock', 'dies_at')));
    for (const [at, stones] of [
      [diesAt - 1, 0],
      [diesAt, 1],
    ] as const) {
      turnTo(at);
      const told = await house.ask({ path: '/api/house/graveyard' });
      expect(told.body).toMatchObject({ pagination: { total: stones } });
    }
  });

  test('a creature that grows up without requests gets the same path as with requests', async () => {
    const grown = async (look: boolean) => {
      const { house, wren } = await aKeptHouse();
      const id = await wren.hatch(HOUSECAT);
      for (let hours = 0; hours < 120; hours += 4) {
        await wren.care({ action: 'feed' });
        await wren.care({ action: 'play' });
        house.clock.forward(`${4 * HOUR}ms`);
      }
      await (look ? wren.status() : house.ask({ path: '/api/house/hall' }));
      const [stored] = await findCreatures(house.house.store, [id]);
      expect(stored?.creature.stage).toBe('adult');
      return stored?.creature.path;
    };
    const found = await grown(true);
    expect(found).toEqual(expect.any(String));
    expect(await grown(false)).toBe(found);
  });

  test('a gravestone counts every meal missed since the last one, even if other care followed', async () => {
    const { house, wren } = await aKeptHouse();
    const id = await wren.hatch();
    await wren.care({ action: 'feed' });
    const fedAt = house.clock.now();
    house.clock.forward('25h');
    await wren.care({ action: 'play' });
    house.clock.forward('60h');
    await wren.status(`?creature_id=${id}`);
    const [stone] = await gravestonesOfCreature(house.house.store, id);
    const windows = Math.floor(((stone?.diedAt ?? 0) - fedAt) / (10 * HOUR));
    expect(stone).toMatchObject({ missedFeedings: windows });
  });

  test('status requests less than a minute apart count as one look; after a minute the next counts', async () => {
    const species = [{ ...PLAIN, slug: 'friendly', traits: ['social' as const] }];
    const { house, wren } = await aKeptHouse({ species });
    const id = await wren.hatch({ species_slug: 'friendly' });
    const noticed = async () => (await noticedLooksOfMany(house.house.store, [id])).length;
    const lookAfter = async (span: string) => {
      house.clock.forward(span);
      await wren.status();
      return noticed();
    };
    expect(await lookAfter('59.999s')).toBe(0);
    expect(await lookAfter('1ms')).toBe(1);
    expect(await lookAfter('30s')).toBe(1);
    expect(await lookAfter('29.999s')).toBe(1);
    expect(await lookAfter('1ms')).toBe(2);
  });

  test('a creature can be resurrected for exactly seven days from its death', async () => {
    for (const [late, outcome] of [
      [0, 200],
      [1, 'window_closed'],
    ] as const) {
      const { house, wren, turnTo } = await aKeptHouse();
      const id = await wren.hatch(HOUSECAT);
      const { store } = house.house;
      house.clock.forward('60h');
      // The first request after the death: the period counts from the death, not from this.
      await wren.status(`?id=${id}`);
      const [dead] = await findCreatures(store, [id]);
      const gift = { agentId: wren.id, delta: 5000, kind: 'dispute_won', key: 'a gift', id: 'gift' } as const;
      await store.transaction((db) => moveCredits(db, { ...gift, now: house.clock.now() }));
      turnTo((dead?.creature.died?.at ?? Infinity) + 7 * DAY + late);
      const { status, body } = await wren.resurrect({ creature_id: id });
      expect([late, status === 200 ? status : body['code']]).toEqual([late, outcome]);
    }
  });

  test('a creature that refused food is not listed under recent care', async () => {
    const species = [{ ...PLAIN, slug: 'shy', mechanics: [MECHANICS.curledUp] }];
    const { house, wren } = await aKeptHouse({ species });
    const [shy, bold] = [await wren.hatch({ species_slug: 'shy' }), await wren.hatch()];
    for (const creature_id of [bold, shy]) await wren.care({ action: 'feed', creature_id });
    expect(await wren.history(`?creature_id=${shy}`)).toMatchObject({
      body: { care_log: [{ action: 'feed' }] },
    });
    const seenTo = await lastCaredFor(house.house.store, 9);
    expect(seenTo.map(({ stored }) => stored.creature.id)).toEqual([bold]);
  });

  test('the last activity of an agent is its last care, even if it released that creature', async () => {
    const { house, wren } = await aKeptHouse();
    const id = await wren.hatch(HOUSECAT);
    house.clock.forward('5h');
    await wren.care({ action: 'feed' });
    house.clock.forward('1h');
    await wren.release({ creature_id: id });
    house.clock.forward('20h');
    const { body } = await house.ask({ path: '/api/stats' });
    expect(body).toMatchObject({ activity_24h: { active_agents: 1 } });
    await expectInOrder(house.house);
  });
});
