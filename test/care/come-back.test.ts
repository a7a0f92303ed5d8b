import { expect, test } from 'vitest';

import { aKeptHouse, letFeel, of } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';

onSqlite((place) => {
  test('every answer recommends the check-in of the creature with the earliest need, and an egg has none', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const hungry = await wren.hatch({ name: 'Ada' });
    house.clock.forward('4h');
    const fresh = await wren.hatch({ name: 'Bo' });
    await wren.adopt({ name: 'Egg' });
    const { body: first } = await wren.care({ action: 'play', id: fresh });
    expect(first['recommended_checkin']).toMatchObject({
      creature_id: hungry,
      hours_from_now: 2.25,
      reason: expect.any(String),
    });
    for (const query of ['', `?id=${hungry}`, `?view=brief&id=${fresh}`]) {
      const { body } = await wren.status(query);
      expect(body['recommended_checkin'], query).toMatchObject({ creature_id: hungry, hours_from_now: 2.25 });
    }
    expect((await wren.status()).body['recommended_checkin']).toEqual(first['recommended_checkin']);
  });

  test('after a meal the check-in moves to another creature, and danger comes before hunger', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
    house.clock.forward('6h');
    const fed = async (id: string) => of(await wren.care({ action: 'feed', id }), 'recommended_checkin');
    const soon = { creature_id: bo, hours_from_now: 0.25, feeding_window_status: 'in_window' };
    expect(await fed(ada)).toMatchObject(soon);
    expect(await fed(bo)).toMatchObject({ hours_from_now: 6.25 });
    house.clock.forward('7h');
    await letFeel(house.house, wren.id, ada, { health: 10 });
    for (const id of [ada, bo])
      expect(of(await wren.status(`?id=${id}`), 'recommended_checkin')).toMatchObject({
        creature_id: ada,
        hours_from_now: 0,
      });
  });

  test('after care that kills, the check-in is that of the siblings, or none', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh(), { judge: () => 0 });
    const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
    for (const id of [ada, bo]) await letFeel(house.house, wren.id, id, { health: 10 });
    const poison = { action: 'feed', item: 'a battery' };
    expect(of(await wren.care({ ...poison, id: ada }), 'recommended_checkin', 'creature_id')).toBe(bo);
    expect((await wren.care({ ...poison, id: bo })).body).not.toHaveProperty('recommended_checkin');
  });
});
