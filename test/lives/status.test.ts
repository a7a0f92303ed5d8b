import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { after, SLEEPYHEAD } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();

/** Adopts the eggs in sequence within an hour. */
async function eggsOf({ clock }: TestHouse, keeper: Keeper, ...eggs: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const egg of eggs) {
    ids.push(String(of(await keeper.adopt(egg), 'creature', 'id')));
    clock.forward(`${60 / eggs.length}m`);
  }
  return ids;
}

const STATS = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };

eachDatabase((place) => {
  test('a status has everything about a creature at this moment', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
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
  });

  test('an egg hatches at the first status, however late, and its clocks start then', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.adopt();
    house.clock.forward('40d');
    const { body } = await wren.status();
    expect(body).toMatchObject({
      creature: { stage: 'baby', age_hours: 0, ...STATS, hours_since_fed: 0, feeding_status: 'ok' },
      milestone: { stage: 'baby', message: expect.stringContaining('Bo') },
    });
    expect((await wren.status()).body).not.toHaveProperty('milestone');
  });

  test('feeding status, window, check-in and urgency agree at every boundary', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch();
    const opens = at(5);
    for (const [span, feeding, next, position, urgency, comeIn] of [
      // The window is about to open: the visit can wait for it.
      ['4h59m59.999s', 'ok', opens, 'before_window', 'safe', 0.03],
      ['1ms', 'due_soon', 'open now', 'in_window', 'safe', 1.25],
      ['1h15m', 'due_soon', 'open now', 'in_window', 'safe', 0],
      ['3h45m', 'due_soon', 'open now', 'in_window', 'safe', 0],
      ['1ms', 'overdue', 'open now', 'past_window', 'safe', 0],
      ['1h52m', 'overdue', 'open now', 'past_window', 'safe', 0],
      ['1m', 'overdue', 'open now', 'past_window', 'warning', 0],
      ['3h6m59.998s', 'overdue', 'open now', 'past_window', 'warning', 0],
      ['1ms', 'critical', 'open now', 'past_window', 'warning', 0],
      ['9h7m', 'critical', 'open now', 'past_window', 'warning', 0],
      ['1m', 'critical', 'open now', 'past_window', 'critical', 0],
      ['7h54m', 'critical', 'open now', 'past_window', 'critical', 0],
      ['1m', 'critical', 'open now', 'past_window', 'imminent', 0],
      ['3h56m59.999s', 'critical', 'open now', 'past_window', 'imminent', 0],
    ] as const) {
      house.clock.forward(span);
      expect((await wren.status()).body, span).toMatchObject({
        creature: {
          feeding_status: feeding,
          next_feeding_window: next,
          death_clock: { urgency, dies_at: at(36) },
        },
        recommended_checkin: { feeding_window_status: position, hours_from_now: comeIn },
      });
    }
    house.clock.forward('1ms');
    expect((await wren.status()).status).toBe(404);
  });

  test('the status of a sleeping creature has its waking time in the keeper’s time zone', async () => {
    const house = await aPlainHouse(await place.fresh(), { seed: SLEEPYHEAD });
    const wren = await aKeeper(house, 'wren', { timezone: 'Africa/Johannesburg' });
    await wren.hatch();
    house.clock.forward('7h59m59s');
    expect((await wren.status()).body['creature']).not.toHaveProperty('sleep_info');
    house.clock.forward('1s');
    expect((await wren.status()).body['creature']).toMatchObject({
      mood: 'sleeping',
      sleep_info: { sleeping: true, sleep_window_end: '06:00', timezone_used: 'Africa/Johannesburg' },
    });
  });

  test('the default is the newest living creature; the others are listed, and eggs stay eggs', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const ids = await eggsOf(house, wren, { name: 'Ada' }, { name: 'Bea' }, { species_slug: 'hedgehog' });
    for (const id of ids) await wren.status(`?id=${id}`);
    house.clock.forward('2h');
    await wren.adopt({ name: 'Dot' });
    const [first = '', , shy] = ids;
    const { body } = await wren.status(`?creature_id=${first.toUpperCase()}`);
    expect(body['creature']).toMatchObject({ id: first, name: 'Ada' });
    const clocks = { hours_without_care: 2, hours_remaining: 34, threshold_hours: 36, urgency: 'safe' };
    const well = { alive: true, feeding_status: 'ok' };
    expect(body['other_creatures']).toEqual([
      {
        ...well,
        id: expect.any(String),
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
        hunger: null,
        happiness: null,
        health: null,
        trust: null,
        discipline: null,
        hidden_stats: ['hunger', 'happiness', 'health', 'trust', 'discipline'],
        mood: 'content',
      }),
      {
        ...well,
        id: expect.any(String),
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

  test('growth is reported by the next status only, even if care found it', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch();
    for (const span of ['20h', '20h', '20h']) {
      house.clock.forward(span);
      await wren.care({ action: 'feed' });
    }
    house.clock.forward('12h');
    expect((await wren.history()).body['creature']).toMatchObject({ stage: 'teen' });
    const { body } = await wren.status();
    expect(body).toMatchObject({
      creature: { stage: 'teen', age_hours: 72, evolution_progress: { current_path: expect.any(String) } },
      milestone: { stage: 'teen', message: expect.any(String) },
      milestones: [{ type: 'stage_transition', threshold: 'child', message: expect.any(String) }],
    });
    const again = (await wren.status()).body;
    expect(again).not.toHaveProperty('milestone');
    expect(again).not.toHaveProperty('milestones');
  });
});
