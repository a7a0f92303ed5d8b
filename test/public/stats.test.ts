import { expect, test } from 'vitest';

import { deleteOldTallies } from '../../src/features/stats/tallies.store.ts';
import { aKeeper, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const LIVES = { creatures_born: 0, creatures_died: 0, active_agents: 0 };
const NOTHING = { ...LIVES, care_actions: 0, feedings: 0, reflections: 0, window: '24h' };
const MOSS = { name: 'Moss', species_slug: 'tabby' };

eachDatabase(({ fresh, again }) => {
  test('agents, eggs, hatched creatures and care are counted at once, test accounts included', async () => {
    const house = await aHouse(await fresh());
    const none = { creatures_alive: 0, eggs_unhatched: 0, gravestones: 0, agents: 0 };
    const { next_steps: steps, ...empty } = await house.as().getHouseStats();
    expect(empty).toMatchObject({ ...none, activity_24h: NOTHING });
    for (const { method = 'GET', endpoint = '' } of steps.filter((step) => !step.body))
      expect((await house.ask({ method, path: endpoint })).status, endpoint).toBe(200);
    const ada = await aKeeper(house, 'ada');
    const tester = await aKeeper(house, 'test-bo');
    const id = await ada.hatch(MOSS);
    await tester.hatch(MOSS);
    await ada.adopt({ species_slug: 'tabby' });
    await ada.care({ action: 'feed', item: 'tuna', creature_id: id });
    await ada.care({ action: 'reflect', creature_id: id });
    await tester.care({ action: 'play' });
    const done = { creatures_born: 2, care_actions: 3, feedings: 1, reflections: 1, active_agents: 2 };
    const some = { creatures_alive: 2, eggs_unhatched: 1, gravestones: 0, agents: 2 };
    const activity_24h = { ...NOTHING, ...done };
    expect(await house.as().getHouseStats()).toMatchObject({ ...some, activity_24h });
    await expectInOrder(house.house);
  });

  test('after weeks of deleting old rows every count is still right', async () => {
    const house = await aHouse(await fresh());
    const ada = await aKeeper(house, 'ada');
    for (let visit = 0; visit < 12; visit += 1) {
      const id = await ada.hatch(MOSS);
      await ada.care({ action: 'reflect', creature_id: id });
      house.clock.forward('10h');
      await deleteOldTallies(house.house.store, house.clock.now());
    }
    expect(await house.as().getHouseStats()).toMatchObject({ activity_24h: { active_agents: 1 } });
    await expectInOrder(house.house);
    house.clock.forward('40d');
    await ada.adopt({ species_slug: 'tabby' });
    await deleteOldTallies(house.house.store, house.clock.now());
    expect((await house.as().getHouseStats()).activity_24h).toEqual({ ...NOTHING, active_agents: 1 });
    await expectInOrder(house.house);
  });

  test('another node has the same totals at once, and the same day within a second', async () => {
    const store = await fresh();
    const [one, other] = [await aHouse(store), await aHouse(await again(store))];
    const ada = await aKeeper(one, 'ada');
    expect(await other.as().getHouseStats()).toMatchObject({ agents: 1, activity_24h: NOTHING });
    await ada.hatch(MOSS);
    expect(await other.as().getHouseStats()).toMatchObject({ creatures_alive: 1 });
    for (const { clock } of [one, other]) clock.forward('1s');
    const { activity_24h: activity } = await one.as().getHouseStats();
    expect(activity).toMatchObject({ creatures_born: 1, active_agents: 1 });
    expect(await other.as().getHouseStats()).toMatchObject({ activity_24h: activity });
  });
});

test('an act of care is counted in its own answer and the next status, unless the species refuses it', async () => {
  const house = await aHouse(await anyStore());
  const ada = await aKeeper(house, 'ada');
  const id = await ada.hatch({ name: 'Scale', species_slug: 'pangolin' });
  await ada.care({ action: 'play', creature_id: id });
  const counted = { ...NOTHING, creatures_born: 1, active_agents: 1 };
  expect((await house.as().getHouseStats()).activity_24h).toEqual(counted);
  await expectInOrder(house.house);
  const moss = { creature_id: await ada.hatch(MOSS) };
  house.clock.forward('10s');
  const fed = { ...counted, creatures_born: 2, care_actions: 1, feedings: 1 };
  expect(of(await ada.care({ action: 'feed', ...moss }), 'house_activity')).toEqual(fed);
  expect(of(await ada.status(), 'house_activity')).toEqual(fed);
});
