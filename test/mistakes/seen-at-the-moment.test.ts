import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { findCreatures } from '../../src/features/lives/creatures.store.ts';
import { gravestonesOfCreature } from '../../src/features/lives/gravestones.store.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';

const HOUSECAT = { species_slug: 'housecat' };

onSqlite((place) => {
  test('a public read shows a death exactly at its time, and not a millisecond before', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch(HOUSECAT);
    const diesAt = Date.parse(String(of(await wren.status(), 'creature', 'death_clock', 'dies_at')));
    for (const [at, stones] of [
      [diesAt - 1, 0],
      [diesAt, 1],
    ] as const) {
      house.clock.forward(`${at - house.clock.now()}ms`);
      const told = await house.ask({ path: '/api/house/graveyard' });
      expect(told.body).toMatchObject({ pagination: { total: stones } });
    }
  });

  test('a creature that grows up without requests gets the same path as with requests', async () => {
    const grown = async (look: boolean) => {
      const house = await aPlainHouse(await place.fresh());
      const wren = await aKeeper(house);
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
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
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
});
