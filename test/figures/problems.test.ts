import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

import { connect } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { DatabaseUnavailableError } from '../../packages/database/portable.ts';
import { writeSetting } from '../../packages/database/settings.ts';
import { UnreadableRowError } from '../../packages/database/table.ts';
import { DAY, HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { HOUSE_PROBLEM_NAMES, HOUSE_PROBLEMS, type HouseProblemName } from '../../src/rules/vocabulary.ts';
import { describeProblem, titleOfProblem } from '../../src/text/server/house-problems.ts';
import { checkLastOpen, writeOpenUntil } from '../../src/features/creatures/hold-deaths.ts';
import { claimPayment } from '../../src/features/money/purchases.store.ts';
import { readProblems, readStoredProblems, recordBackup } from '../../src/features/stats/problems.ts';
import type { HouseParts } from '../../src/app/house.ts';
import { runBackup } from '../../src/cli/database-commands.ts';
import { WatchedClock } from '../../src/outside/clock.ts';
import { anOperatedHouse, METRICS_TOKEN, type Operator, signedIn } from '../moderation/desk.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { handMachine, NOON } from '../support/hand-clock.ts';
import type { TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

const PAUSED = { paused: { at: NOON - HOUR, deaths: 900, living: 1000 } };
const pause = (store: Database) => writeSetting(store, 'settling', JSON.stringify(PAUSED));

/** Names of the problems as each place tells them. */
async function toldIn(house: TestHouse, operator: Operator) {
  const ready = await house.ask({ path: '/readyz' });
  const health = await house.ask({ path: '/api/health' });
  const { text: metrics } = await house.ask({ path: '/metrics', key: METRICS_TOKEN });
  const { text: overview } = await operator.look('/admin');
  const namesOf = ({ body }: typeof ready) =>
    ((body['problems'] ?? []) as { name: HouseProblemName }[]).map(({ name }) => name);
  const counted = HOUSE_PROBLEM_NAMES.filter((name) =>
    metrics.includes(`arkhouse_problem{name="${name}",severity="${HOUSE_PROBLEMS[name]}"} 1`),
  );
  const shown = HOUSE_PROBLEM_NAMES.filter((name) =>
    ['<h3>', '</span> '].some((before) => overview.includes(`${before}${titleOfProblem(name)} `)),
  );
  return { ready: namesOf(ready), health: namesOf(health), counted, shown };
}

const SPACE = { folder: '/srv/ark', totalBytes: 100e9 };
const disk = (freeBytes: number): Partial<HouseParts> => ({
  dataDir: '/srv/ark',
  readDisk: async () => ({ ...SPACE, freeBytes }),
});
const limiter = { ...NO_LIMITS, degraded: true };

type Break = (house: TestHouse) => unknown;
const BREAKS: readonly (readonly [HouseProblemName, Partial<HouseParts>, Break])[] = [
  ['settling_paused', {}, ({ house }) => pause(house.store)],
  ['disk_nearly_full', disk(400e6), () => {}],
  ['disk_low', disk(2e9), () => {}],
  ['redis_away', { limiter }, () => {}],
  ['ledger_imbalance', {}, ({ house }) => (house.jobs.ledgerImbalance = 9)],
  [
    'damaged_rows',
    {},
    ({ house }) => house.store.quarantine.add(new UnreadableRowError('creatures', 'an-id', 'body')),
  ],
  [
    'job_failing',
    {},
    ({ house }) => house.jobs.record('draw_pictures', { at: NOON, tookMs: 1, failure: new Error('no ink') }),
  ],
  ['payments_unresolved', {}, anUnresolvedPayment],
  ['backup_missing', { backupHours: 48 }, () => {}],
  ['backup_old', { backupHours: 48 }, ({ house, clock }) => recordBackup(house.store, clock.now() - 3 * DAY)],
];

async function anUnresolvedPayment(house: TestHouse): Promise<void> {
  const { id: agentId } = await aResidentOf(house, 'ada');
  const createdAt = house.clock.now() - 6 * MINUTE;
  const claim = { agentId, method: 'x402', live: true, evidence: '{}', credits: 100, cents: 100 } as const;
  await claimPayment(house.house.store, { ...claim, key: 'payment-1', createdAt });
}

test.each(BREAKS)(
  '%s is told alike by the overview, /readyz, /api/health and the metrics',
  async (name, parts, bring) => {
    const house = await anOperatedHouse(await anyStore(), parts);
    const operator = await signedIn(house);
    await bring(house);
    expect(await toldIn(house, operator)).toEqual({
      ready: [name],
      health: [name],
      counted: [name],
      shown: [name],
    });
  },
);

test('arkhouse backup ends the problem of a missing one', async () => {
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('ARKHOUSE_')))
    vi.stubEnv(name, undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const dataDir = await newHouseFolder();
  const store = await connect({ dataDir });
  const found = () => readStoredProblems(store, { now: Date.now(), backupHours: 48 });
  expect(await found()).toMatchObject([{ name: 'backup_missing' }]);
  const values = { 'data-dir': dataDir, 'database-url': undefined, jobs: '1', from: undefined };
  await runBackup({ values, operands: [join(dataDir, 'copy.db')] });
  expect(await found()).toEqual([]);
  await store.close();
});

test('a service with nothing wrong says so everywhere', async () => {
  const house = await anOperatedHouse(await anyStore(), { backupHours: 48 });
  await recordBackup(house.house.store, house.clock.now());
  const operator = await signedIn(house);
  expect(await toldIn(house, operator)).toEqual({ ready: [], health: [], counted: [], shown: [] });
  expect((await operator.look('/admin')).text).toContain('Nothing is wrong.');
});

test('the probes and the health of the API show no facts of a problem', async () => {
  const house = await anOperatedHouse(await anyStore(), disk(400e6));
  house.house.store.quarantine.add(new UnreadableRowError('creatures', 'an-id', 'body'));
  for (const path of ['/readyz', '/api/health']) {
    const { text } = await house.ask({ path });
    expect(text).toContain('disk_nearly_full');
    for (const fact of ['an-id', '/srv/ark', '400 MB']) expect(text).not.toContain(fact);
  }
});

test('a paused service stays ready, because every node is paused', async () => {
  const house = await anOperatedHouse(await anyStore());
  await pause(house.house.store);
  expect(await house.ask({ path: '/readyz' })).toMatchObject({ status: 200, body: { status: 'ready' } });
});

test('probes read the problems once a second', async () => {
  const store = await anyStore();
  let reads = 0;
  const counting = storeWith(store, {
    one: (query, values) => {
      if (query.text.includes('from inline_payments')) reads += 1;
      return store.one(query, values);
    },
  });
  const house = await anOperatedHouse(counting);
  for (let n = 0; n < 10; n += 1) await house.ask({ path: '/readyz' });
  expect(reads).toBe(1);
  house.clock.forward('1s');
  await house.ask({ path: '/readyz' });
  expect(reads).toBe(2);
});

eachDatabase(({ fresh }) => {
  test('the operator lets settling go on from the overview, and the audit log has the reason', async () => {
    const house = await anOperatedHouse(await fresh());
    const operator = await signedIn(house);
    await pause(house.house.store);
    const { text } = await operator.look('/admin');
    expect(text).toContain('900 deaths within a minute, among 1000 living creatures');
    expect(text).toContain(`The service takes it to be ${new Date(house.clock.now()).toISOString()}`);
    expect(text).toContain('action="/admin/settle"');
    const told = await operator.send('/admin/settle', { reason: 'a real storm', back: '/admin' });
    expect(told.headers['location']).toBe('/admin?said=done');
    expect((await toldIn(house, operator)).shown).toEqual([]);
    const { text: log } = await operator.look('/admin/log');
    for (const words of ['Let settling go on', '900 deaths', 'a real storm']) expect(log).toContain(words);
    const again = await operator.send('/admin/settle', { reason: 'once more', back: '/admin' });
    expect(again.headers['location']).toBe('/admin?said=already');
  });
});

test('the overview names a single problem once', async () => {
  const house = await anOperatedHouse(await anyStore(), { backupHours: 48 });
  const { text } = await (await signedIn(house)).look('/admin');
  expect(text.split(titleOfProblem('backup_missing'))).toHaveLength(2);
});

test('a missing backup is told since when, and not as if the backup had been made then', async () => {
  const house = await anOperatedHouse(await anyStore(), { backupHours: 48 });
  const { text } = await (await signedIn(house)).look('/admin');
  expect(text).toMatch(/There is no backup\. <\/h2>.*since the database was made \d+ days ago\./s);
});

test('a full disk and a nearly full one warn of deleting the write-ahead log', () => {
  for (const name of ['disk_full', 'disk_nearly_full', 'disk_low'] as const)
    expect(describeProblem({ name, facts: {} }).remedy, name).toContain('never arkhouse.db-wal');
});

onSqlite(({ fresh }) => {
  test('a confirmed time ends the problem of a clock that is behind at once', async () => {
    const machine = handMachine();
    const watch = new WatchedClock(machine.read);
    const store = storeWith(await fresh(), {});
    await writeOpenUntil(store, NOON + 2 * DAY);
    await checkLastOpen(watch, store);
    const house = await anOperatedHouse(store, { clock: watch, watch });
    const operator = await signedIn(house);
    expect((await toldIn(house, operator)).shown).toEqual(['clock_behind']);
    const told = await operator.send('/admin/settle', { reason: 'it was ahead', back: '/admin' });
    expect(told.headers['location']).toBe('/admin?said=done');
    expect((await toldIn(house, operator)).shown).toEqual([]);
  });

  test('a wrong clock has its own problem, and settling cannot be let go on by it', async () => {
    const machine = handMachine();
    const watch = new WatchedClock(machine.read);
    const store = storeWith(await fresh(), {});
    const house = await anOperatedHouse(store, { clock: watch, watch });
    const operator = await signedIn(house);
    await pause(store);
    machine.set('10d');
    await watch.check(async () => undefined);
    const { shown, ready } = await toldIn(house, operator);
    expect([shown, ready]).toEqual([
      ['clock_wrong', 'settling_paused'],
      ['clock_wrong', 'settling_paused'],
    ]);
    expect((await operator.look('/admin')).text).toContain('10 days ahead of the trusted time');
    const told = await operator.send('/admin/settle', { reason: 'no idea', back: '/admin' });
    expect(told.headers['location']).toBe('/admin?said=clock');
    expect(await readStoredProblems(store, { now: NOON, backupHours: undefined })).toHaveLength(1);
  });

  test('while the disk takes no write, the operator signs in for half an hour and sees why', async () => {
    const store = await fresh();
    let isFull = false;
    const full = () =>
      new DatabaseUnavailableError('full', {
        cause: Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
      });
    const failing = storeWith(store, {
      transaction: (work) => {
        if (!isFull) return store.transaction(work);
        store.writes.noteFailure(full());
        return Promise.reject(full());
      },
      ensureWritable: () => (isFull ? Promise.reject(full()) : store.ensureWritable()),
    });
    const house = await anOperatedHouse(failing, { dataDir: '/srv/ark' });
    const ada = await aResidentOf(house, 'ada');
    await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    isFull = true;
    house.clock.forward('10d');
    const operator = await signedIn(house);
    const { status, text } = await operator.look('/admin');
    expect(status).toBe(200);
    expect(text).toContain('The disk of the database is full');
    expect(text).toContain('df -h /srv/ark');
    house.clock.forward('29m59s');
    expect((await operator.look('/admin')).status).toBe(200);
    house.clock.forward('1s');
    expect((await operator.look('/admin')).status).toBe(401);
  });
});

test('without its database the overview says that it does not answer', async () => {
  const store = await anyStore();
  const house = await anOperatedHouse(store);
  await store.close();
  const operator = await signedIn(house);
  const { status, text } = await operator.look('/admin');
  expect(status).toBe(200);
  expect(text).toContain('The database does not answer.');
});

test('a forged or changed session of an outage opens nothing', async () => {
  const store = await anyStore();
  const house = await anOperatedHouse(store);
  await store.close();
  const { cookie } = await signedIn(house);
  const later = cookie.replace(/=(\d+)/, (_, at) => `=${Number(at) + DAY}`);
  for (const changed of [later, cookie.slice(0, -2), `${cookie}x`])
    expect((await house.ask({ path: '/admin', headers: { cookie: changed } })).status, changed).toBe(401);
});

test('due creatures are a backlog while a node settles them, and stuck when none was settled for a minute', async () => {
  const house = await anOperatedHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
  const now = house.clock.forward('3d');
  const { settling, monotonicMs } = house.house;
  const found = async () => (await readProblems(house.house, now)).map(({ name }) => name);
  expect(await found()).toEqual(['backlog']);
  settling.noteAlive(monotonicMs() - MINUTE - 1);
  expect(await found()).toEqual(['settling_stuck']);
  settling.noteAlive(monotonicMs());
  expect(await found()).toEqual(['backlog']);
});

test('every problem has a title that ends a sentence, and a command', () => {
  for (const name of HOUSE_PROBLEM_NAMES) {
    const { title, command } = describeProblem({ name, facts: { command: 'a command' } });
    expect(title, name).toMatch(/\.$/);
    expect(command, name).not.toBe('');
  }
});
