import { expect, test } from 'vitest';

import { aKeptHouse, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';

const EGGS = 105;

eachDatabase((place) => {
  test('of more than a hundred creatures all are listed, and the oldest is found, advised, fed and dies on time', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const oldest = await wren.hatch({ name: 'Oldest' });
    house.clock.forward('1s');
    for (let egg = 0; egg < EGGS; egg += 1) await wren.adopt({ name: `Egg ${egg}` });
    const which = await wren.care({ action: 'feed' });
    expect(which.status).toBe(400);
    expect(which.body['your_creatures']).toHaveLength(EGGS + 1);
    expect(of(await wren.status(`?id=${oldest}`), 'other_creatures')).toHaveLength(EGGS);
    expect((await wren.client.whoAmI()).creatures).toHaveLength(EGGS + 1);
    house.clock.forward('6h');
    const brief = await wren.status('?view=brief');
    const listed = of(brief, 'creatures') as readonly unknown[];
    expect(listed.length + Number(brief.body['more_creatures'])).toBe(EGGS + 1);
    expect(brief.text.length).toBeLessThanOrEqual(1500);
    for (const { body } of [brief, await wren.status()])
      expect(body).toMatchObject({ recommended_checkin: { creature_id: oldest } });
    const { pathname, search } = new URL((await wren.client.createCalendarFeed()).feed_url);
    expect((await house.ask({ path: `${pathname}${search}` })).text).toContain('Oldest');
    expect((await wren.care({ action: 'feed', id: oldest })).status).toBe(200);
    house.clock.forward('36h');
    expect((await wren.status(`?id=${oldest}`)).body).toMatchObject({
      creature: { id: oldest, alive: false, cause: 'neglect' },
    });
    expect((await wren.care({ action: 'feed', id: oldest })).status).toBe(404);
  });
});
