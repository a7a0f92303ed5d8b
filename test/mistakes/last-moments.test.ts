import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { findCreatures } from '../../src/features/lives/creatures.store.ts';
import { noticedLooksOfMany } from '../../src/features/lives/life-log.store.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { onSqlite } from '../support/databases.ts';

onSqlite((place) => {
  test('status requests less than a minute apart count as one look; after a minute the next counts', async () => {
    const species = [{ ...PLAIN, slug: 'friendly', traits: ['social' as const] }];
    const house = await aPlainHouse(await place.fresh(), { species });
    const wren = await aKeeper(house);
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
    for (const [late, status] of [
      [0, 200],
      [1, 400],
    ] as const) {
      const house = await aPlainHouse(await place.fresh());
      const wren = await aKeeper(house);
      const id = await wren.hatch({ species_slug: 'housecat' });
      const { store } = house.house;
      house.clock.forward('60h');
      // The first request after the death: the period counts from the death, not from this.
      await wren.status(`?id=${id}`);
      const [dead] = await findCreatures(store, [id]);
      const diedAt = dead?.creature.died?.at ?? Infinity;
      const gift = { agentId: wren.id, delta: 5000, kind: 'dispute_won', key: 'a gift', id: 'gift' } as const;
      await store.transaction((db) => moveCredits(db, { ...gift, now: house.clock.now() }));
      house.clock.forward(`${diedAt + 7 * DAY + late - house.clock.now()}ms`);
      const body = { creature_id: id };
      const told = await house.ask({ method: 'POST', path: '/api/house/resurrect', key: wren.key, body });
      expect([late, told.status === 200 ? 200 : told.body['code']], told.text).toEqual([
        late,
        status === 200 ? 200 : 'window_closed',
      ]);
    }
  });
});
