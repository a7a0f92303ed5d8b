import { expect, test } from 'vitest';

import { HOUR, iso } from '../../src/rules/base/clock.ts';
import { CARE_LINES } from '../../src/text/creature/care-message.ts';
import { aKeptHouse, aKeeper, aPlainHouse, letFeel, of } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';

onSqlite((place) => {
  test('care is answered with all its effects', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch();
    const hatchedAt = iso(house.clock.now());
    house.clock.forward('6h');
    const { status, headers, body } = await wren.care({ action: 'feed' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '2' });
    const message = of({ body }, 'action_result', 'message');
    const told: unknown = expect.stringContaining('Bo');
    expect(message).toEqual(told);
    expect(body).toEqual({
      creature: {
        id,
        name: 'Bo',
        species: 'Plain',
        stage: 'baby',
        hunger: 100,
        happiness: 94,
        health: 100,
        trust: 20,
        discipline: 0,
        mood: 'happy',
        alive: true,
      },
      message,
      action_result: {
        action: 'feed',
        success: true,
        changes: { hunger: { before: 94, after: 100 } },
        effectiveness: 'reduced',
        timing: 'on_time',
        message,
        care_log_entry_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        tip: expect.any(String),
      },
      keepsakes: [
        { kind: 'piece_of_shell', name: 'a piece of shell', text: told, kept_at: hatchedAt },
        { kind: 'first_crumb', name: 'a first crumb', text: told, kept_at: iso(house.clock.now()) },
      ],
      recommended_checkin: {
        creature_id: id,
        at: iso(house.clock.now() + 6.25 * HOUR),
        hours_from_now: 6.25,
        reason: expect.stringContaining('.'),
        feeding_window_status: 'before_window',
        cron: expect.stringMatching(/^[\d,]+ \S+ \* \* \*$/),
      },
      house_activity: {
        creatures_born: 1,
        creatures_died: 0,
        care_actions: 1,
        feedings: 1,
        reflections: 0,
        active_agents: 1,
        window: '24h',
      },
      soul_prompt: expect.stringContaining('Bo'),
      server_time: iso(house.clock.now()),
      next_steps: expect.arrayContaining([expect.objectContaining({ action: expect.any(String) })]),
    });
  });

  test('a meal is timed from the stored last one, and ten on time in a row are a milestone', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    await wren.hatch();
    const fed = async (wait: string) => {
      house.clock.forward(wait);
      return of(await wren.care({ action: 'feed' }), 'action_result') as { timing: string; changes: object };
    };
    const gains: unknown[] = [];
    for (let meal = 1; meal <= 10; meal += 1) {
      const { timing, changes } = await fed('5h');
      expect(timing).toBe('on_time');
      gains.push('trust' in changes);
    }
    expect(gains).toEqual([false, false, ...Array<boolean>(8).fill(true)]);
    for (const [wait, timing] of [
      ['4h59m', 'early'],
      ['10h', 'on_time'],
      ['10h1ms', 'late'],
      ['16h', 'missed_window'],
    ] as const)
      expect((await fed(wait)).timing, wait).toBe(timing);
    const { body } = await wren.history();
    expect(body['milestones']).toContainEqual(
      expect.objectContaining({ type: 'care_streak', threshold: 10 }),
    );
    const log = body['care_log'] as readonly object[];
    expect(log).toHaveLength(14);
    expect(log.slice(0, 2)).toMatchObject([{ timing: 'missed_window' }, { timing: 'late' }]);
    expect(body['stats']).toMatchObject({ total_feedings: 14, missed_feedings: 1 });
  });

  test('discipline of an unwell or distrustful creature is answered with a warning', async () => {
    const { house, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, ...rest });
    const id = await wren.hatch();
    for (const [stats, advised] of [
      [{ health: 39, trust: 90 }, true],
      [{ health: 100, trust: 29 }, true],
      [{ health: 100, trust: 90 }, false],
    ] as const) {
      await letFeel(house, wren.id, id, stats);
      const { body } = await wren.care({ action: 'discipline' });
      const said = CARE_LINES.caution.first.some((line) => String(body['message']).includes(line));
      expect(said, JSON.stringify(stats)).toBe(advised);
      expect(JSON.stringify(body['next_steps'])).not.toContain('discipline');
    }
  });

  test('a milestone is reported once, by the care that reached it', async () => {
    const { house, clock, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, clock, ...rest });
    const id = await wren.hatch();
    const told: unknown[] = [];
    const act = async (action: string, stats: object) => {
      clock.forward('1s');
      await letFeel(house, wren.id, id, stats);
      const { body } = await wren.care({ action });
      told.push(...((body['milestones'] ?? []) as readonly unknown[]));
    };
    await act('play', { happiness: 49 });
    await act('play', { happiness: 79 });
    await act('play', { happiness: 49 });
    await act('reflect', { trust: 48 });
    await act('reflect', { trust: 48 });
    await act('discipline', { discipline: 66 });
    await act('medicine', { health: 60 });
    await act('medicine', { health: 19 });
    await act('medicine', { health: 60 });
    const reached = [
      ['happiness_milestone', 50],
      ['happiness_milestone', 80],
      ['trust_milestone', 50],
      ['discipline_milestone', 75],
      ['health_milestone', 80],
    ].map(([type, threshold]) => ({ type, threshold, message: expect.any(String) }));
    expect(told).toEqual(reached);
    expect((await wren.history()).body['milestones']).toMatchObject([
      { type: 'stage_transition', threshold: 'baby' },
      ...reached,
    ]);
  });
});
