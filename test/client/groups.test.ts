import { expect, test } from 'vitest';

import { ArkhouseError, connect, NoAnswerError, RefusedError } from '../../src/client/client.ts';
import { CLIENT_CALLS } from '../../src/client/client-calls.ts';
import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { aPlainHouse } from '../support/asking.ts';
import { aFakeHouse } from './fake-house.ts';
import { anyStore } from '../support/stores/any-store.ts';

async function aKeptAddress() {
  const { app, clock } = await aPlainHouse(await anyStore());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = await join(address, 'wren');
  return { address, clock, client };
}

async function join(address: string, username: string) {
  const { your_token: key } = await connect(address).agents.register({ username });
  const client = connect(address, { key });
  await client.creatures.adopt({ name: 'Bo', species_slug: 'plain' });
  await client.creatures.status();
  return client;
}

test('every route has a group and a method of its own in the client', () => {
  const client = connect('http://127.0.0.1:1') as unknown as Record<string, Record<string, unknown>>;
  const calls = Object.values(CLIENT_CALLS).flatMap((call) =>
    call === 'care.{action}' ? ACTIONS.map((action) => `care.${action}`) : [call],
  );
  expect(new Set(calls).size).toBe(calls.length);
  for (const call of calls) {
    const [group = '', method = ''] = call.split('.');
    expect(client[group]?.[method], call).toBeTypeOf('function');
  }
});

test('without a creature_id a status is typed as alive; with one, `alive` narrows it to a living or dead creature', async () => {
  const { client, clock } = await aKeptAddress();
  const { creature } = await client.creatures.status();
  const { hunger, care_rhythm: rhythm } = creature;
  expect([hunger, rhythm.established]).toEqual([expect.any(Number), false]);
  const { creature: glance } = await client.getCreatureStatus({ query: { view: 'brief' } });
  expect(glance.alive).toBe(true);
  clock.forward('30d');
  const { creature: found } = await client.creatures.status({ creature_id: creature.id });
  expect(found.alive ? found.behavior : found.cause).toBe('neglect');
  const { creature: late } = await client.creatures.status({ creature_id: creature.id, view: 'brief' });
  expect(late.alive ? late.hunger : late.cause).toBe('neglect');
});

test('grouped methods put fields into path, query or body, and take options', async () => {
  const { client } = await aKeptAddress();
  const fed = await client.care.feed({ item: 'oats', notes: 'slowly' }, { idempotencyKey: 'one' });
  expect(fed.action_result).toMatchObject({ action: 'feed', item_result: { item: 'oats' } });
  expect(await client.care.feed({ item: 'oats', notes: 'slowly' }, { idempotencyKey: 'one' })).toEqual(fed);
  expect((await client.species.get({ slug: 'tabby' })).species.slug).toBe('tabby');
  expect(await client.care.history({ format: 'markdown' })).toMatch(/^# /);
  await expect(client.creatures.status({}, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
});

test('a list is one page when awaited, and every page when iterated', async () => {
  const { address, client } = await aKeptAddress();
  for (const username of ['finch', 'robin', 'heron']) await join(address, username);
  const board = client.hall.list({ per_page: 2 });
  expect((await board).leaderboard).toHaveLength(2);
  const ranked: string[] = [];
  for await (const entry of board) if ('creature_name' in entry) ranked.push(entry.creature_name);
  expect(ranked).toEqual(['Bo', 'Bo', 'Bo', 'Bo']);
  for (const notes of ['one', 'two', 'three']) await client.care.reflect({ notes });
  const kept: (string | null)[] = [];
  for await (const { notes } of client.care.history({ limit: 2 })) kept.push(notes);
  expect(kept).toEqual(['three', 'two', 'one']);
});

test('an iteration by offset ends with an error after the farthest one, which the service would repeat', async () => {
  const care_log = Array.from({ length: 500 }, (_, at) => ({ notes: `${at}` }));
  const { url } = await aFakeHouse({ status: 200, json: { care_log } });
  let seen = 0;
  const read = async () => {
    for await (const _ of connect(url).care.history({ limit: 500 })) seen += 1;
  };
  await expect(read()).rejects.toThrow(RangeError);
  expect(seen).toBe(10_500);
});

test('every error has a code', async () => {
  const { client, address } = await aKeptAddress();
  const nowhere = connect(address.replace(/\d+$/, '1'), { waitAtMostMs: 0 });
  for (const [asking, kind, code] of [
    [() => client.species.get({ slug: 'nobody' }), RefusedError, 'no_such_species'],
    [() => nowhere.house.health(), NoAnswerError, 'no_answer'],
  ] as const) {
    const refusal: unknown = await asking().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ArkhouseError);
    expect(refusal).toBeInstanceOf(kind);
    expect(refusal).toMatchObject({ code });
  }
});
