import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { FAULTS, runFault } from '../../tools/chaos/faults.ts';
import { commandsOf } from '../../tools/chaos/incident.ts';
import { AnswerCounts, Ledger } from '../../tools/chaos/load.ts';
import type { World } from '../../tools/chaos/world.ts';
import { NoAnswerError, type TransportResponse } from '../../src/client/client.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table agents (username text);
  create table creatures (name text);
  create table care_log (notes text)`);
const kept = { query: async <Row>(sql: string) => database.prepare(sql).all() as Row[] };

test('an acknowledged write that is absent counts as lost, one that is present twice as doubled', async () => {
  const ledger = new Ledger('run');
  const [told, lost, twice, untold, never] = Array.from({ length: 5 }, () => ledger.begin('care'));
  for (const deed of [told, lost, twice]) if (deed) deed.acknowledged = true;
  const insert = database.prepare('insert into care_log values (?)');
  for (const deed of [told, twice, twice, untold]) insert.run(deed?.token ?? '');
  expect(await ledger.reckon(kept)).toEqual({
    deeds: 5,
    acknowledged: 3,
    lost: [lost],
    doubled: [twice],
  });
  expect(never?.acknowledged).toBe(false);
});

test.each<[name: string, answer: TransportResponse | NoAnswerError, owed: boolean, trouble: boolean]>([
  [
    '503 house_unreachable',
    { status: 503, headers: { 'retry-after': '5' }, body: { request_id: 'r', code: 'house_unreachable' } },
    false,
    true,
  ],
  ['503 by the balancer', { status: 503, headers: { 'retry-after': '5' }, body: {} }, false, true],
  ['503 without Retry-After', { status: 503, headers: {}, body: { request_id: 'r' } }, true, true],
  ['500 unexpected', { status: 500, headers: {}, body: { code: 'unexpected' } }, true, true],
  ['502', { status: 502, headers: {}, body: '<html>' }, false, true],
  ['429', { status: 429, headers: {}, body: { code: 'too_many_requests' } }, false, false],
  ['409 creature_asleep', { status: 409, headers: {}, body: { code: 'creature_asleep' } }, false, false],
  [
    'no answer: ECONNRESET',
    new NoAnswerError('nobody', { cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) }),
    false,
    true,
  ],
])('%s is counted under its name, and as what it is', async (name, answer, owed, trouble) => {
  const counts = new AnswerCounts();
  const send = counts.counting(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await send({ method: 'GET', path: '/', headers: {}, body: undefined }).catch(() => undefined);
  expect([...counts.others]).toEqual([[name, 1]]);
  expect(counts.owed).toEqual(owed ? [name] : []);
  expect(counts.troubles).toEqual(trouble ? [name] : []);
});

test.each(FAULTS.flatMap(({ name, runbook }) => (runbook ? [{ name, ...runbook }] : [])))(
  'docs/run/troubleshoot.md has commands for $name under "$section", and another that ends it where the fault says so',
  ({ section, fixes = false }) => {
    expect(commandsOf(section).length).toBeGreaterThan(fixes ? 1 : 0);
  },
);

test('a fault is ended when the observation of it fails', async () => {
  let ended = false;
  const fault = { name: 'f', description: '', lastsMs: 0, start: async () => async () => (ended = true) };
  const failing = () => Promise.reject(new Error('no doctor'));
  await expect(runFault(fault, {} as World, failing)).rejects.toThrow('no doctor');
  expect(ended).toBe(true);
});

// Unhandled, the rejection would fail the whole run of the tests.
test('a node that cannot be replaced fails the rolling restart when it is ended, not before', async () => {
  const restart = FAULTS.find(({ name }) => name === 'rolling-restart');
  const endNode = () => Promise.reject(new Error('no such node'));
  const ending = await restart?.start({ nodePorts: [1], endNode } as unknown as World);
  await pause(10);
  await expect(ending?.()).rejects.toThrow('no such node');
});
