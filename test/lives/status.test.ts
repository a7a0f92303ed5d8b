import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { DAY } from '../../src/rules/base/clock.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { aKeptHouse, letFeel, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ID } from '../support/facts.ts';
import type { Told } from '../support/house.ts';
import { adopted } from '../support/keeping.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();
const actionsOf = ({ body }: Pick<Told, 'body'>) =>
  ((body['next_steps'] ?? []) as NextStep[]).map(({ action }) => action);

const STATS = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };
const HIDDEN = { hunger: null, happiness: null, health: null, trust: null, discipline: null };
const EMPTY = { error: 'No living creatures in your house', suggestion: expect.stringContaining('empty') };

const BRIEF = 'view=brief';

/** All but the steps is the same in both views; the brief one has fewer fields. */
function expectSameNames(brief: Told, full: Told): void {
  const { next_steps: steps, ...rest } = brief.body;
  expect(full.body).toMatchObject(rest);
  expect(steps).toEqual(expect.any(Array));
}

const EGGS = 105;

test('a status has the facts of this moment, and after the death the way back', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  house.clock.forward('6h');
  const { status, headers, body } = await wren.status();
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '60' });
  // test/agent-docs/examples.test.ts compares a whole reply of each operation with its recorded example.
  const stats = { age_hours: 6, ...STATS, hunger: 94, happiness: 94, mood: 'happy', keepsakes: 1 };
  const meals = { next_feeding_window: 'open now', hours_since_fed: 6, feeding_status: 'due_soon' };
  expect(body).toMatchObject({
    creature: {
      id,
      ...stats,
      ...meals,
      death_clock: { hours_without_care: 6, dies_at: at(36), hours_remaining: 30, urgency: 'safe' },
      care_rhythm: {
        average_hours: 12,
        death_threshold_hours: 36,
        decay_multiplier: 1,
        established: false,
      },
      evolution_progress: { current_path: null, consistency_score: 100, responsiveness_score: 100 },
    },
    recommended_checkin: { at: at(6.25), hours_from_now: 0.25, cron: '0 6,12,15,21 * * *' },
    new_keepsakes: 1,
    server_time: at(6),
  });
  house.clock.forward('34h');
  const dead = await wren.status(`?creature_id=${id}`);
  expect(dead.status).toBe(200);
  const death = { stage: 'child', age_hours: 36, alive: false, cause: 'neglect', died_at: at(36) };
  expect(dead.body).toMatchObject({
    creature: { id, ...HIDDEN, ...death },
    new_keepsakes: 2,
    new_letters: 2,
    resurrection: { possible: true, cost: 100, credits: 0, closes_at: at(36 + 168), hours_left: 164 },
  });
});

test('an egg hatches at the first GET, however late, and its clocks start then; HEAD is refused', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.adopt();
  house.clock.forward('40d');
  const head = await house.ask({ method: 'HEAD', path: '/api/house/status', key: wren.key });
  expect([head.status, head.headers['allow']]).toEqual([405, 'GET']);
  expect((await wren.status()).body).toMatchObject({
    creature: { stage: 'baby', age_hours: 0, ...STATS, hours_since_fed: 0, feeding_status: 'ok' },
    milestone: { stage: 'baby', message: expect.stringContaining('Bo') },
  });
  expect((await wren.status()).body).not.toHaveProperty('milestone');
});

test('a death is shown in every view of the living and in who_am_i until the resurrection', async () => {
  const house = await aPlayHouse(await anyStore());
  const { key, clock } = house;
  const ask = (path: string, body?: object) =>
    house.ask({ ...(body && { method: 'POST' as const, body }), path, key, headers: SANDBOX_HEADERS });
  const hatch = (name: string) => adopted({ house, key }, 'owl', name);
  const ada = await hatch('Ada');
  clock.forward('30h');
  const bea = await hatch('Bea');
  expect((await ask('/api/house/status')).body).not.toHaveProperty('deaths');
  const diesAt = String(of(await ask(`/api/house/status?id=${ada}`), 'creature', 'death_clock', 'dies_at'));
  clock.forward('7h');
  const closes_at = new Date(Date.parse(diesAt) + 7 * DAY).toISOString();
  const deaths = [{ creature_id: ada, name: 'Ada', cause: 'neglect', died_at: diesAt, cost: 100, closes_at }];
  const paths = ['status', `status?id=${bea}`, 'status?view=brief'].map((path) => `/api/house/${path}`);
  for (const path of [...paths, '/api/auth/me']) {
    const told = await ask(path);
    expect(told.body, path).toMatchObject({ deaths });
    expect(of(told, 'next_steps', 0, 'action'), path).not.toMatch(/buy|resurrect/);
  }
  await hatch('Cy');
  expect((await ask('/api/house/status?view=brief')).body).toMatchObject({ creatures: [{}, {}], deaths });
  expect(actionsOf(await ask('/api/auth/me'))).toContain('buy_credits');
  const bought = await ask('/api/house/credits', { pack: '100' });
  await house.click(new URL(String(bought.body['checkout_url'])));
  expect(actionsOf(await ask('/api/auth/me'))).toContain('resurrect');
  await ask('/api/house/resurrect', { creature_id: ada });
  for (const path of [...paths, '/api/auth/me']) expect((await ask(path)).body).not.toHaveProperty('deaths');
});

test('a death past its resurrection is shown by the next status only, and at most ten are', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  for (let nth = 0; nth < 12; nth += 1) await wren.hatch({ name: `N${nth}` });
  await wren.adopt({ name: 'Egg' });
  house.clock.forward('15d');
  const told = await wren.status();
  expect(told.body).toMatchObject({ creature: { name: 'Egg' }, more_deaths: 2 });
  expect(told.body['deaths']).toHaveLength(10);
  expect(actionsOf(told)).not.toContain('resurrect');
  house.clock.forward('1h');
  expect((await wren.status()).body).not.toHaveProperty('deaths');
});

test('the fields of the brief view are a subset of the full view, for living and dead creatures', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = String(of(await wren.adopt(), 'creature', 'id'));
  // It hatches an egg and reports the milestone once, like a full one.
  expect((await wren.status(`?${BRIEF}`)).body['milestone']).toMatchObject({ stage: 'baby' });
  house.clock.forward('6h');
  const brief = await wren.status(`?${BRIEF}`);
  // The full view is checked field by field above.
  expect(Object.keys(brief.body).toSorted()).toEqual(
    'creature new_keepsakes next_steps recommended_checkin server_time'.split(' '),
  );
  expect(Object.keys(brief.body['creature'] as object)).toHaveLength(16);
  expectSameNames(brief, await wren.status());
  expect((await wren.status('?view=full')).body).toHaveProperty('soul_prompt');
  house.clock.forward('34h');
  const dead = await wren.status(`?${BRIEF}&id=${id}`);
  expect(dead.body).toMatchObject({
    creature: { id, alive: false, cause: 'neglect', died_at: at(36) },
    resurrection: { possible: true, cost: 100, hours_left: 164 },
  });
  expectSameNames(dead, await wren.status(`?id=${id}`));
});

test('without an id it lists all by need (danger, hungry, egg, none) and hatches the newest egg only', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const ada = await wren.hatch({ name: 'Ada' });
  await wren.adopt({ name: 'Egg' });
  house.clock.forward('1s');
  const cay = of(await wren.adopt({ name: 'Cay' }), 'creature', 'id');
  const first = (await wren.status(`?${BRIEF}`)).body;
  expect(first).toMatchObject({ milestone: { stage: 'baby', creature_id: cay } });
  expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 2, eggs_unhatched: 1 });
  const bo = await wren.hatch({ name: 'Bo' });
  house.clock.forward('6h');
  await wren.care({ action: 'feed', creature_id: cay });
  await letFeel(house.house, wren.id, bo, { health: 10 });
  const { body, text } = await wren.status(`?${BRIEF}`);
  expect(body).toMatchObject({
    creature: { id: bo, name: 'Bo' },
    creatures: [
      { id: bo },
      { id: ada, name: 'Ada', feeding_status: 'due_soon', urgency: 'safe', checkin_at: at(6.25) },
      { name: 'Egg', stage: 'egg', urgency: null, checkin_at: null },
      { id: cay, feeding_status: 'ok' },
    ],
    recommended_checkin: { creature_id: bo, hours_from_now: 0 },
    next_steps: [{ action: 'medicine', body: { creature_id: bo } }],
  });
  expect(text.length).toBeLessThanOrEqual(1500);
  const named = await wren.status(`?${BRIEF}&id=${ada}`);
  expect(named.body).toMatchObject({ creature: { id: ada } });
  expect(named.body).not.toHaveProperty('creatures');
});

test('care takes view=brief in the query or in the body', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const isBrief = ({ body }: Told) => !('soul_prompt' in body) && 'recommended_checkin' in body;
  const body = { action: 'play' };
  const asked = await house.ask({ method: 'POST', path: `/api/house/care?${BRIEF}`, key: wren.key, body });
  for (const told of [asked, await wren.care({ action: 'play', view: 'brief' })]) {
    expect(told.status, told.text).toBe(200);
    expect(isBrief(told)).toBe(true);
    expect(told.text.length).toBeLessThanOrEqual(900);
  }
  for (const view of ['full', 'long', 7, null])
    expect(isBrief(await wren.care({ action: 'play', view }))).toBe(false);
});

eachDatabase((place) => {
  test('the default is the newest living creature; the others are listed, and eggs stay eggs', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const ids: string[] = [];
    for (const egg of [{ name: 'Ada' }, { name: 'Bea' }, { species_slug: 'hedgehog' }]) {
      ids.push(String(of(await wren.adopt(egg), 'creature', 'id')));
      house.clock.forward('20m');
    }
    for (const id of ids) await wren.status(`?id=${id}`);
    house.clock.forward('2h');
    await wren.adopt({ name: 'Dot' });
    const [first = '', , shy] = ids;
    const { body } = await wren.status(`?creature_id=${first.toUpperCase()}`);
    expect(body['creature']).toMatchObject({ id: first, name: 'Ada' });
    const clocks = { hours_without_care: 2, hours_remaining: 34, urgency: 'safe', dies_at: at(37) };
    const bea = { age_hours: 2, ...STATS, hunger: 98, happiness: 98, next_feeding_window: at(6) };
    const hidden_stats = ['hunger', 'happiness', 'health', 'trust', 'discipline'];
    expect(body['other_creatures']).toMatchObject([
      { name: 'Dot', stage: 'egg', age_hours: 0, ...STATS, mood: 'content', death_clock: null },
      { id: shy, ...HIDDEN, hidden_stats, mood: 'content' },
      { name: 'Bea', stage: 'baby', ...bea, mood: 'happy', death_clock: clocks },
    ]);
    const newest = await wren.status();
    expect(newest.body).toMatchObject({ creature: { name: 'Dot' }, milestone: { stage: 'baby' } });
    expect(of(newest, 'other_creatures')).toHaveLength(3);
  });

  test('without living creatures the status names the last to die, not a released one, and all recent deaths', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const none = await wren.status();
    expect(none).toMatchObject({ status: 404, body: { ...EMPTY, your_creatures: [] } });
    expect(of(none, 'next_steps', 0)).toMatchObject({ method: 'POST', endpoint: '/api/house/adopt' });
    expect(none.body).not.toHaveProperty('creature');
    const ids = [];
    for (const name of ['Ada', 'Bea', 'Cy']) {
      ids.push(await wren.hatch({ name }));
      house.clock.forward('1h');
    }
    const [ada = '', bea, cy] = ids;
    // The one adopted first dies last.
    await wren.care({ action: 'feed', creature_id: ada });
    house.clock.forward('35h30m');
    const free = await wren.hatch({ name: 'Dot' });
    house.clock.forward('1h');
    await wren.release({ id: free });
    const { status, body } = await wren.status();
    expect(status).toBe(404);
    expect(body).toMatchObject({
      ...EMPTY,
      your_creatures: [],
      creature: { id: ada, name: 'Ada', alive: false, age_hours: 39, died_at: at(39) },
      resurrection: { possible: true, cost: 100, closes_at: at(39 + 168) },
      deaths: [{}, {}, {}],
    });
    expect(JSON.stringify(body['next_steps'])).toContain(ada);
    // The status of a dead creature lists the other deaths.
    for (const view of ['full', 'brief']) {
      const seen = (await wren.status(`?id=${ada}&view=${view}`)).body;
      expect(seen).toMatchObject({ creature: { name: 'Ada', alive: false } });
      const told = seen['deaths'] as readonly { creature_id: string }[];
      expect(new Set(told.map(({ creature_id }) => creature_id))).toEqual(new Set([bea, cy]));
    }
    const mine = await wren.hatch({ name: 'Eve' });
    const endpoint = `/api/house/status?creature_id=${mine}`;
    for (const id of [free, ID])
      expect(await wren.status(`?creature_id=${id}`)).toMatchObject({
        status: 404,
        body: { error: EMPTY.error, your_creatures: [{ id: mine }], next_steps: [{ endpoint }] },
      });
  });

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
