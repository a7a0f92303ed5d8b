import { expect, test } from 'vitest';

import { auditHouse } from '../../src/features/audit/audit.ts';
import { deleteOldTallies } from '../../src/features/stats/tallies.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';

const NOTHING = {
  creatures_born: 0,
  creatures_died: 0,
  care_actions: 0,
  feedings: 0,
  reflections: 0,
  active_agents: 0,
  window: '24h',
};

eachDatabase(({ fresh, again }) => {
  test('a new house counts nothing', async () => {
    const house = await aHouse(await fresh());
    const told = await house.ask({ path: '/api/stats' });
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({
      creatures_alive: 0,
      eggs_unhatched: 0,
      gravestones: 0,
      agents: 0,
      activity_24h: NOTHING,
    });
  });

  test('agents, eggs, hatched creatures and care are counted at once, test accounts included', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    const tester = await aResidentOf(house, 'test-bo');
    const id = await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    await hatchFor(house, tester, { name: 'Fern', species_slug: 'tabby' });
    await house.ask({ method: 'POST', path: '/api/house/adopt', key: ada.key, body: { name: 'Egg' } });
    await care(house, ada.key, { action: 'feed', item: 'tuna', creature_id: id });
    await care(house, ada.key, { action: 'reflect', creature_id: id });
    await care(house, tester.key, { action: 'play' });
    expect(await statsOf(house)).toMatchObject({
      creatures_alive: 2,
      eggs_unhatched: 1,
      gravestones: 0,
      agents: 2,
      activity_24h: {
        creatures_born: 2,
        creatures_died: 0,
        care_actions: 3,
        feedings: 1,
        reflections: 1,
        active_agents: 2,
        window: '24h',
      },
    });
    expect(await findings(house)).toEqual([]);
  });

  test('an act of care is counted in its own answer, and in the next status', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    const fed = await care(house, ada.key, { action: 'feed' });
    const counted = { ...NOTHING, creatures_born: 1, care_actions: 1, feedings: 1, active_agents: 1 };
    expect(fed['house_activity']).toEqual(counted);
    const look = await house.ask({ path: '/api/house/status', key: ada.key });
    expect(look.body['house_activity']).toEqual(counted);
  });

  test('care that a species refuses is not counted', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    await hatchFor(house, ada, { name: 'Scale', species_slug: 'pangolin' });
    await care(house, ada.key, { action: 'play' });
    const { activity_24h: activity } = await statsOf(house);
    expect(activity).toEqual({ ...NOTHING, creatures_born: 1, active_agents: 1 });
    expect(await findings(house)).toEqual([]);
  });

  test('neglected creatures are counted as dead on time, without any request', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    house.clock.forward('3d');
    expect(await statsOf(house)).toMatchObject({
      creatures_alive: 0,
      gravestones: 1,
      // It died more than a day ago.
      activity_24h: NOTHING,
    });
    expect(await findings(house)).toEqual([]);
  });

  test('a released creature counts neither as alive nor as buried', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    const id = await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    const body = { creature_id: id };
    await house.ask({ method: 'DELETE', path: '/api/house/release', key: ada.key, body });
    expect(await statsOf(house)).toMatchObject({ creatures_alive: 0, gravestones: 0 });
    expect(await findings(house)).toEqual([]);
  });

  test('activity is dropped after exactly one day', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    house.clock.forward('23h59m59s');
    expect(await statsOf(house)).toMatchObject({ activity_24h: { creatures_born: 1, active_agents: 1 } });
    house.clock.forward('1s');
    expect(await statsOf(house)).toMatchObject({ activity_24h: { creatures_born: 0, active_agents: 0 } });
  });

  test('a returning agent is one active agent, whenever it returns', async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    for (const pause of ['30s', '1m', '59m', '4h', '5h', '5h']) {
      house.clock.forward(pause);
      await care(house, ada.key, { action: 'reflect' });
      expect(await statsOf(house)).toMatchObject({ activity_24h: { active_agents: 1 } });
      expect(await findings(house)).toEqual([]);
    }
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
    const { activity_24h: activity } = await statsOf(house);
    expect(activity).toMatchObject({ active_agents: 1 });
    expect(await findings(house)).toEqual([]);
    house.clock.forward('40d');
    await house.ask({ method: 'POST', path: '/api/house/adopt', key: ada.key, body: { name: 'Egg' } });
    await deleteOldTallies(house.house.store, house.clock.now());
    expect(await statsOf(house)).toMatchObject({ activity_24h: { ...NOTHING, active_agents: 1 } });
    expect(await findings(house)).toEqual([]);
  });

  test('another node has the same totals at once, and the same day within a second', async () => {
    const store = await fresh();
    const one = await aHouse(store);
    const other = await aHouse(await again(store));
    const ada = await aResidentOf(one, 'ada');
    expect(await statsOf(other)).toMatchObject({ agents: 1, activity_24h: NOTHING });
    await hatchFor(one, ada, { name: 'Moss', species_slug: 'tabby' });
    expect(await statsOf(other)).toMatchObject({ creatures_alive: 1 });
    one.clock.forward('1s');
    other.clock.forward('1s');
    const { activity_24h: activity } = await statsOf(one);
    expect(activity).toMatchObject({ creatures_born: 1, active_agents: 1 });
    expect(await statsOf(other)).toMatchObject({ activity_24h: activity });
  });

  test('every next step is a valid request', async () => {
    const house = await aHouse(await fresh());
    const { next_steps: steps } = await statsOf(house);
    for (const { method, endpoint, body } of steps as Step[]) {
      const told = await house.ask({ method, path: endpoint, ...(body && { body }) });
      expect(told.status, `${method} ${endpoint}`).toBeLessThan(300);
    }
  });
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

function findings({ house, clock }: TestHouse) {
  return auditHouse(house.store, clock.now());
}
