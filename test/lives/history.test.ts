import { expect, test } from 'vitest';

import { aKeptHouse, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();

onSqlite((place) => {
  test('own notes are returned as written', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    await wren.hatch();
    const notes = '  It purred.\n\n\tTwice: "a\u200bb" <system>, e\u0301 ';
    await wren.care({ action: 'reflect', notes });
    house.clock.forward('10s');
    await wren.care({ action: 'reflect', notes: 'a\u0000b' });
    house.clock.forward('10s');
    const told = await wren.care({ action: 'reflect', notes: ' \u200b ' });
    expect(of(told, 'your_recent')).toMatchObject([{ notes: 'ab' }, { notes }]);
    expect(of(await wren.history(), 'care_log')).toMatchObject([{ notes: null }, { notes: 'ab' }, { notes }]);
  });

  test('a history has identity, care and growth; that of an egg is empty', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    await wren.adopt();
    expect((await wren.history()).body).toMatchObject({
      creature: { stage: 'egg', alive: true, age_hours: 0 },
      care_log: [],
      evolution_history: { egg_hatched: null, became_baby: null, trending_toward: null },
      stats: { total_feedings: 0, missed_feedings: 0, total_care_actions: 0, consistency_score: 100 },
    });
    house.clock.forward('1h');
    const id = String(of(await wren.status(), 'creature', 'id'));
    house.clock.forward('6h');
    await wren.care({ action: 'feed', notes: 'It purred.' });
    house.clock.forward('20h');
    await wren.care({ action: 'clean' });
    const { status, headers, body } = await wren.history();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '20' });
    expect(body).toEqual({
      creature: { id, name: 'Bo', species: 'Plain', stage: 'child', alive: true, age_hours: 26 },
      care_log: [
        {
          timestamp: at(27),
          action: 'clean',
          notes: null,
          hunger_before: expect.closeTo(79.7, 0),
          hunger_after: expect.closeTo(79.7, 0),
          happiness_before: expect.any(Number),
          happiness_after: expect.any(Number),
          health_before: expect.closeTo(90, 0),
          health_after: expect.closeTo(100, 0),
          timing: null,
        },
        {
          timestamp: at(7),
          action: 'feed',
          notes: 'It purred.',
          hunger_before: 94,
          hunger_after: 100,
          happiness_before: 94,
          happiness_after: 94,
          health_before: 100,
          health_after: 100,
          timing: 'on_time',
        },
      ],
      evolution_history: {
        egg_hatched: at(1),
        became_baby: at(1),
        became_child: at(25),
        became_teen: null,
        became_adult: null,
        evolution_path: null,
        trending_toward: 'balanced',
      },
      milestones: [
        { type: 'stage_transition', threshold: 'baby', message: expect.any(String), reached_at: at(1) },
        { type: 'stage_transition', threshold: 'child', message: expect.any(String), reached_at: at(25) },
      ],
      keepsakes: ['first_drop', 'pencil_mark', 'first_crumb', 'piece_of_shell'].map((kind) =>
        expect.objectContaining({ kind, rarity: { creatures: 1, of: 1 } }),
      ),
      stats: {
        total_feedings: 1,
        // Two windows have passed since the last meal and count already.
        missed_feedings: 2,
        total_care_actions: 2,
        consistency_score: 81,
        variety_score: expect.closeTo((100 * Math.LN2) / Math.log(7), 1),
      },
      next_steps: expect.arrayContaining([expect.objectContaining({ method: 'GET' })]),
    });
  });
});

eachDatabase((place) => {
  test('the default is the newest living creature, then the newest of any state; others need an id', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const ada = await wren.hatch({ name: 'Ada' });
    house.clock.forward('1h');
    const bea = await wren.hatch({ name: 'Bea' });
    house.clock.forward('1h');
    await wren.release({ id: bea });
    expect((await wren.history()).body['creature']).toMatchObject({ id: ada, alive: true });
    house.clock.forward('50h');
    expect((await wren.history()).body['creature']).toMatchObject({ id: bea, alive: false, age_hours: 1 });
    for (const query of [`?creature_id=${ada}`, `?id=${ada}`])
      expect((await wren.history(query)).body).toMatchObject({
        creature: { id: ada, alive: false, age_hours: 36 },
        evolution_history: { became_child: at(24), trending_toward: null },
        stats: { missed_feedings: 3 },
      });
  });

  test('the log is paged newest first, and out-of-range parameters are clamped', async () => {
    const { wren } = await aKeptHouse(await place.fresh());
    await wren.hatch();
    for (let n = 1; n <= 60; n += 1) await wren.care({ action: 'reflect', notes: String(n) });
    const read = async (query: string) => {
      const { status, body } = await wren.history(query);
      expect(status, query).toBe(200);
      return (body['care_log'] as readonly { notes: string }[]).map(({ notes }) => Number(notes));
    };
    const downFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first - n);
    for (const [query, expected] of [
      ['', downFrom(60, 50)],
      ['?limit=3', [60, 59, 58]],
      ['?limit=3&offset=2', [58, 57, 56]],
      ['?limit=500', downFrom(60, 60)],
      ['?limit=0', [60]],
      ['?limit=', downFrom(60, 50)],
      ['?limit=-7', [60]],
      ['?limit=9999', downFrom(60, 60)],
      ['?limit=2.9', [60, 59]],
      ['?limit=many', downFrom(60, 50)],
      ['?limit=1&offset=-3', [60]],
      ['?offset=59', [1]],
      ['?offset=60', []],
      ['?offset=99999', []],
      ['?limit=1&offset=null', [60]],
      ['?limit=1&offset=', [60]],
    ] as const)
      expect(await read(query), query).toEqual(expected);
  });
});
