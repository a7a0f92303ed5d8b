import { expect, test } from 'vitest';

import { deleteOldTallies } from '../../src/features/stats/tallies.store.ts';
import { expectInOrder } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const NOTHING = {
  creatures_born: 0,
  creatures_died: 0,
  care_actions: 0,
  feedings: 0,
  reflections: 0,
  active_agents: 0,
  window: '24h',
};
const MOSS = { name: 'Moss', species_slug: 'tabby' };

eachDatabase(({ fresh, again }) => {
  test('agents, eggs, hatched creatures and care are counted at once, test accounts included', async () => {
    const house = await aHouse(await fresh());
    const none = { creatures_alive: 0, eggs_unhatched: 0, gravestones: 0, agents: 0 };
    expect(await statsOf(house)).toMatchObject({ ...none, activity_24h: NOTHING });
    const ada = await aResidentOf(house, 'ada');
    const tester = await aResidentOf(house, 'test-bo');
    const id = await hatchFor(house, ada, MOSS);
    await hatchFor(house, tester, MOSS);
    await house.ask({ method: 'POST', path: '/api/house/adopt', key: ada.key, body: { name: 'Egg' } });
    await care(house, ada.key, { action: 'feed', item: 'tuna', creature_id: id });
    await care(house, ada.key, { action: 'reflect', creature_id: id });
    await care(house, tester.key, { action: 'play' });
    const done = { creatures_born: 2, care_actions: 3, feedings: 1, reflections: 1, active_agents: 2 };
    expect(await statsOf(house)).toMatchObject({
      ...none,
      creatures_alive: 2,
      eggs_unhatched: 1,
      agents: 2,
      activity_24h: { ...NOTHING, ...done },
    });
    await expectInOrder(house.house);
  });

  test('after weeks of deleting old rows every count is still right', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    for (let visit = 0; visit < 40; visit += 1) {
      const id = await hatchFor(house, ada, { name: 'Moss' });
      await care(house, ada.key, { action: 'reflect', creature_id: id });
      house.clock.forward('10h');
      await deleteOldTallies(house.house.store, house.clock.now());
    }
    expect(await statsOf(house)).toMatchObject({ activity_24h: { active_agents: 1 } });
    await expectInOrder(house.house);
    house.clock.forward('40d');
    await house.ask({ method: 'POST', path: '/api/house/adopt', key: ada.key, body: { name: 'Egg' } });
    await deleteOldTallies(house.house.store, house.clock.now());
    expect(await statsOf(house)).toMatchObject({ activity_24h: { ...NOTHING, active_agents: 1 } });
    await expectInOrder(house.house);
  });

  test('another node has the same totals at once, and the same day within a second', async () => {
    const store = await fresh();
    const [one, other] = [await aHouse(store), await aHouse(await again(store))];
    const ada = await aResidentOf(one, 'ada');
    expect(await statsOf(other)).toMatchObject({ agents: 1, activity_24h: NOTHING });
    await hatchFor(one, ada, MOSS);
    expect(await statsOf(other)).toMatchObject({ creatures_alive: 1 });
    for (const { clock } of [one, other]) clock.forward('1s');
    const { activity_24h: activity } = await statsOf(one);
    expect(activity).toMatchObject({ creatures_born: 1, active_agents: 1 });
    expect(await statsOf(other)).toMatchObject({ activity_24h: activity });
  });
});

test('an act of care is counted in its own answer and the next status, unless the species refuses it', async () => {
  const house = await aHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  const id = await hatchFor(house, ada, { name: 'Scale', species_slug: 'pangolin' });
  await care(house, ada.key, { action: 'play', creature_id: id });
  const counted = { ...NOTHING, creatures_born: 1, active_agents: 1 };
  expect((await statsOf(house))['activity_24h']).toEqual(counted);
  await expectInOrder(house.house);
  const moss = { creature_id: await hatchFor(house, ada, MOSS) };
  house.clock.forward('10s');
  const fed = { ...counted, creatures_born: 2, care_actions: 1, feedings: 1 };
  expect((await care(house, ada.key, { action: 'feed', ...moss }))['house_activity']).toEqual(fed);
  const look = await house.ask({ path: '/api/house/status', key: ada.key });
  expect(look.body['house_activity']).toEqual(fed);
});

test('the dead are counted on time without any request, the released neither as alive nor as buried', async () => {
  const house = await aHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  const body = { creature_id: await hatchFor(house, ada, MOSS) };
  await house.ask({ method: 'DELETE', path: '/api/house/release', key: ada.key, body });
  expect(await statsOf(house)).toMatchObject({ creatures_alive: 0, gravestones: 0 });
  await expectInOrder(house.house);
  await hatchFor(house, ada, MOSS);
  house.clock.forward('3d');
  // It died more than a day ago.
  expect(await statsOf(house)).toMatchObject({ creatures_alive: 0, gravestones: 1, activity_24h: NOTHING });
  await expectInOrder(house.house);
});

test('a returning agent is one active agent, and activity is dropped after exactly one day', async () => {
  const house = await aHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  await hatchFor(house, ada, MOSS);
  for (const pause of ['30s', '1m', '59m', '4h', '5h', '5h']) {
    house.clock.forward(pause);
    await care(house, ada.key, { action: 'reflect' });
    expect(await statsOf(house)).toMatchObject({ activity_24h: { active_agents: 1 } });
    await expectInOrder(house.house);
  }
  house.clock.forward('23h59m29s');
  expect(await statsOf(house)).toMatchObject({ activity_24h: { reflections: 1, active_agents: 1 } });
  house.clock.forward('31s');
  expect(await statsOf(house)).toMatchObject({ activity_24h: { reflections: 0, active_agents: 0 } });
});

test('every next step of the stats is a valid request', async () => {
  const house = await aHouse(await anyStore());
  const { next_steps: steps } = await statsOf(house);
  for (const { method, endpoint, body } of steps as Step[]) {
    const told = await house.ask({ method, path: endpoint, ...(body && { body }) });
    expect(told.status, `${method} ${endpoint}`).toBeLessThan(300);
  }
});

interface Step {
  readonly method: 'GET' | 'POST';
  readonly endpoint: string;
  readonly body?: object;
}

async function statsOf({ ask }: TestHouse) {
  const { status, body } = await ask({ path: '/api/stats' });
  expect(status).toBe(200);
  return body;
}

async function care({ ask }: TestHouse, key: string, body: object) {
  const told = await ask({ method: 'POST', path: '/api/house/care', key, body });
  expect(told.status, told.text).toBe(200);
  return told.body;
}
