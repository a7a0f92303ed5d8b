import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { countComeBack } from '../../src/features/stats/come-back.ts';
import { ADMIN_KEY, METRICS_TOKEN } from '../moderation/desk.ts';
import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { untrustedIn } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const none = { agents: 0, cameBack: 0 };

async function feedFor(hours: number, { clock }: TestHouse, keeper: Keeper): Promise<void> {
  for (let hour = 0; hour < hours; hour += 12) {
    clock.forward('12h');
    // At midnight it may be asleep.
    expect([200, 409]).toContain((await keeper.care({ action: 'feed' })).status);
  }
}

const count = ({ house, clock }: TestHouse) => countComeBack(house.store, clock.now());

eachDatabase((place) => {
  test('an agent came back on a day if it cared that many days after its first hatching or later', async () => {
    const house = await aPlainHouse(await place.fresh());
    const [ada, bo] = [await aKeeper(house, 'ada'), await aKeeper(house, 'bo')];
    await aKeeper(house, 'cy');
    const tester = await aKeeper(house, 'test-di');
    for (const keeper of [ada, bo, tester]) await keeper.hatch();
    await feedFor(12, house, bo);
    house.clock.forward(`${12 * HOUR - 1}ms`);
    await tester.care({ action: 'feed' });
    expect((await count(house)).all.onDay[1]).toEqual(none);
    house.clock.forward('1ms');
    expect((await count(house)).all).toMatchObject({
      registered: 3,
      hatched: 2,
      onDay: { 1: { agents: 2, cameBack: 0 }, 3: none },
    });
    expect((await ada.care({ action: 'feed' })).status).toBe(200);
    expect((await count(house)).all.onDay[1]).toEqual({ agents: 2, cameBack: 1 });
    await feedFor(6 * 24, house, ada);
    expect((await count(house)).all.onDay).toEqual({
      1: { agents: 2, cameBack: 1 },
      3: { agents: 2, cameBack: 1 },
      7: { agents: 2, cameBack: 1 },
      30: none,
    });
    house.clock.forward('30d');
    expect((await count(house)).all.onDay[30]).toEqual({ agents: 2, cameBack: 0 });
  });

  test('agents are counted by week and source, and leave the counts with their account', async () => {
    const house = await aPlainHouse(await place.fresh());
    const ada = await aKeeper(house, 'ada', { source: 'skill:v2' });
    await aKeeper(house, 'bo', { source: 'skill/v1' });
    await ada.hatch();
    house.clock.forward('7d');
    await aKeeper(house, 'cy');
    const { byWeek, bySource } = await count(house);
    expect(byWeek.map(({ registered, hatched }) => [registered, hatched])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(byWeek[0]?.week).toBe((byWeek[1]?.week ?? 0) + 7 * 24 * HOUR);
    expect(new Date(byWeek[0]?.week ?? 0).toUTCString()).toMatch(/^Mon, .* 00:00:00 GMT$/);
    expect(bySource).toMatchObject([
      { source: 'skill', registered: 2, hatched: 1 },
      { source: '(none)', registered: 1, hatched: 0 },
    ]);
    await house.ask({ method: 'DELETE', path: '/api/auth/me', key: ada.key, body: { username: 'ada' } });
    const after = await count(house);
    expect(after.all).toMatchObject({ registered: 2, hatched: 0 });
    expect(after.bySource).toMatchObject([
      { source: '(none)', registered: 1 },
      { source: 'skill', registered: 1, hatched: 0 },
    ]);
    house.clock.forward('91d');
    expect((await count(house)).all.registered).toBe(0);
  });

  test('more agents than are read at once are each counted once, and sources beyond ten together', async () => {
    const house = await aPlainHouse(await place.fresh());
    const { store, clock } = house.house;
    // Many in one millisecond, in the order of their ids, are continued within it.
    for (let nth = 0; nth < 521; nth += 1) {
      const id = `0190a8b2-e4c5-7e6f-8a1b-${String(nth).padStart(12, '0')}`;
      await store.run(
        {
          text: `insert into agents (id, username, display_name, source, social_links, key_hash, key_issued_at, created_at)
            values ($1, $2, $2, $3, '[]', $1, $4, $4)`,
        },
        [id, `agent${nth}`, `s${nth % 12}/x`, clock.now() + Math.floor(nth / 300)],
      );
    }
    const { all, bySource } = await countComeBack(store, clock.now() + HOUR);
    expect(all.registered).toBe(521);
    expect(bySource).toHaveLength(11);
    expect(bySource.at(-1)).toMatchObject({ source: '(other)', registered: 86 });
  });
});

test('the measure is for operators alone: in analytics, metrics and the overview, without the rest of a source', async () => {
  const house = await aHouse(await anyStore(), { adminKey: ADMIN_KEY, metricsToken: METRICS_TOKEN });
  const ada = await aKeeper(house, 'ada', { source: 'skill:private-word' });
  await ada.hatch({ species_slug: 'tabby' });
  house.clock.forward('25h');
  await ada.care({ action: 'reflect', notes: 'Back again.' });
  const told = await house.ask({ path: '/api/admin/analytics', key: ADMIN_KEY });
  const onDay = { agents: 1, came_back: 1, rate: 1 };
  expect(of(told, 'come_back', 'all')).toMatchObject({ registered: 1, hatched: 1, day_1: onDay });
  expect(of(told, 'come_back', 'by_source', 0)).toMatchObject({ source: 'skill', day_1: onDay });
  expect(untrustedIn(told.body).get('/come_back/by_source/0/source')).toBe('skill');
  const metrics = await house.ask({ path: '/metrics', key: METRICS_TOKEN });
  expect(metrics.text).toContain('arkhouse_agents_came_back{days="1"} 1\n');
  expect(metrics.text).toContain('arkhouse_agents_hatched{days="3"} 0\n');
  expect(metrics.text).not.toContain('skill');
  for (const { text } of [told, metrics]) expect(text).not.toContain('private-word');
});

test('the counts are kept for ten minutes', async () => {
  const house = await aHouse(await anyStore());
  const registered = async () =>
    (await house.house.comeBack.at(house.house.store, house.clock.now())).all.registered;
  await aKeeper(house, 'ada');
  expect(await registered()).toBe(1);
  await aKeeper(house, 'bo');
  house.clock.forward('9m');
  expect(await registered()).toBe(1);
  house.clock.forward('1m');
  expect(await registered()).toBe(2);
});
