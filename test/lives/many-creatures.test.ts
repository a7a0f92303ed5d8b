import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { ID } from '../support/facts.ts';
import type { TestHouse } from '../support/house.ts';

const MOST_TOLD = 100;

/** One that hatched first, and more eggs after it than any answer tells of. */
async function aFullHouse(house: TestHouse, keeper: Keeper): Promise<string> {
  const oldest = await keeper.hatch({ name: 'Oldest' });
  house.clock.forward('1s');
  for (let egg = 0; egg < MOST_TOLD + 5; egg += 1) await keeper.adopt({ name: `Egg ${egg}` });
  return oldest;
}

eachDatabase((place) => {
  test('an agent may adopt without end: answers tell of the hundred newest, and any other by its id', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const oldest = await aFullHouse(house, wren);
    expect(await wren.client.getHouseStats()).toMatchObject({ eggs_unhatched: MOST_TOLD + 5 });
    const which = await wren.care({ action: 'feed' });
    expect(which.status).toBe(400);
    expect(which.body['your_creatures']).toHaveLength(MOST_TOLD);
    expect((await wren.status(`?id=${ID}`)).body['your_creatures']).toHaveLength(MOST_TOLD);
    const seen = await wren.status(`?id=${oldest}`);
    expect(seen.body).toMatchObject({ creature: { id: oldest, name: 'Oldest' } });
    expect(of(seen, 'other_creatures')).toHaveLength(MOST_TOLD);
    expect((await wren.care({ action: 'feed', id: oldest })).status).toBe(200);
    expect((await wren.history(`?id=${oldest}`)).body).toMatchObject({ care_log: [{ action: 'feed' }] });
    expect((await wren.preferences(`?id=${oldest}`)).status).toBe(200);
    expect((await wren.release({ id: oldest })).status).toBe(200);
    expect((await wren.status(`?id=${oldest}`)).status).toBe(404);
  });

  test('one that dies unseen behind a hundred eggs dies on time all the same', async () => {
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
