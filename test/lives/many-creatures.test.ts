import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';

const EGGS = 105;

/** One hatched creature, then more than a hundred eggs. */
async function aFullHouse(house: TestHouse, keeper: Keeper): Promise<string> {
  const oldest = await keeper.hatch({ name: 'Oldest' });
  house.clock.forward('1s');
  for (let egg = 0; egg < EGGS; egg += 1) await keeper.adopt({ name: `Egg ${egg}` });
  return oldest;
}

eachDatabase((place) => {
  test('beyond a hundred creatures all are listed, and brief views count the omitted ones', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const oldest = await aFullHouse(house, wren);
    const which = await wren.care({ action: 'feed' });
    expect(which.status).toBe(400);
    expect(which.body['your_creatures']).toHaveLength(EGGS + 1);
    const seen = await wren.status(`?id=${oldest}`);
    expect(of(seen, 'other_creatures')).toHaveLength(EGGS);
    const brief = await wren.status('?view=brief');
    const listed = of(brief, 'creatures') as readonly unknown[];
    expect(listed.length + Number(brief.body['more_creatures'])).toBe(EGGS + 1);
    expect(brief.text.length).toBeLessThanOrEqual(1500);
    expect((await wren.client.whoAmI()).creatures).toHaveLength(EGGS + 1);
    expect((await wren.care({ action: 'feed', id: oldest })).status).toBe(200);
    expect((await wren.release({ id: oldest })).status).toBe(200);
    expect((await wren.status(`?id=${oldest}`)).status).toBe(404);
  });

  test('check-in and calendar consider the oldest of more than a hundred', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const oldest = await aFullHouse(house, wren);
    house.clock.forward('6h');
    for (const query of ['', '?view=brief'])
      expect((await wren.status(query)).body).toMatchObject({ recommended_checkin: { creature_id: oldest } });
    const { feed_url } = await wren.client.createCalendarFeed();
    const { pathname, search } = new URL(feed_url);
    const feed = await house.ask({ path: `${pathname}${search}` });
    expect(feed.text).toContain('Oldest');
  });

  test('the oldest of more than a hundred creatures dies on time', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const oldest = await aFullHouse(house, wren);
    house.clock.forward('36h');
    expect((await wren.status(`?id=${oldest}`)).body).toMatchObject({
      creature: { id: oldest, alive: false, cause: 'neglect' },
    });
    expect((await wren.care({ action: 'feed', id: oldest })).status).toBe(404);
  });
});
