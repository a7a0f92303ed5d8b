import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';

const post = (path: string, body: object, key?: string) => ({ method: 'POST', path, body, key }) as const;

test.each([
  '{{USERNAME}}',
  '<your name>',
  '$USERNAME',
  '${NAME}',
  'your-agent',
  'your_username',
  'YOUR_AGENT_NAME',
])('the placeholder %s registers no agent and is named', async (username) => {
  const house = await aPlainHouse(await anyStore());
  const told = await house.ask(post('/api/auth/register', { username }));
  expect(told).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(told.text).toMatch(/username[^.]*placeholder/);
  const { body } = await house.ask({ path: '/api/stats' });
  expect(JSON.stringify(body)).toContain('"agents":0');
});

test.each([
  ['/api/house/adopt', { name: '{{NAME}}' }],
  ['/api/house/adopt', { name: 'Bo', species_slug: '<SLUG>' }],
  ['/api/house/care', { action: 'feed', item: '{{ITEM}}' }],
  ['/api/house/care', { action: 'reflect', notes: '<your thought>' }],
  ['/api/house/care', { action: 'feed', creature_id: '$CREATURE_ID' }],
])('a placeholder in a body of %s does nothing: %j', async (path, body) => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  await wren.hatch({ name: 'Bo' });
  house.clock.forward('6h');
  const told = await house.ask(post(path, body, wren.key));
  expect(told.status).toBe(400);
  expect(told.text).toContain('placeholder');
});

test('words that only look like a placeholder are taken as they are', async () => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  const id = await wren.hatch({ name: 'Bo' });
  house.clock.forward('6h');
  for (const notes of ['I <3 you', 'It cost $5', 'your agent was here', '{ }'])
    expect(
      (await house.ask(post('/api/house/care', { action: 'reflect', notes, creature_id: id }, wren.key)))
        .status,
    ).toBe(200);
});

test('GET on an operation that takes POST is 405 with its schema and an example', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  for (const path of ['/api/house/care', '/api/house/adopt', '/api/auth/rotate-key']) {
    const told = await ask({ path });
    expect(told).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('POST') } });
    expect(told.body).toMatchObject({
      schema: { type: 'object', properties: expect.any(Object) },
      example: { method: 'POST', endpoint: path, body: expect.any(Object) },
    });
  }
});

test('notes that are too long get a corrected call in which the cut can be seen', async () => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  await wren.hatch({ name: 'Bo' });
  house.clock.forward('6h');
  const sent = { action: 'reflect', notes: `${'It was a good day. '.repeat(80)}🦆` };
  const told = await house.ask(post('/api/house/care', sent, wren.key));
  expect(told.status).toBe(400);
  const [step] = told.body['next_steps'] as { endpoint: string; body: { notes: string } }[];
  expect(step).toMatchObject({ method: 'POST', endpoint: '/api/house/care', body: { action: 'reflect' } });
  expect(step?.body.notes).toMatch(/ \[cut\]$/);
  expect(step?.body.notes.length).toBeLessThanOrEqual(1000);
  expect((await house.ask(post('/api/house/care', { ...step?.body }, wren.key))).status).toBe(200);
});
