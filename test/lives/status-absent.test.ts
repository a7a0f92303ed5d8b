import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { DAY } from '../../src/rules/base/clock.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { ID } from '../support/facts.ts';
import type { Told } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';

const actionsOf = (told: Pick<Told, 'body'>) =>
  ((told.body['next_steps'] ?? []) as NextStep[]).map(({ action }) => action);
const at = (hours: number) => new Date(after(hours)).toISOString();

eachDatabase((place) => {
  test('a dead creature is shown with its cause of death and the price of resurrection', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    house.clock.forward('40h');
    const { status, body } = await wren.status(`?creature_id=${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      creature: {
        id,
        name: 'Bo',
        species: 'Plain',
        stage: 'child',
        tier: 'common',
        family: 'cat',
        age_hours: 36,
        hunger: null,
        happiness: null,
        health: null,
        trust: null,
        discipline: null,
        alive: false,
        cause: 'neglect',
        died_at: at(36),
        personality_traits: expect.arrayContaining([expect.any(String)]),
        image_url: null,
      },
      message: expect.stringContaining('Bo'),
      new_keepsakes: 2,
      new_letters: 2,
      resurrection: { possible: true, cost: 100, credits: 0, closes_at: at(36 + 168), hours_left: 164 },
      server_time: at(40),
      next_steps: expect.arrayContaining([expect.objectContaining({ method: 'GET' })]),
    });
  });

  test('of several dead creatures the last to die is shown', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const first = await wren.hatch({ name: 'Ada' });
    house.clock.forward('1h');
    await wren.hatch({ name: 'Bo' });
    house.clock.forward('12h');
    await wren.care({ action: 'feed', creature_id: first });
    house.clock.forward('60h');
    const { body } = await wren.status();
    expect(body['creature']).toMatchObject({ id: first, alive: false });
  });

  test('resurrection is possible for exactly seven days', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    house.clock.forward('204h');
    const last = await wren.status(`?id=${id}`);
    expect(last.body['resurrection']).toMatchObject({ possible: true, hours_left: 0 });
    house.clock.forward('1ms');
    const late = await wren.status(`?id=${id}`);
    expect(late.body['resurrection']).toMatchObject({ possible: false, hours_left: 0 });
  });

  test('the status without creatures says so and suggests adoption', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const { status, body } = await wren.status();
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: 'No living creatures in your house',
      suggestion: expect.stringContaining('empty'),
      your_creatures: [],
    });
    expect(of({ body }, 'next_steps', 0)).toMatchObject({ method: 'POST', endpoint: '/api/house/adopt' });
    expect(body).not.toHaveProperty('creature');
  });

  test('the status without creatures names the last dead one, not a released one', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch({ name: 'Ada' });
    house.clock.forward('1h');
    const last = await wren.hatch({ name: 'Bea' });
    house.clock.forward('35h30m');
    const free = await wren.hatch({ name: 'Cy' });
    house.clock.forward('1h');
    await wren.release({ id: free });
    const { status, body } = await wren.status();
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: 'No living creatures in your house',
      suggestion: expect.stringContaining('empty'),
      your_creatures: [],
      creature: { id: last, name: 'Bea', alive: false, cause: 'neglect', age_hours: 36, died_at: at(37) },
      resurrection: { possible: true, cost: 100, closes_at: at(37 + 168) },
    });
    expect(JSON.stringify(body['next_steps'])).toContain(last);
  });

  test('a death is shown in every view of the living and in who_am_i until the resurrection', async () => {
    const house = await aPlayHouse(await place.fresh());
    const { key, clock } = house;
    const ask = (path: string, body?: object) =>
      house.ask({ ...(body && { method: 'POST' as const, body }), path, key, headers: SANDBOX_HEADERS });
    const hatch = async (name: string) => {
      const { body } = await ask('/api/house/adopt', { name, species_slug: 'owl' });
      const { id } = body['creature'] as { id: string };
      await ask(`/api/house/status?creature_id=${id}`);
      return id;
    };
    const ada = await hatch('Ada');
    clock.forward('30h');
    const bea = await hatch('Bea');
    const before = await ask('/api/house/status');
    expect(before.body).not.toHaveProperty('deaths');
    const diesAt = String(of(await ask(`/api/house/status?id=${ada}`), 'creature', 'death_clock', 'dies_at'));
    clock.forward('7h');
    const died = Date.parse(diesAt);
    const deaths = [
      {
        creature_id: ada,
        name: 'Ada',
        cause: 'neglect',
        died_at: diesAt,
        cost: 100,
        closes_at: new Date(died + 7 * DAY).toISOString(),
      },
    ];
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
    for (const path of [...paths, '/api/auth/me'])
      expect((await ask(path)).body).not.toHaveProperty('deaths');
  });

  test('a death past its resurrection is shown by the next status only', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
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

  test('the status of a dead creature lists the other deaths, in both views', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const ids = [];
    for (const name of ['Ada', 'Bea', 'Cy']) ids.push(await wren.hatch({ name }));
    house.clock.forward('40h');
    for (const view of ['full', 'brief']) {
      const { body } = await wren.status(`?id=${ids[0]}&view=${view}`);
      expect(body).toMatchObject({ creature: { name: 'Ada', alive: false } });
      const told = body['deaths'] as readonly { name: string }[];
      expect(told.map(({ name }) => name).toSorted()).toEqual(['Bea', 'Cy']);
    }
  });

  test('the status without living creatures lists every death that can be undone', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    for (const name of ['Ada', 'Bea']) await wren.hatch({ name });
    house.clock.forward('40h');
    const { status, body } = await wren.status();
    expect(status).toBe(404);
    expect(body['deaths']).toHaveLength(2);
  });

  test('foreign, released and unknown creatures are 404, with the list of own ones', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const other = await aKeeper(house, 'other');
    const theirs = await other.hatch();
    const free = await wren.hatch();
    await wren.release({ id: free });
    const mine = await wren.hatch({ name: 'Ada' });
    for (const id of [theirs, free, ID])
      expect(await wren.status(`?creature_id=${id}`)).toMatchObject({
        status: 404,
        body: {
          error: 'No living creatures in your house',
          your_creatures: [{ id: mine, name: 'Ada', species: 'Plain', stage: 'baby' }],
          next_steps: [{ endpoint: `/api/house/status?creature_id=${mine}` }],
        },
      });
  });

  test('a malformed id is refused and never means another creature', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const id = await wren.hatch();
    for (const query of [
      '?creature_id=',
      '?creature_id=1',
      '?id=nobody',
      `?id=${id}x`,
      `?creature_id=${id}&creature_id=${ID}`,
      `?creature_id=${id}&id=${ID}`,
      '?creature_id=null',
      '?creature_id[]=x&creature_id=',
    ])
      expect(await wren.status(query), query).toMatchObject({
        status: 400,
        body: { error: 'Invalid creature_id', details: expect.any(String), suggestion: expect.any(String) },
      });
    for (const query of [`?id=${id}`, `?creature_id=${id}&id=${id}`, '?view=strange', '?unknown=1'])
      expect((await wren.status(query)).status, query).toBe(200);
  });

  test('if creature_id and id differ, the problem names the wrong one', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const id = await wren.hatch();
    expect((await wren.status(`?creature_id=${id}&id=${ID}`)).body).toMatchObject({
      details: 'id: expected the creature that creature_id names, received text of 36 characters',
    });
    expect((await wren.release({})).body).toMatchObject({
      details: 'creature_id: expected exactly one of creature_id and id, received nothing',
    });
  });

  test('status is limited to 60 a minute', async () => {
    const house = await aPlainHouse(await place.fresh(), { limited: true });
    const wren = await aKeeper(house);
    await wren.hatch();
    for (let look = 2; look <= 60; look += 1) expect((await wren.status()).status).toBe(200);
    expect(await wren.status()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60', 'x-ratelimit-remaining': '0', 'cache-control': 'no-store' },
      body: { error: 'Rate limit exceeded', retry_after_seconds: 60, suggestion: expect.any(String) },
    });
    house.clock.forward('60s');
    expect((await wren.status()).status).toBe(200);
  });

  test('status without a key is 401, and a failure is 500 without its cause', async () => {
    const store = await place.fresh();
    const none = (): Promise<never> => Promise.reject(new Error('secret'));
    let fails = false;
    const failing = storeWith(store, {
      all: (query, values) => (fails ? none() : store.all(query, values)),
    });
    const { ask, ...rest } = await aPlainHouse(failing);
    const wren = await aKeeper({ ask, ...rest });
    expect(await ask({ path: '/api/house/status' })).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key' },
    });
    fails = true;
    const told = await wren.status();
    expect(told).toMatchObject({ status: 500, body: { error: 'Something went wrong checking the den' } });
    expect(told.text).not.toContain('secret');
  });

  test('HEAD of status is refused and hatches nothing', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.adopt();
    const head = await house.ask({ method: 'HEAD', path: '/api/house/status', key: wren.key });
    expect(head.status).toBe(405);
    expect(head.headers['allow']).toBe('GET');
    expect((await wren.status()).body).toMatchObject({ milestone: { stage: 'baby' } });
  });
});
