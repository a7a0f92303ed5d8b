import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, letFeel, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase((place) => {
  test('care and the status after it recommend the same check-in', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    house.clock.forward('6h');
    const cared = await wren.care({ action: 'feed' });
    expect(of(cared, 'recommended_checkin', 'creature_id')).toBe(id);
    const looked = await wren.status();
    expect(cared.body['recommended_checkin']).toEqual(looked.body['recommended_checkin']);
  });

  test('the check-in is that of the creature with the earliest need', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const hungry = await wren.hatch({ name: 'Ada' });
    house.clock.forward('4h');
    const fresh = await wren.hatch({ name: 'Bo' });
    const answers = [
      await wren.care({ action: 'play', id: fresh }),
      await wren.status(),
      await wren.status(`?id=${hungry}`),
      await wren.status(`?view=brief&id=${fresh}`),
    ];
    for (const { body } of answers)
      expect(body['recommended_checkin']).toMatchObject({
        creature_id: hungry,
        hours_from_now: 2.25,
        reason: expect.any(String),
      });
  });

  test('after a meal the check-in moves to another creature', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
    house.clock.forward('6h');
    expect(of(await wren.care({ action: 'feed', id: ada }), 'recommended_checkin')).toMatchObject({
      creature_id: bo,
      hours_from_now: 0.25,
      feeding_window_status: 'in_window',
    });
    expect(of(await wren.care({ action: 'feed', id: bo }), 'recommended_checkin')).toMatchObject({
      hours_from_now: 6.25,
    });
  });

  test('of two urgent creatures the check-in names the one in danger', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
    house.clock.forward('7h');
    await letFeel(house.house, wren.id, ada, { health: 10 });
    for (const id of [ada, bo])
      expect(of(await wren.status(`?id=${id}`), 'recommended_checkin')).toMatchObject({
        creature_id: ada,
        hours_from_now: 0,
      });
  });

  test('after care that kills, the check-in is that of the siblings, or none', async () => {
    const house = await aPlainHouse(await place.fresh(), { judge: () => 0 });
    const wren = await aKeeper(house);
    const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
    for (const id of [ada, bo]) await letFeel(house.house, wren.id, id, { health: 10 });
    const poison = { action: 'feed', item: 'a battery' };
    expect(of(await wren.care({ ...poison, id: ada }), 'recommended_checkin', 'creature_id')).toBe(bo);
    expect((await wren.care({ ...poison, id: bo })).body).not.toHaveProperty('recommended_checkin');
  });

  test('an egg has no check-in', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    await wren.adopt({ name: 'Egg' });
    expect(of(await wren.care({ action: 'play', id }), 'recommended_checkin', 'creature_id')).toBe(id);
  });
});
