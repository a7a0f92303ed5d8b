import { expect, test } from 'vitest';

import { readConfig } from '../../src/config/config.ts';
import { runPictureJob } from '../../src/features/pictures/picture-job.ts';
import { ownArtist } from '../../src/outside/picture-maker.ts';
import type { Query } from '../../src/db/db.ts';
import { aKeptHouse, aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse } from '../support/house.ts';

const quotas = { livingCreatures: 2, wordBytesDaily: 200 };

eachDatabase((place) => {
  test('an agent at its limit of creatures can adopt again after a release', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh(), { house: { quotas } });
    const eggs = await Promise.all([1, 2, 3, 4].map(() => wren.adopt()));
    expect(eggs.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = eggs.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'too_many_creatures',
      suggestion: expect.stringMatching(/2 living creatures.*DELETE \/api\/house\/release/),
    });
    const [one] = (await wren.client.whoAmI()).creatures;
    await wren.release({ id: one?.id });
    expect((await wren.adopt()).status).toBe(201);
    // The limit is per agent.
    expect((await (await aKeeper(house, 'finch')).adopt()).status).toBe(201);
  });

  test('beyond the daily limit of paid pictures for all agents, the built-in artist draws', async () => {
    const store = await place.fresh();
    const paid = { ...ownArtist, name: 'dauber', perAgentDaily: 9, daily: 2 };
    const { house, registered, clock } = await aHouse(store, { house: { pictures: paid } });
    const prompts = { portrait: () => 'somebody', avatar: () => 'somebody' };
    const draw = async (username: string) => {
      await registered(username);
      expect(await runPictureJob(house, prompts)).toEqual({ kind: 'drawn' });
    };
    for (const username of ['ada', 'bo', 'cy', 'di']) await draw(username);
    clock.forward('24h');
    await draw('ed');
    const drawn = await store.all(DRAWN_BY, []);
    expect(drawn).toEqual([
      { drawn_by: 'dauber', n: 3 },
      { drawn_by: 'own', n: 2 },
    ]);
  });
});

test('an agent over its daily text quota is refused with what still works and when the quota resets', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { limited: true, house: { quotas } });
  await wren.hatch();
  const note = (length: number, headers = {}) => {
    house.clock.forward('10s');
    return wren.care({ action: 'reflect', notes: 'é'.repeat(length / 2) }, headers);
  };
  const once = { 'idempotency-key': '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e' };
  expect((await note(150, once)).status).toBe(200);
  const refused = await note(60);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_words' } });
  expect(refused.body['suggestion']).toContain('200 bytes');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  const bio = { bio: 'x'.repeat(60) };
  const change = { method: 'PATCH', path: '/api/auth/me', key: wren.key, body: bio } as const;
  expect((await house.ask(change)).status).toBe(429);
  expect((await wren.adopt({ image_prompt: 'x'.repeat(60) })).status).toBe(429);
  // Replays and care without text still work.
  expect((await note(150, once)).headers['idempotency-replayed']).toBe('true');
  expect((await wren.care({ action: 'play' })).status).toBe(200);
  house.clock.forward('24h');
  expect((await house.ask(change)).status).toBe(200);
});

test('every quota is a setting, and invalid values are refused', () => {
  expect(
    readConfig({ ARKHOUSE_CREATURES_PER_AGENT: '3', ARKHOUSE_WORDS_PER_AGENT_DAILY: '70000' }),
  ).toMatchObject({ quotas: { livingCreatures: 3, wordBytesDaily: 70_000 } });
  for (const wrong of [{ ARKHOUSE_CREATURES_PER_AGENT: '0' }, { ARKHOUSE_WORDS_PER_AGENT_DAILY: '1000' }])
    expect(() => readConfig(wrong)).toThrow('must be a whole number');
});

const DRAWN_BY: Query<{ drawn_by: string; n: number }> = {
  text: 'select drawn_by, count(*) as n from pictures group by drawn_by order by drawn_by',
  columns: ['drawn_by', 'n'],
};
