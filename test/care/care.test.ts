import { expect, test } from 'vitest';

import { HOUR, iso } from '../../src/rules/base/clock.ts';
import { CARE_LINES } from '../../src/text/creature/care-message.ts';
import { aKeptHouse, letFeel, of } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';

test('care is answered with all its effects', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const hatchedAt = iso(house.clock.now());
  house.clock.forward('6h');
  const { status, headers, body } = await wren.care({ action: 'feed' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '2' });
  const changes = { hunger: { before: 94, after: 100 } };
  const told: unknown = expect.stringContaining('Bo');
  expect(body).toMatchObject({
    creature: { id, hunger: 100, happiness: 94, health: 100, trust: 20, mood: 'happy', alive: true },
    message: of({ body }, 'action_result', 'message'),
    action_result: { changes, effectiveness: 'reduced', timing: 'on_time', tip: expect.any(String) },
    keepsakes: [
      { kind: 'piece_of_shell', text: told, kept_at: hatchedAt },
      { kind: 'first_crumb', text: told, kept_at: iso(house.clock.now()) },
    ],
    recommended_checkin: {
      creature_id: id,
      at: iso(house.clock.now() + 6.25 * HOUR),
      hours_from_now: 6.25,
    },
    house_activity: { creatures_born: 1, care_actions: 1, feedings: 1 },
  });
});

test('a meal is timed from the stored last one, and ten on time in a row are a milestone', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
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
  expect(body['milestones']).toContainEqual(expect.objectContaining({ type: 'care_streak', threshold: 10 }));
  const log = body['care_log'] as readonly object[];
  expect(log).toHaveLength(14);
  expect(log.slice(0, 2)).toMatchObject([{ timing: 'missed_window' }, { timing: 'late' }]);
  expect(body['stats']).toMatchObject({ total_feedings: 14, missed_feedings: 1 });
});

test('discipline of an unwell or distrustful creature is answered with a warning', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  for (const [stats, advised] of [
    [{ health: 39, trust: 90 }, true],
    [{ health: 100, trust: 29 }, true],
    [{ health: 100, trust: 90 }, false],
  ] as const) {
    await letFeel(house.house, wren.id, id, stats);
    const { body } = await wren.care({ action: 'discipline' });
    const said = CARE_LINES.caution.first.some((line) => String(body['message']).includes(line));
    expect(said, JSON.stringify(stats)).toBe(advised);
    expect(JSON.stringify(body['next_steps'])).not.toContain('discipline');
  }
});

test('a milestone is reported once, by the care that reached it', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const told: unknown[] = [];
  const act = async (action: string, stats: object) => {
    house.clock.forward('1s');
    await letFeel(house.house, wren.id, id, stats);
    const { body } = await wren.care({ action });
    told.push(...((body['milestones'] ?? []) as readonly unknown[]));
  };
  for (const happiness of [49, 79, 49]) await act('play', { happiness });
  for (const trust of [48, 48]) await act('reflect', { trust });
  await act('discipline', { discipline: 66 });
  for (const health of [60, 19, 60]) await act('medicine', { health });
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

test('every answer recommends the check-in of the creature with the earliest need, and an egg has none', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const hungry = await wren.hatch({ name: 'Ada' });
  house.clock.forward('4h');
  const fresh = await wren.hatch({ name: 'Bo' });
  await wren.adopt({ name: 'Egg' });
  const { body: first } = await wren.care({ action: 'play', id: fresh });
  const checkin = { creature_id: hungry, hours_from_now: 2.25 };
  expect(first['recommended_checkin']).toMatchObject(checkin);
  for (const query of [`?id=${hungry}`, `?view=brief&id=${fresh}`])
    expect((await wren.status(query)).body['recommended_checkin'], query).toMatchObject(checkin);
  expect((await wren.status()).body['recommended_checkin']).toEqual(first['recommended_checkin']);
});

test('after a meal the check-in moves to another creature, and danger comes before hunger', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
  house.clock.forward('6h');
  const fed = async (id: string) => of(await wren.care({ action: 'feed', id }), 'recommended_checkin');
  const soon = { creature_id: bo, hours_from_now: 0.25, feeding_window_status: 'in_window' };
  expect(await fed(ada)).toMatchObject(soon);
  expect(await fed(bo)).toMatchObject({ hours_from_now: 6.25 });
  house.clock.forward('7h');
  await letFeel(house.house, wren.id, ada, { health: 10 });
  for (const id of [ada, bo])
    expect(of(await wren.status(`?id=${id}`), 'recommended_checkin')).toMatchObject({
      creature_id: ada,
      hours_from_now: 0,
    });
});

test('after care that kills, the check-in is that of the siblings, or none', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { judge: () => 0 });
  const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
  for (const id of [ada, bo]) await letFeel(house.house, wren.id, id, { health: 10 });
  const poison = { action: 'feed', item: 'a battery' };
  expect(of(await wren.care({ ...poison, id: ada }), 'recommended_checkin', 'creature_id')).toBe(bo);
  expect((await wren.care({ ...poison, id: bo })).body).not.toHaveProperty('recommended_checkin');
});
