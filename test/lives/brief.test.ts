import { expect, test } from 'vitest';

import { aKeptHouse, letFeel, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { onSqlite } from '../support/databases.ts';
import type { Told } from '../support/house.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();
const BRIEF = 'view=brief';

/** All but the steps is the same in both views; the brief one has fewer fields. */
function expectSameNames(brief: Told, full: Told): void {
  const { next_steps: steps, ...rest } = brief.body;
  expect(full.body).toMatchObject(rest);
  expect(steps).toEqual(expect.any(Array));
}

onSqlite((place) => {
  test('the fields of the brief view are a subset of the full view, for living and dead creatures', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = String(of(await wren.adopt(), 'creature', 'id'));
    // It hatches an egg and reports the milestone once, like a full one.
    expect((await wren.status(`?${BRIEF}`)).body['milestone']).toMatchObject({ stage: 'baby' });
    house.clock.forward('6h');
    const brief = await wren.status(`?${BRIEF}`);
    // The full view is checked field by field in status.test.ts.
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
    const { house, wren } = await aKeptHouse(await place.fresh());
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
    const { house, wren } = await aKeptHouse(await place.fresh());
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
});
