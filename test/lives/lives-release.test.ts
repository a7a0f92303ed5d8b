import { expect, test } from 'vitest';

import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import {
  abandon,
  aHome,
  audited,
  care,
  graveyard,
  kept,
  look,
  refusal,
  release,
  turnTo,
} from '../support/keeping.ts';

eachDatabase((place) => {
  test('a released creature has no gravestone and is listed nowhere', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'tortoise');
    house.clock.forward('30h');
    await care(one, 'feed');
    expect(await release(one)).toMatchObject({ success: true, creature_id: one.id });
    house.clock.forward('60d');
    expect(await graveyard(one)).toEqual([]);
    expect(await house.as().getHouseStats()).toMatchObject({ creatures_alive: 0, gravestones: 0 });
    expect(await house.as().listHall()).toMatchObject({
      leaderboard: [],
      house_stats: { creatures_alive: 0, creatures_dead: 0 },
    });
    const { leaderboard } = await house.as().listHall({ query: { category: 'most_consistent' } });
    expect(leaderboard).toEqual([]);
    for (const id of [undefined, one.id]) {
      const { status, problem } = await refusal(look(one, id));
      expect([status, problem.error]).toEqual([404, 'No living creatures in your house']);
      expect(problem).not.toHaveProperty('creature');
    }
    expect(await refusal(care(one, 'feed'))).toMatchObject({ status: 404 });
    expect(await refusal(care(one, 'feed', { creature_id: one.id }))).toMatchObject({ status: 404 });
    expect(await refusal(release(one))).toMatchObject({ status: 404 });
    expect(await audited(house)).toEqual([]);
  });

  test('a creature whose time of death is the release call is dead and has its gravestone', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'housecat');
    const diesAt = await abandon(one, '0ms');
    expect(await refusal(release(one))).toMatchObject({
      status: 410,
      problem: { error: expect.any(String) },
    });
    expect(await graveyard(one)).toMatchObject([{ died_at: diesAt, cause: 'neglect' }]);
    expect(await refusal(release(one))).toMatchObject({
      status: 404,
      problem: { error: 'No living creature found with that ID' },
    });
    expect(await graveyard(one)).toHaveLength(1);
    expect(await audited(house)).toEqual([]);
  });

  test('a creature can be released a moment before its death', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'housecat');
    turnTo(house, Date.parse((await look(one)).creature.death_clock.dies_at) - 1);
    expect(await release(one)).toMatchObject({ success: true });
    house.clock.forward('1h');
    expect(await graveyard(one)).toEqual([]);
    expect(await audited(house)).toEqual([]);
  });

  test('an egg never dies and can be released', async () => {
    const house = await aHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const { creature } = await house.as(home.key).adoptCreature({ body: { name: 'Bo' } });
    house.clock.forward('90d');
    expect(await house.as().getHouseStats()).toMatchObject({ eggs_unhatched: 1, creatures_alive: 0 });
    expect((await refusal(care(home, 'feed'))).problem.error).toBe("The egg hasn't hatched yet");
    expect(await release({ ...home, id: creature.id })).toMatchObject({ success: true });
    expect(await house.as().getHouseStats()).toMatchObject({ eggs_unhatched: 0, creatures_alive: 0 });
    expect(await audited(house)).toEqual([]);
  });
});
