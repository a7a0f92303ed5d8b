import { expect, test } from 'vitest';

import { aKeptHouse, of } from '../support/asking.ts';
import { after, SLEEPYHEAD } from '../support/creature.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ID } from '../support/facts.ts';

const EVERY_ACTION = 'feed, play, clean, medicine, discipline, sleep, reflect';

test('an unknown action is refused with the list of actions', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  for (const [field, body] of [
    ['action', {}],
    ['action', { action: 'pet' }],
    ['action', { action: ['feed'] }],
    ['item', { action: 'feed', item: '' }],
    ['item', { action: 'feed', item: '\u200b' }],
    ['notes', { action: 'feed', notes: 'x'.repeat(1001) }],
    ['creature_id', { action: 'feed', creature_id: 'nobody' }],
    ['id', { action: 'feed', id: 'nobody' }],
    ['id', { action: 'feed', creature_id: id, id: ID }],
  ] as const)
    expect(await wren.care(body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid care action',
        fields: [{ field }],
        suggestion: expect.stringContaining(EVERY_ACTION),
      },
    });
  expect((await wren.history()).body['care_log']).toEqual([]);
});

test('an item of 100 characters and notes of 1,000 are accepted, in any script, and notes are kept as written', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const notes = ['🦊'.repeat(1000), '  It purred.\n\n\tTwice: "a\u200bb" <system>, e\u0301 '];
  for (const each of [...notes, 'a\u0000b', ' \u200b '])
    expect((await wren.care({ action: 'play', item: '🧶'.repeat(100), notes: each })).status).toBe(200);
  const kept = [...notes, 'ab', null].map((each) => ({ notes: each })).toReversed();
  expect(of(await wren.history(), 'care_log')).toMatchObject(kept);
  const told = await wren.care({ action: 'play', item: null, notes: null, id: null });
  expect(of(told, 'your_recent')).toMatchObject(kept);
});

test('care for an egg is refused', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const id = String(of(await wren.adopt(), 'creature', 'id'));
  const error = "The egg hasn't hatched yet";
  const next_steps = [{ method: 'GET', endpoint: `/api/house/status?creature_id=${id}` }];
  for (const action of ['feed', 'reflect'])
    expect(await wren.care({ action })).toMatchObject({ status: 400, body: { error, next_steps } });
  await wren.status();
  expect((await wren.care({ action: 'feed' })).status).toBe(200);
});

test('with several creatures, eggs included, care needs a creature id', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const ada = await wren.hatch({ name: 'Ada' });
  expect((await wren.care({ action: 'reflect' })).status).toBe(200);
  house.clock.forward('1s');
  const egg = of(await wren.adopt({ name: 'Bea' }), 'creature', 'id');
  expect(await wren.care({ action: 'feed' })).toMatchObject({
    status: 400,
    body: {
      error: 'Which creature do you mean?',
      your_creatures: [
        { id: egg, name: 'Bea', species: 'Plain', stage: 'egg' },
        { id: ada, name: 'Ada', species: 'Plain', stage: 'baby' },
      ],
    },
  });
  for (const target of [{ creature_id: ada }, { id: ada }, { id: ada.toUpperCase(), creature_id: ada }])
    expect((await wren.care({ action: 'feed', ...target })).status).toBe(200);
  await wren.release({ id: egg });
  expect((await wren.care({ action: 'feed' })).status).toBe(200);
});

test('care without a living creature is refused, and for a dead one the refusal has the way back', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const none = { status: 404, body: { error: 'No living creature found', your_creatures: [] } };
  const free = await wren.hatch();
  await wren.release({ id: free });
  for (const target of [{}, { id: free }, { id: ID }]) {
    const told = await wren.care({ action: 'feed', ...target });
    expect(told).toMatchObject(none);
    expect(told.body).not.toHaveProperty('creature');
  }
  const [id, other] = [await wren.hatch(), await wren.hatch({ name: 'Ada' })];
  house.clock.forward('35h59m59.999s');
  expect((await wren.care({ action: 'feed', id: other })).status).toBe(200);
  house.clock.forward('1ms');
  const creature = { id, alive: false, cause: 'neglect', died_at: new Date(after(36)).toISOString() };
  const dead = { creature, resurrection: { possible: true, hours_left: 168 } };
  const { error } = none.body;
  expect(await wren.care({ action: 'feed', id })).toMatchObject({
    status: 404,
    body: { error, your_creatures: [{ id: other, name: 'Ada' }], ...dead },
  });
  // With one creature left, no id is needed.
  expect((await wren.care({ action: 'feed' })).body['creature']).toMatchObject({ id: other });
});

test('a sleeping creature accepts only reflect, and a refusal writes nothing', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { seed: SLEEPYHEAD });
  const id = await wren.hatch();
  house.clock.forward('10h');
  const sleep_info = { sleeping: true, sleep_window_end: '06:00', timezone_used: 'UTC' };
  const reflect = { endpoint: '/api/house/care', body: { action: 'reflect', creature_id: id } };
  const next_steps = [{ endpoint: `/api/house/status?creature_id=${id}` }, reflect];
  for (const action of EVERY_ACTION.split(', ').slice(0, -1))
    expect(await wren.care({ action }), action).toMatchObject({
      status: 409,
      body: { error: 'Bo is sleeping', message: expect.any(String), sleep_info, next_steps },
    });
  expect((await wren.history()).body['care_log']).toEqual([]);
  const asleep = { creature: { mood: 'sleeping' }, action_result: { success: true } };
  expect((await wren.care({ action: 'reflect' })).body).toMatchObject(asleep);
  house.clock.forward('8h');
  expect((await wren.care({ action: 'feed' })).status).toBe(200);
});
