import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { iso } from '../../src/rules/base/clock.ts';
import { findFirstDue } from '../../src/features/creatures/settle.ts';
import { deleteOldTallies } from '../../src/features/tallies/tallies.store.ts';
import { ADMIN_KEY, anOperatedHouse } from '../moderation/desk.ts';
import { aKeeper, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';
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

  test('public answers wait briefly for settling, then state up to when they are complete', async () => {
    const { house, since } = await behind(await fresh());
    const asked = REPLIES.map((path) => house.ask({ path, headers: { 'x-admin-key': ADMIN_KEY } }));
    for (const { status, body } of await Promise.all(asked))
      expect([status, body['as_of']]).toEqual([200, iso(since)]);
    for (const { status, text } of await Promise.all(PAGES.map((path) => house.ask({ path })))) {
      expect(status).toBe(200);
      expect(text).toContain(CATCHING_UP);
    }
    // Creatures are shown in a state they really had: both died on their second day.
    expect((await house.ask({ path: '/creatures' })).text).toContain('Moss');
    const { body: hall } = await house.ask({ path: '/api/house/hall' });
    const ages = (hall['leaderboard'] as readonly { readonly age_days: number }[]).map((one) => one.age_days);
    expect(ages).toHaveLength(2);
    for (const age of ages) expect(age).toBeLessThan(1.6);
  });

  test('an agent’s own answers are exact while others are due, and complete answers do not mention completeness', async () => {
    const { house, state, ada, moss, since } = await behind(await fresh());
    state.slow = false;
    // Health reports how much is due and since when, and settles nothing.
    for (const _ of [1, 2]) {
      const { status, body: health } = await house.ask({ path: '/api/health' });
      expect(status).toBe(200);
      expect(health['backlog']).toEqual({ creatures_due: 2, more: false, since: iso(since) });
    }
    const { body } = await house.ask({ path: `/api/house/status?creature_id=${moss}`, key: ada.key });
    expect(body['creature']).toMatchObject({ alive: false });
    const own = await house.ask({ path: '/api/house/graveyard', key: ada.key });
    expect(own.body).toMatchObject({ gravestones: [{ name: 'Moss' }] });
    expect(own.body).not.toHaveProperty('as_of');
    const now = house.clock.now();
    expect(await findFirstDue(house.house, now)).toBeDefined();
    const fern = await house.ask({ path: '/api/house/graveyard?agent=bob' });
    expect(fern.body).toMatchObject({ gravestones: [{ name: 'Fern' }] });
    expect(await findFirstDue(house.house, now)).toBeUndefined();
    expect((await house.ask({ path: '/api/health' })).body).not.toHaveProperty('backlog');
    for (const path of REPLIES) {
      const reply = await house.ask({ path, headers: { 'x-admin-key': ADMIN_KEY } });
      expect(reply.body).not.toHaveProperty('as_of');
    }
    for (const path of PAGES) expect((await house.ask({ path })).text).not.toContain(CATCHING_UP);
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

/** A service whose transactions take longer than the read timeout while `state.slow`, with two deaths due. */
async function behind(fresh: Database) {
  const state = { slow: false };
  const transaction: Database['transaction'] = (work) =>
    state.slow ? new Promise<never>(() => {}) : fresh.transaction(work);
  const house = await anOperatedHouse(storeWith(fresh, { transaction }), { readerPatienceMs: 200 });
  const ada = await aResidentOf(house, 'ada');
  const bob = await aResidentOf(house, 'bob');
  const moss = await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
  await hatchFor(house, bob, { name: 'Fern', species_slug: 'tabby' });
  house.clock.forward('60h');
  const first = await findFirstDue(house.house, house.clock.now());
  state.slow = true;
  return { house, state, ada, bob, moss, since: Number(first?.nextEventAt) };
}

const REPLIES = ['/api/stats', '/api/house/hall', '/api/house/graveyard', '/api/admin/analytics'];
const PAGES = ['/', '/creatures', '/hall', '/graveyard', '/keepsakes', '/feed.atom'];
const CATCHING_UP = 'The house is catching up: what happened after';
