import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { MINUTE } from '../../src/rules/base/clock.ts';
import { UndeliveredReplies } from '../../src/server/undelivered-replies.ts';
import { message } from '../mcp/messages.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import type { Ask, Told } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

const LOCAL = '127.0.0.1';
const PLAY = { action: 'play', notes: 'A ball of wool.' };

/** A listening service whose transactions can be held after their commit, and a clock of its own for durations. */
async function aHoldingHouse() {
  const store = await anyStore();
  let held: Promise<void> | undefined;
  let committed = () => {};
  const holding = storeWith(store, {
    transaction: async (work) => {
      const result = await store.transaction(work);
      committed();
      await held;
      return result;
    },
  });
  const house = await aPlainHouse(holding);
  let ms = 0;
  Object.assign(house.house, { monotonicMs: () => ms });
  await house.app.listen({ port: 0, host: LOCAL });
  const { port } = house.app.server.address() as AddressInfo;
  const connections = () =>
    new Promise<number>((resolve) => house.app.server.getConnections((_, count) => resolve(count)));
  /** Sends a request and closes its connection between the commit and the reply, which `release` lets go on. */
  const lose = async ({ method = 'POST', path, key, headers, body }: Ask) => {
    const hold = Promise.withResolvers<void>();
    held = hold.promise;
    const done = new Promise<void>((resolve) => (committed = resolve));
    const sent = httpRequest({
      port,
      host: LOCAL,
      method,
      path,
      agent: false,
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    });
    sent.on('error', () => undefined).end(JSON.stringify(body));
    await done;
    sent.destroy();
    await expect.poll(connections).toBe(0);
    held = undefined;
    return { release: () => hold.resolve() };
  };
  const loseAnswered = async (ask: Ask) => (await lose(ask)).release();
  return { ...house, lose, loseAnswered, pass: (span: number) => void (ms += span) };
}

const isReplayed = ({ headers }: Told) => headers['idempotency-replayed'] === 'true';

async function aKeptCreature() {
  const house = await aHoldingHouse();
  const wren = await aKeeper(house);
  await wren.hatch();
  house.clock.forward('1h');
  const careCount = async () => (of(await wren.history(), 'care_log') as readonly unknown[]).length;
  const care = (body: object = PLAY): Ask => ({
    method: 'POST',
    path: '/api/house/care',
    key: wren.key,
    body,
  });
  return { house, wren, care, careCount };
}

test.each(['before', 'after'])(
  'care whose connection was lost is repeated %s its answer was ready: it acts once',
  async (when) => {
    const { house, care, careCount } = await aKeptCreature();
    const { release } = await house.lose(care());
    if (when === 'after') release();
    const repeated = house.ask({ ...care(), body: { notes: PLAY.notes, action: PLAY.action } });
    release();
    const told = await repeated;
    expect([told.status, isReplayed(told)]).toEqual([200, true]);
    expect(of(told, 'action_result')).toMatchObject({ action: 'play', success: true });
    expect(await careCount()).toBe(1);
    expect(isReplayed(await house.ask(care()))).toBe(true);
  },
);

test('another body, another caller and an Idempotency-Key are other requests than the lost one', async () => {
  const { house, wren, care, careCount } = await aKeptCreature();
  await house.loseAnswered(care());
  const ada = await aKeeper(house, 'ada');
  await ada.hatch();
  for (const told of [
    await wren.care({ ...PLAY, notes: 'Another ball of wool.' }),
    await wren.care(PLAY, { 'idempotency-key': 'another-game-of-wool' }),
    await ada.care(PLAY),
  ])
    expect([told.status, isReplayed(told)]).toEqual([200, false]);
  expect(await careCount()).toBe(3);
});

test('an undelivered reply is replayed for a minute of the monotonic clock', async () => {
  const { house, wren, care, careCount } = await aKeptCreature();
  await house.loseAnswered(care());
  expect(isReplayed(await wren.care(PLAY))).toBe(true);
  house.pass(MINUTE - 1);
  expect(isReplayed(await wren.care(PLAY))).toBe(true);
  house.pass(1);
  expect(isReplayed(await wren.care(PLAY))).toBe(false);
  expect(await careCount()).toBe(2);
});

test('a request whose reply was delivered acts again', async () => {
  const { wren, careCount } = await aKeptCreature();
  for (const told of [await wren.care(PLAY), await wren.care(PLAY)])
    expect([told.status, isReplayed(told)]).toEqual([200, false]);
  expect(await careCount()).toBe(2);
});

test('an undelivered adoption is not repeated', async () => {
  const { house, wren } = await aKeptCreature();
  const body = { name: 'Cay', species_slug: 'plain' };
  const adoption: Ask = { method: 'POST', path: '/api/house/adopt', key: wren.key, body };
  await house.loseAnswered(adoption);
  const told = await house.ask(adoption);
  expect([told.status, isReplayed(told), of(told, 'creature', 'name')]).toEqual([201, true, 'Cay']);
  expect(of(await wren.status('?view=brief'), 'creatures')).toHaveLength(2);
});

test('undelivered API keys are told to the same address only', async () => {
  const house = await aHoldingHouse();
  const registration: Ask = { method: 'POST', path: '/api/auth/register', body: { username: 'wren' } };
  await house.loseAnswered(registration);
  expect(await house.ask(registration)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
  const registered = await house.ask({ ...registration, from: LOCAL });
  expect([registered.status, isReplayed(registered)]).toEqual([201, true]);
  const old = String(registered.body['your_token']);

  const rotation: Ask = { method: 'POST', path: '/api/auth/rotate-key', key: old, body: {} };
  await house.loseAnswered(rotation);
  expect(await house.ask(rotation)).toMatchObject({ status: 401, body: { code: 'unknown_key' } });
  const rotated = await house.ask({ ...rotation, from: LOCAL });
  expect([rotated.status, isReplayed(rotated)]).toEqual([200, true]);
  const key = String(rotated.body['your_token']);
  expect(await house.ask({ path: '/api/auth/me', key })).toMatchObject({ status: 200 });
  house.pass(MINUTE);
  expect((await house.ask({ ...rotation, from: LOCAL })).status).toBe(401);
});

test('a tool call of MCP whose connection was lost is done once', async () => {
  const { house, wren, careCount } = await aKeptCreature();
  const tool = (given: object): Ask => ({
    ...message({ method: 'tools/call', params: { name: 'care_for_creature', arguments: given } }),
    key: wren.key,
  });
  await house.loseAnswered(tool(PLAY));
  expect(await house.ask(tool(PLAY))).toMatchObject({
    status: 200,
    body: { result: { structuredContent: { action_result: { action: 'play' } } } },
  });
  expect(await careCount()).toBe(1);
  await house.ask(tool({ action: 'clean' }));
  expect(await careCount()).toBe(2);
});

const replyOf = (size: number) => Promise.resolve({ body: { message: 'x'.repeat(size) } });

test('undelivered replies are bounded in number and in bytes, and the oldest go first', async () => {
  const kept = new UndeliveredReplies(() => 0, { entries: 3, bytes: 1000 });
  const found = () =>
    Promise.all(['a', 'b', 'c', 'd'].map(async (id) => (await kept.find(id)) !== undefined));
  for (const id of ['a', 'b', 'c', 'd']) kept.keep(id, replyOf(100));
  expect(await found()).toEqual([false, true, true, true]);
  kept.keep('a', replyOf(800));
  expect(await found()).toEqual([true, false, false, true]);
  kept.keep('b', replyOf(1000));
  expect(await found()).toEqual([true, false, false, true]);
});

test('an undelivered refusal or failure is not kept', async () => {
  const kept = new UndeliveredReplies(() => 0);
  kept.keep('refused', Promise.reject(new Error('refused')));
  kept.keep('unanswered', Promise.resolve(undefined));
  expect(await Promise.all([kept.find('refused'), kept.find('unanswered')])).toEqual([undefined, undefined]);
  expect(kept.isEmpty).toBe(true);
});
