import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';

import { NoAnswerError, type TransportResponse } from '../../src/client/client.ts';
import { FAULTS } from '../../tools/chaos/faults.ts';
import { commandsOf } from '../../tools/chaos/incident.ts';
import { AnswerCounts, Ledger } from '../../tools/chaos/load.ts';

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
  expect(await ledger.reckon(kept)).toEqual({ deeds: 5, acknowledged: 3, lost: [lost], doubled: [twice] });
  expect(never?.acknowledged).toBe(false);
});

const WAIT = { 'retry-after': '5' };
const answer = (status: number, body: unknown, headers = {}) => ({ status, headers, body });
const CUT = new NoAnswerError('cut', { cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) });

test.each<[name: string, answer: TransportResponse | NoAnswerError, owed: boolean, trouble: boolean]>([
  ['503 house_unreachable', answer(503, { request_id: 'r', code: 'house_unreachable' }, WAIT), false, true],
  ['503 by the balancer', answer(503, {}, WAIT), false, true],
  ['503 without Retry-After', answer(503, { request_id: 'r' }), true, true],
  ['500 unexpected', answer(500, { code: 'unexpected' }), true, true],
  ['502', answer(502, '<html>'), false, true],
  ['429', answer(429, { code: 'too_many_requests' }), false, false],
  ['409 creature_asleep', answer(409, { code: 'creature_asleep' }), false, false],
  ['no answer: ECONNRESET', CUT, false, true],
])('%s is counted under its name, and as what it is', async (name, given, owed, trouble) => {
  const counts = new AnswerCounts();
  const send = counts.counting(async () => {
    if (given instanceof Error) throw given;
    return given;
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
