import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { ROUTES } from '../../src/api/routes.ts';
import {
  ArkhouseError,
  connect,
  createHouseClient,
  httpTransport,
  NoAnswerError,
  RefusedError,
} from '../../src/client/client.ts';
import { aPlainHouse } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aFakeHouse, noTime, problem, type Said } from './fake-house.ts';

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
  const calls = Object.values(ROUTES).flatMap(({ client: call }) =>
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

const HEALTHY: Said = { status: 200, json: { status: 'ok', next_steps: [] } };
const OTHER_SERVER: Said = { status: 200, text: '<h1>Log in to the hotel network</h1>' };
const ADOPTED: Said = { status: 201, json: { creature: { name: 'Pebble' } } };

test.each<[string, Said]>([
  ['hangs up', 'hangs up'],
  ['breaks off in the middle', 'breaks off'],
  ['answers 502 through a proxy', { status: 502, text: '<h1>Bad gateway</h1>' }],
  ['answers 504 through a proxy', { status: 504, text: 'slow' }],
  ['says itself when to ask again', { status: 503, json: problem('Out', { retry_after_seconds: 2 }) }],
  ['is still busy with the same request', { status: 409, json: problem('Busy', { retry_after_seconds: 1 }) }],
])('a service that %s is retried with one idempotency key, new for every call', async (_, trouble) => {
  const { url, words } = await aFakeHouse(trouble, trouble, ADOPTED, trouble, ADOPTED);
  const { patience } = noTime();
  const house = connect(url, patience);
  await house.adoptCreature({ body: { name: 'Pebble' } });
  await house.adoptCreature({ body: { name: 'Pebble' } });
  expect(words()).toEqual(['word-1', 'word-1', 'word-1', 'word-2', 'word-2']);
});

test('an idempotency key of the caller is kept through all retries; deletes get one, reads none', async () => {
  const { url, words } = await aFakeHouse('hangs up', ADOPTED, HEALTHY);
  const house = connect(url, noTime().patience);
  await house.adoptCreature({ body: { name: 'P' }, idempotencyKey: 'mine' });
  await house.releaseCreature({ body: { creature_id: '00000000-0000-4000-8000-000000000000' } });
  await house.getHealth();
  expect(words()).toEqual(['mine', 'mine', 'word-1', undefined]);
});

test('backoff doubles up to ten seconds with half jitter, and ends with the retry time', async () => {
  const { url } = await aFakeHouse('hangs up');
  const { patience, waits } = noTime();
  const asking = connect(url, { ...patience, waitAtMostMs: 30_000 }).getHealth();
  await expect(asking).rejects.toThrow(NoAnswerError);
  expect(waits.map(({ ms }) => ms)).toEqual([125, 250, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000]);
  expect(new Set(waits.map(({ why }) => why))).toEqual(new Set(['trouble']));
});

const limited = (retry_after_seconds: number): Said => ({
  status: 429,
  json: problem('Rate limit exceeded.', { retry_after_seconds }),
  headers: { 'retry-after': '9' },
});

test('a rate limit is waited out as long as the body says, independent of outages, and not at all if it is too long', async () => {
  const { url, words } = await aFakeHouse(limited(7), limited(7), ADOPTED, limited(3600));
  const { patience, waits } = noTime();
  const house = connect(url, patience);
  await house.adoptCreature({ body: { name: 'P' } });
  expect(words()).toEqual(['word-1', 'word-1', 'word-1']);
  const late = { status: 429, problem: { retry_after_seconds: 3600 } };
  await expect(house.getHealth()).rejects.toMatchObject(late);
  expect(waits.splice(0)).toEqual([1, 2].map(() => ({ ms: 7000, why: 'limit' })));
  const both = await aFakeHouse(limited(20), limited(20), 'hangs up');
  const hasty = connect(both.url, { ...patience, giveUpAfterMs: 1000 });
  await expect(hasty.getHealth()).rejects.toThrow(NoAnswerError);
  expect(waits.map(({ why }) => why)).toEqual(['limit', 'limit', 'trouble', 'trouble', 'trouble']);
  // Retry-After: 0 does not cause a busy loop.
  const { url: zero, arrived } = await aFakeHouse(limited(0));
  const asking = connect(zero, { ...noTime().patience, waitAtMostMs: 1000 }).getHealth();
  await expect(asking).rejects.toMatchObject({ name: 'RefusedError' });
  expect(arrived.length).toBeLessThan(6);
});

test.each<[string, Said]>([
  ['a refusal', { status: 400, json: problem('No') }],
  ['a conflict', { status: 409, json: problem('Taken') }],
  ['a mistake of the house', { status: 500, json: problem('Oh') }],
  ['an outage it names no end of', { status: 503, json: problem('Payments are off') }],
])('%s is final, and thrown with the whole reply', async (_, said) => {
  const { url, arrived } = await aFakeHouse(said);
  const { json, status } = said as { json: object; status: number };
  const asking = connect(url, noTime().patience).adoptCreature({ body: { name: 'P' } });
  await expect(asking).rejects.toMatchObject({ name: 'RefusedError', status, problem: json });
  expect(arrived).toHaveLength(1);
});

test.each([
  // Each attempt is timed at this length, however long it took.
  { said: 'says nothing', each: 300, waitAtMostMs: 600, attempts: 2, message: 'The house took too long.' },
  { said: 'hangs up', each: 10_000, waitAtMostMs: 25_000, attempts: 3, message: expect.any(String) },
] as const)('an attempt whose peer $said counts at its full length', async (row) => {
  const { url } = await aFakeHouse(row.said);
  const { patience, waits } = noTime();
  let now = 0;
  const clock = { now: () => (now += row.each) };
  const policy = { ...patience, clock, timeoutMs: 50, waitAtMostMs: row.waitAtMostMs };
  const { message } = row;
  await expect(connect(url, policy).getHealth()).rejects.toMatchObject({ name: 'NoAnswerError', message });
  // Not the arrivals: a slow machine may abort an attempt before it is sent.
  expect(waits).toHaveLength(row.attempts - 1);
});

test.each<[string, Said, number]>([
  ['hangs up', 'hangs up', 1000],
  ['says nothing', 'says nothing', 200],
  ['is another server', OTHER_SERVER, 1000],
])('the error about a service that %s has the idempotency key', async (_, said, waitAtMostMs) => {
  const { url } = await aFakeHouse(said);
  const house = connect(url, { ...noTime().patience, waitAtMostMs });
  const asking = house.adoptCreature({ body: { name: 'P' } });
  const message = expect.stringMatching(said === OTHER_SERVER ? /was not the house/ : /./);
  await expect(asking).rejects.toMatchObject({ idempotencyKey: 'word-1', message });
  const reading = connect(url, { waitAtMostMs: 100 }).getHealth();
  await expect(reading).rejects.toMatchObject({ name: 'NoAnswerError', idempotencyKey: undefined });
});

test('a client without retries tells the idempotency key of its caller', async () => {
  for (const said of ['hangs up', 'breaks off', OTHER_SERVER] as const) {
    const house = createHouseClient(httpTransport((await aFakeHouse(said)).url));
    const asking = house.adoptCreature({ body: { name: 'P' }, idempotencyKey: 'mine' });
    await expect(asking).rejects.toMatchObject({ name: 'NoAnswerError', idempotencyKey: 'mine' });
  }
});

test('an attempt that hangs ends with the retry time; without retries it has the whole timeout', async () => {
  const { url } = await aFakeHouse('says nothing');
  const began = performance.now();
  const message = 'The house took too long.';
  await expect(connect(url, { waitAtMostMs: 200.5 }).getHealth()).rejects.toMatchObject({ message });
  expect(performance.now() - began).toBeLessThan(25_000);
  const once = { waitAtMostMs: 0, timeoutMs: 150 };
  const beganOnce = performance.now();
  await expect(connect(url, once).getHealth()).rejects.toMatchObject({ message });
  expect(performance.now() - beganOnce).toBeGreaterThan(140);
});

test('the caller can abort during an attempt, during a wait and before the first attempt', async () => {
  const silent = await aFakeHouse('says nothing');
  const first = new AbortController();
  const waiting = connect(silent.url, noTime().patience).getHealth({ signal: first.signal });
  first.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  const { url, arrived } = await aFakeHouse({ status: 503, text: 'away' });
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const wait = async (_: unknown, within?: AbortSignal) => {
    giveUp.abort(new Error('enough'));
    await pause(60_000, undefined, { ...(within && { signal: within }) });
  };
  await expect(connect(url, { wait }).getHealth({ signal })).rejects.toThrow('enough');
  await expect(connect(url).getHealth({ signal })).rejects.toThrow('enough');
  expect(arrived).toHaveLength(1);
});

const movedTo = (location: string, status = 308): Said => ({ status, headers: { location } });

test.each([307, 308])('a %i is followed with method, body, key and word', async (status) => {
  const { url, arrived } = await aFakeHouse(movedTo('/api/house/adopt?from=here', status), ADOPTED);
  await connect(url, { ...noTime().patience, key: 'ah_secret' }).adoptCreature({ body: { name: 'Pebble' } });
  const headers = { authorization: 'Bearer ah_secret', 'idempotency-key': 'word-1' };
  const body = '{"name":"Pebble"}';
  expect(arrived[1]).toMatchObject({ method: 'POST', path: '/api/house/adopt?from=here', body, headers });
});

test('a redirect to another origin gets neither the key nor the request, and is named', async () => {
  const other = await aFakeHouse(ADOPTED);
  const { url } = await aFakeHouse(movedTo(`${other.url}/api/house/adopt`));
  const house = connect(url, { ...noTime().patience, key: 'ah_secret' });
  await expect(house.adoptCreature({ body: { name: 'P' } })).rejects.toThrow(other.url);
  expect(other.arrived).toEqual([]);
  const { url: plain } = await aFakeHouse(movedTo('https://ark.example/api/health', 301));
  const told = `${plain} redirects with 301 to https://ark.example: use that address`;
  await expect(connect(plain, noTime().patience).getHealth()).rejects.toThrow(told);
});

test.each<[string, Said]>([
  ['a redirect that would change the method', movedTo('/api/elsewhere', 303)],
  ['a redirect to nowhere', { status: 308 }],
  ['an endless redirect', movedTo('/api/health')],
])('%s is not followed and not retried', async (_, said) => {
  const { url, arrived } = await aFakeHouse(said);
  await expect(connect(url, noTime().patience).getHealth()).rejects.toMatchObject({ name: 'RedirectError' });
  expect(arrived.length).toBeLessThanOrEqual(5);
});
