import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { connect, NoAnswerError, RefusedError } from '../../src/client/client.ts';
import { aFakeHouse, noTime, problem, type Said } from './fake-house.ts';

const HEALTHY: Said = {
  status: 200,
  json: { status: 'ok', database: 'ok', time: '2030-01-01T00:00:00Z', next_steps: [] },
};
const ADOPTED: Said = { status: 201, json: { creature: { name: 'Pebble' } } };

test.each<[string, Said]>([
  ['hangs up', 'hangs up'],
  ['breaks off in the middle', 'breaks off'],
  ['answers 502 through a proxy', { status: 502, text: '<h1>Bad gateway</h1>' }],
  ['answers 503 through a proxy', { status: 503, text: 'away' }],
  ['answers 504 through a proxy', { status: 504, text: 'slow' }],
  [
    'says itself when to ask again',
    { status: 503, json: problem('The house is out', { retry_after_seconds: 2 }) },
  ],
  ['is still busy with the same request', { status: 409, json: problem('Busy', { retry_after_seconds: 1 }) }],
])('a service that %s is retried with one idempotency key, new for every call', async (_, trouble) => {
  const { url, words } = await aFakeHouse(trouble, trouble, ADOPTED, trouble, ADOPTED);
  const { patience } = noTime();
  const house = connect(url, patience);
  await house.adoptCreature({ body: { name: 'Pebble' } });
  await house.adoptCreature({ body: { name: 'Pebble' } });
  expect(words()).toEqual(['word-1', 'word-1', 'word-1', 'word-2', 'word-2']);
});

test('an idempotency key of the caller is kept through all retries', async () => {
  const { url, words } = await aFakeHouse('hangs up', ADOPTED);
  await connect(url, noTime().patience).adoptCreature({ body: { name: 'P' }, idempotencyKey: 'mine' });
  expect(words()).toEqual(['mine', 'mine']);
});

test('deletes get an idempotency key, reads none', async () => {
  const { url, words } = await aFakeHouse(HEALTHY);
  const house = connect(url, noTime().patience);
  await house.releaseCreature({ body: { creature_id: '00000000-0000-4000-8000-000000000000' } });
  await house.getHealth();
  expect(words()).toEqual(['word-1', undefined]);
});

test('backoff doubles up to ten seconds with half jitter, and ends with the retry time', async () => {
  const { url } = await aFakeHouse('hangs up');
  const { patience, waits } = noTime();
  await expect(connect(url, { ...patience, waitAtMostMs: 30_000 }).getHealth()).rejects.toThrow(
    NoAnswerError,
  );
  expect(waits.map(({ ms }) => ms)).toEqual([125, 250, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000]);
  expect(new Set(waits.map(({ why }) => why))).toEqual(new Set(['trouble']));
});

test('a rate limit is waited out as long as Retry-After says', async () => {
  const limit: Said = {
    status: 429,
    json: problem('Rate limit exceeded.', { retry_after_seconds: 7 }),
    headers: { 'retry-after': '9' },
  };
  const { url, words } = await aFakeHouse(limit, limit, ADOPTED);
  const { patience, waits } = noTime();
  await connect(url, patience).adoptCreature({ body: { name: 'P' } });
  expect(waits).toEqual([
    { ms: 7000, why: 'limit' },
    { ms: 7000, why: 'limit' },
  ]);
  expect(words()).toEqual(['word-1', 'word-1', 'word-1']);
});

test('a rate limit longer than the retry time is not waited for', async () => {
  const { url } = await aFakeHouse({ status: 429, json: problem('Slow', { retry_after_seconds: 3600 }) });
  const { patience, waits } = noTime();
  const asking = connect(url, patience).getHealth();
  await expect(asking).rejects.toMatchObject({ status: 429, problem: { retry_after_seconds: 3600 } });
  expect(waits).toEqual([]);
});

test('the retry times for limits and for outages are independent', async () => {
  const limit: Said = { status: 429, json: problem('Slow', { retry_after_seconds: 20 }) };
  const { url } = await aFakeHouse(limit, limit, 'hangs up');
  const { patience, waits } = noTime();
  await expect(connect(url, { ...patience, giveUpAfterMs: 1000 }).getHealth()).rejects.toThrow(NoAnswerError);
  expect(waits.map(({ why }) => why)).toEqual(['limit', 'limit', 'trouble', 'trouble', 'trouble']);
});

test('Retry-After: 0 does not cause a busy loop', async () => {
  const { url, arrived } = await aFakeHouse({
    status: 429,
    json: problem('Now', { retry_after_seconds: 0 }),
  });
  await expect(connect(url, { ...noTime().patience, waitAtMostMs: 1000 }).getHealth()).rejects.toBeInstanceOf(
    RefusedError,
  );
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

test('an attempt that hangs times out and counts at its full length', async () => {
  const { url, arrived } = await aFakeHouse('says nothing');
  const { patience } = noTime();
  let now = 0;
  // Each attempt is timed at 300 ms, however long it took.
  const clock = { now: () => (now += 300) };
  await expect(
    connect(url, { ...patience, clock, timeoutMs: 50, waitAtMostMs: 600 }).getHealth(),
  ).rejects.toMatchObject({ name: 'NoAnswerError', message: 'The house took too long.' });
  expect(arrived).toHaveLength(2);
});

test('an attempt that fails slowly counts at its full length', async () => {
  const { url, arrived } = await aFakeHouse('hangs up');
  const { patience } = noTime();
  let now = 0;
  // Without a peer each connection attempt times out after ten seconds.
  const clock = { now: () => (now += 10_000) };
  await expect(connect(url, { ...patience, clock, waitAtMostMs: 25_000 }).getHealth()).rejects.toThrow(
    NoAnswerError,
  );
  expect(arrived).toHaveLength(3);
});

test('the caller can abort during an attempt', async () => {
  const { url } = await aFakeHouse('says nothing');
  const giveUp = new AbortController();
  const asking = connect(url, noTime().patience).getHealth({ signal: giveUp.signal });
  giveUp.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
});

test('the caller can abort during a wait and before the first attempt', async () => {
  const { url, arrived } = await aFakeHouse({ status: 503, text: 'away' });
  const giveUp = new AbortController();
  const asking = connect(url, {
    wait: async (_wait, signal) => {
      giveUp.abort(new Error('enough'));
      await pause(60_000, undefined, { signal });
    },
  }).getHealth({ signal: giveUp.signal });
  await expect(asking).rejects.toThrow('enough');
  await expect(connect(url).getHealth({ signal: giveUp.signal })).rejects.toThrow('enough');
  expect(arrived).toHaveLength(1);
});

test('a reply by another server is not accepted', async () => {
  const { url } = await aFakeHouse({ status: 200, text: '<h1>Log in to the hotel network</h1>' });
  await expect(connect(url, noTime().patience).getHealth()).rejects.toThrow(/was not the house/);
});
