import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { DAY } from '../../src/rules/base/clock.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { aKeptHouse, of, type Keeper } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { ID } from '../support/facts.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();
const actionsOf = ({ body }: Pick<Told, 'body'>) =>
  ((body['next_steps'] ?? []) as NextStep[]).map(({ action }) => action);

async function eggsOf({ clock }: TestHouse, keeper: Keeper, ...eggs: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const egg of eggs) {
    ids.push(String(of(await keeper.adopt(egg), 'creature', 'id')));
    clock.forward(`${60 / eggs.length}m`);
  }
  return ids;
}

const STATS = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };
const HIDDEN = { hunger: null, happiness: null, health: null, trust: null, discipline: null };
const EMPTY = { error: 'No living creatures in your house', suggestion: expect.stringContaining('empty') };

onSqlite((place) => {
  test('a status has everything about a creature at this moment, and after its death the way back', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch();
    house.clock.forward('6h');
    const { status, headers, body } = await wren.status();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '60' });
    expect(body).toEqual({
      creature: {
        id,
        name: 'Bo',
        species: 'Plain',
        stage: 'baby',
        tier: 'common',
        family: 'cat',
        age_hours: 6,
        ...STATS,
        hunger: 94,
        happiness: 94,
        mood: 'happy',
        alive: true,
        keepsakes: 1,
        personality_traits: expect.arrayContaining([expect.any(String)]),
        feeding_window_hours: 10,
        next_feeding_window: 'open now',
        hours_since_fed: 6,
        feeding_status: 'due_soon',
        death_clock: {
          hours_without_care: 6,
          dies_at: at(36),
          hours_remaining: 30,
          threshold_hours: 36,
          urgency: 'safe',
        },
        care_rhythm: {
          average_hours: 12,
          death_threshold_hours: 36,
          decay_multiplier: 1,
          established: false,
        },
        behavior: expect.stringMatching(/./),
        evolution_progress: {
          current_path: null,
          consistency_score: 100,
          responsiveness_score: 100,
          variety_score: 0,
          hint: expect.stringMatching(/./),
        },
        image_url: null,
      },
      recommended_checkin: {
        creature_id: id,
        at: at(6.25),
        hours_from_now: 0.25,
        reason: expect.stringMatching(/94/),
        feeding_window_status: 'in_window',
        cron: '0 6,12,15,21 * * *',
      },
      new_keepsakes: 1,
      soul_prompt: expect.stringContaining('Bo'),
      house_activity: {
        creatures_born: 1,
        creatures_died: 0,
        care_actions: 0,
        feedings: 0,
        reflections: 0,
        active_agents: 1,
        window: '24h',
      },
      server_time: at(6),
      next_steps: expect.arrayContaining([expect.objectContaining({ method: 'POST' })]),
    });
    house.clock.forward('34h');
    const dead = await wren.status(`?creature_id=${id}`);
    expect(dead.status).toBe(200);
    expect(dead.body).toEqual({
      creature: {
        id,
        name: 'Bo',
        species: 'Plain',
        stage: 'child',
        tier: 'common',
        family: 'cat',
        age_hours: 36,
        ...HIDDEN,
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

  test('an egg hatches at the first GET, however late, and its clocks start then; HEAD is refused', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
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
    expect((await ask('/api/house/status')).body).not.toHaveProperty('deaths');
    const diesAt = String(of(await ask(`/api/house/status?id=${ada}`), 'creature', 'death_clock', 'dies_at'));
    clock.forward('7h');
    const closes_at = new Date(Date.parse(diesAt) + 7 * DAY).toISOString();
    const deaths = [
      { creature_id: ada, name: 'Ada', cause: 'neglect', died_at: diesAt, cost: 100, closes_at },
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

  test('a death past its resurrection is shown by the next status only, and at most ten are', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
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
});

eachDatabase((place) => {
  test('the default is the newest living creature; the others are listed, and eggs stay eggs', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const ids = await eggsOf(house, wren, { name: 'Ada' }, { name: 'Bea' }, { species_slug: 'hedgehog' });
    for (const id of ids) await wren.status(`?id=${id}`);
    house.clock.forward('2h');
    await wren.adopt({ name: 'Dot' });
    const [first = '', , shy] = ids;
    const { body } = await wren.status(`?creature_id=${first.toUpperCase()}`);
    expect(body['creature']).toMatchObject({ id: first, name: 'Ada' });
    const clocks = { hours_without_care: 2, hours_remaining: 34, threshold_hours: 36, urgency: 'safe' };
    const well = { id: expect.any(String), alive: true, feeding_status: 'ok' };
    expect(body['other_creatures']).toEqual([
      {
        ...well,
        name: 'Dot',
        species: 'Plain',
        stage: 'egg',
        age_hours: 0,
        ...STATS,
        mood: 'content',
        hours_since_fed: 0,
        next_feeding_window: expect.stringMatching(/^2026-.*Z$/),
        death_clock: null,
      },
      expect.objectContaining({
        ...well,
        id: shy,
        ...HIDDEN,
        hidden_stats: ['hunger', 'happiness', 'health', 'trust', 'discipline'],
        mood: 'content',
      }),
      {
        ...well,
        name: 'Bea',
        species: 'Plain',
        stage: 'baby',
        age_hours: 2,
        ...STATS,
        hunger: 98,
        happiness: 98,
        mood: 'happy',
        hours_since_fed: 2,
        next_feeding_window: at(6),
        death_clock: { ...clocks, dies_at: at(37) },
      },
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
    for (const id of [free, ID])
      expect(await wren.status(`?creature_id=${id}`)).toMatchObject({
        status: 404,
        body: {
          error: EMPTY.error,
          your_creatures: [{ id: mine, name: 'Eve', species: 'Plain', stage: 'baby' }],
          next_steps: [{ endpoint: `/api/house/status?creature_id=${mine}` }],
        },
      });
  });
});
