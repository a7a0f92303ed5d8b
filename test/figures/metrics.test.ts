import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { DatabaseUnavailableError } from '../../packages/database/portable.ts';
import * as requests from '../../src/http/request-metrics.ts';
import { collectMetrics, openMetricsServer } from '../../src/features/stats/metrics.http.ts';
import { Traffic } from '../../src/features/tallies/counting.ts';
import { startCheckingLedger, startSettlingDue } from '../../src/app/jobs.ts';
import { openLog } from '../../src/app/log.ts';
import type { Limiter } from '../../src/outside/rate-limiter.ts';
import { MCP } from '../mcp/messages.ts';
import { ADMIN_KEY, METRICS_TOKEN, anOperatedHouse } from '../moderation/desk.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, lineCollector, type TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { promtoolSays, readExposition, type Families } from './exposition.ts';

const silent = openLog('silent');

eachDatabase(({ kind, fresh }) => {
  test('metrics parse strictly and report what happened, without any name, id, key or address as written', async () => {
    const house = await anOperatedHouse(await fresh());
    const ada = await aResidentOf(house, 'kestrelwing');
    const dead = await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    house.clock.forward('3d');
    const id = await hatchFor(house, ada, { name: 'Siskinwing', species_slug: 'tabby' });
    await house.ask({ method: 'POST', path: '/api/house/adopt', key: ada.key, body: { name: 'Egg' } });
    for (const action of ['feed', 'play']) {
      const body = { action, creature_id: id };
      await house.ask({ method: 'POST', path: '/api/house/care', key: ada.key, body });
    }
    for (const path of [`/creatures/${dead}`, '/agents/kestrelwing', '/no/such/path/wrenwing'])
      await house.ask({ path, key: ada.key });
    const told = await metricsOf(house);
    const { text } = await house.ask({ path: '/metrics', key: METRICS_TOKEN });
    const words = ['kestrelwing', 'Siskinwing', 'wrenwing', id, ada.id, ada.key, ADMIN_KEY, METRICS_TOKEN];
    for (const word of words) expect(text).not.toContain(word);
    const caring = { method: 'POST', route: '/api/house/care' };
    for (const [name, labels, expected] of [
      ['creatures_alive', {}, 1],
      ['eggs', {}, 1],
      ['agents', {}, 1],
      ['agents_active', { days: '1' }, 1],
      ['agents_by_step', { step: 'cared' }, 1],
      ['agents_by_step', { step: 'species' }, 0],
      ['creatures_by_stage', { stage: 'egg' }, 1],
      ['deaths_total', { cause: 'hunger' }, 1],
      ['care_actions_total', { action: 'feed', timing: 'early' }, 1],
      ['care_actions_total', { action: 'play', timing: 'none' }, 1],
      ['http_requests_total', { ...caring, status: '200' }, 2],
      ['http_requests_total', { method: 'GET', route: '/creatures/:id', status: '200' }, 1],
      ['http_requests_total', { method: 'GET', route: 'none', status: '404' }, 1],
      ['queued_items', { queue: 'creatures_due' }, 0],
      ['invariant_violations_total', {}, 0],
    ] as const)
      expect(value(told, name, labels), `${name} ${JSON.stringify(labels)}`).toBe(expected);
    expect(value(told, 'http_request_duration_seconds', caring, '_count')).toBe(2);
    expect(value(told, 'creatures_by_family', { family: 'cat' })).toBeGreaterThanOrEqual(2);
    expect(value(told, 'adoptions_total', { species: 'tabby' })).toBeGreaterThanOrEqual(2);
    const stages = told.get('arkhouse_deaths_by_stage_total')?.samples ?? [];
    expect(stages.reduce((sum, each) => sum + each.value, 0)).toBe(1);
    expect(value(told, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(told.has('arkhouse_sqlite_wal_bytes')).toBe(kind === 'SQLite');
  });

  test('the time of statements is counted under names of verb, table and hash, which errors have too', async () => {
    const house = await anOperatedHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
    const { samples = [] } = (await metricsOf(house)).get('arkhouse_database_statement_seconds') ?? {};
    const names = samples.map(({ labels }) => labels['statement'] ?? '');
    for (const name of names) expect(name).toMatch(/^[a-z]+(?: \w+ [\da-f]{6})?$/);
    for (const start of ['insert creatures', 'update creatures', 'select agents', 'insert keepers', 'commit'])
      expect(names.filter((name) => name.startsWith(start)).length, start).toBeGreaterThan(0);
    const { sum, count } = Object.groupBy(samples, ({ name }) => (name.endsWith('_sum') ? 'sum' : 'count'));
    expect(count?.every((sample) => sample.value > 0)).toBe(true);
    expect(sum?.every((sample) => sample.value >= 0 && sample.value < 60)).toBe(true);
    const text = `insert into settings (name, value) values ('x', null)`;
    const statement: unknown = expect.stringMatching(/^insert settings [\da-f]{6}$/);
    await expect(house.house.store.run({ text }, [])).rejects.toMatchObject({ statement });
  });

  test('three failed writes in a row show until one succeeds', async () => {
    const store = await fresh();
    const house = await anOperatedHouse(store);
    const late = Object.assign(new Error('canceling statement'), { code: '57014' });
    const fail = (times: number) => Array.from({ length: times }, () => store.writes.noteFailure(late));
    fail(2);
    // Refusals by a rule count neither way.
    store.writes.noteFailure(new Error('a rule'));
    expect(store.writes.areFailing).toBe(false);
    fail(1);
    expect(store.writes.areFailing).toBe(true);
    await store.transaction(async (db) => void (await db.run({ text: 'delete from quotes' }, [])));
    expect(store.writes.areFailing, 'a transaction that changed nothing proves nothing').toBe(true);
    await aResidentOf(house, 'ada');
    expect(store.writes.areFailing).toBe(false);
    fail(3);
    await store.ensureWritable();
    expect(store.writes.areFailing).toBe(false);
    const reason = 'db_statement_timeout';
    expect(await metricOf(house, 'database_write_failures_total', { reason })).toBe(6);
  });

  test('an account that differs from its ledger shows in the metrics without an audit', async () => {
    const house = await anOperatedHouse(await fresh());
    const { store } = house.house;
    const ada = await aResidentOf(house, 'ada');
    await store.run({ text: 'insert into accounts (agent_id, balance, debt) values ($1, 7, 2)' }, [ada.id]);
    const watching = startCheckingLedger(house.house, silent);
    await expect.poll(() => house.house.jobs.ledgerImbalance).toBe(9);
    await watching.stop();
    const told = await metricsOf(house);
    expect(value(told, 'ledger_imbalance_credits')).toBe(9);
    expect(value(told, 'job_failures_total', { name: 'check_ledger' })).toBe(1);
  });
});

test('reading metrics does not settle due creatures', async () => {
  const house = await anOperatedHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
  house.clock.forward('3d');
  const due = { queue: 'creatures_due' };
  expect(await metricOf(house, 'queued_items', due)).toBe(1);
  const waiting = await metricsOf(house);
  expect(value(waiting, 'queued_items', due)).toBe(1);
  expect(value(waiting, 'settling_lag_seconds')).toBeGreaterThan(2 * 24 * 3600);
  expect(value(waiting, 'creatures_settled_total')).toBe(0);
  await house.ask({ path: '/api/stats' });
  const done = await metricsOf(house);
  expect(value(done, 'queued_items', due)).toBe(0);
  expect(value(done, 'settling_lag_seconds')).toBe(0);
  expect(value(done, 'creatures_settled_total')).toBe(1);
});

test('metrics need their own bearer token: the admin key and a query parameter are refused, and without one there are none', async () => {
  const house = await anOperatedHouse(await anyStore());
  const path = '/metrics';
  expect((await house.ask({ path })).status).toBe(401);
  for (const key of [`${METRICS_TOKEN}!`, ADMIN_KEY])
    expect((await house.ask({ path, key })).status).toBe(401);
  expect((await house.ask({ path: `${path}?key=${METRICS_TOKEN}` })).status).toBe(401);
  expect((await house.ask({ path: '/api/admin/analytics', key: METRICS_TOKEN })).status).toBe(401);
  const told = await house.ask({ path, key: METRICS_TOKEN });
  expect(told.status).toBe(200);
  expect(told.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(told.headers['cache-control']).toBe('private, no-store');
  const closed = await aHouse(await anyStore(), { adminKey: ADMIN_KEY });
  expect((await closed.ask({ path, headers: { 'x-admin-key': ADMIN_KEY } })).status).toBe(404);
});

test('the metrics port serves only metrics, approved by promtool, with all that dashboard and alerts use, and a panel for every failure', async () => {
  const { house, ask } = await anOperatedHouse(await anyStore());
  const ledger = startCheckingLedger(house, silent);
  await expect.poll(() => house.jobs.ledgerImbalance).toBe(0);
  await ledger.stop();
  await ask({ path: '/api/stats' });
  const watch = requests.createProcessMonitor(house);
  const door = await openMetricsServer(house, watch, silent, { port: 0, host: '127.0.0.1' });
  if (!door) throw new Error('it did not open');
  try {
    const answered = await fetch(`http://${door.address}/metrics`);
    expect(answered.status).toBe(200);
    const ofTheNode = await answered.text();
    const { text: ofTheDoor } = await ask({ path: '/metrics', key: METRICS_TOKEN });
    for (const text of [ofTheNode, ofTheDoor]) {
      for (const name of readExposition(text).keys()) expect(name).toMatch(/^arkhouse_[a-z_]+$/);
      expect(promtoolSays('metrics', text)).toBe('');
    }
    expect(readExposition(ofTheNode).has('arkhouse_event_loop_lag_seconds')).toBe(true);
    for (const path of ['/', '/api', '/admin', '/metrics/x', '/metrics?x=1'])
      expect((await fetch(`http://${door.address}${path}`)).status).toBe(404);
    expect((await fetch(`http://${door.address}/metrics`, { method: 'POST' })).status).toBe(404);
    const metrics = await collectMetrics(house, watch, house.clock.now());
    const exposed = new Set(metrics.map(({ name }) => `arkhouse_${name}`));
    const deployed = ['grafana/arkhouse.json', 'prometheus/arkhouse.rules.yaml']
      .map((file) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8'))
      .join('\n');
    const expressions = [...deployed.matchAll(/"?expr"?: (.*)/g)];
    const asked = expressions.flatMap(([expr]) => expr.match(/arkhouse_\w+/g) ?? []);
    expect(asked.length).toBeGreaterThan(45);
    const familyOf = (name: string) => name.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, '');
    expect(asked.filter((name) => !exposed.has(familyOf(name)))).toEqual([]);
    const failures = /^database_|redis_|paused|quarantined|clock_|_lag_/;
    const about = metrics.filter(({ name }) => failures.test(name));
    expect(about.length).toBeGreaterThan(9);
    expect(about.filter(({ name }) => !deployed.includes(`arkhouse_${name}`))).toEqual([]);
    expect(promtoolSays('rules', 'deploy/prometheus/arkhouse.rules.yaml')).toBe('');
  } finally {
    await door.close();
    watch.lag?.disable();
  }
});

test('without a database, or with one that does not answer, the metrics of the node stay; an error of ours is 503', async () => {
  let fail = (): Promise<never> => Promise.reject(new DatabaseUnavailableError('gone'));
  const house = await aHouse(storeWith(await anyStore(), { all: () => fail() }));
  const watch = requests.createMonitor(house.house);
  const lines: string[] = [];
  const log = openLog('error', lineCollector(lines));
  const door = await openMetricsServer(house.house, watch, log, { port: 0, host: '127.0.0.1' });
  const scrape = () => fetch(`http://${door?.address}/metrics`);
  for (const way of ['refuses', 'does not answer']) {
    const told = readExposition(await (await scrape()).text());
    expect(value(told, 'database_up'), way).toBe(0);
    expect(value(told, 'process_uptime_seconds')).toBeGreaterThan(0);
    expect(told.has('arkhouse_creatures_alive')).toBe(false);
    fail = () => new Promise(() => undefined);
  }
  fail = () => Promise.reject(new Error('postgres://me:hunter2@db'));
  expect((await scrape()).status).toBe(503);
  expect([watch.errors, lines.map((line) => (JSON.parse(line) as { event: string }).event)]).toEqual([
    1,
    ['unhandled_error'],
  ]);
  await door?.close();
});

test('an outage is counted and logged by its reason, and is no unhandled error', async () => {
  const store = await anyStore();
  let failure: Error | undefined;
  const failing = storeWith(store, {
    one: (query, values) => (failure ? Promise.reject(failure) : store.one(query, values)),
  });
  const house = await anOperatedHouse(failing);
  for (const [reason, code] of [
    ['db_unreachable', 'ECONNREFUSED'],
    ['db_disk_full', '53100'],
    ['db_statement_timeout', '57014'],
    ['db_read_only', '25006'],
  ]) {
    failure = new Error('lost', { cause: Object.assign(new Error(`because of ${code}`), { code }) });
    expect((await house.ask({ path: '/api/stats' })).status).toBe(503);
    failure = undefined;
    expect(await metricOf(house, 'database_unavailable_requests_total', { reason })).toBe(1);
    expect(house.log.join('')).toContain(`"event":"${reason}"`);
  }
  expect(await metricOf(house, 'unhandled_errors_total')).toBe(0);
});

test('while every write fails, health and readiness say so, although the database can be read', async () => {
  const store = await anyStore();
  let isFull = true;
  const full = storeWith(store, {
    ensureWritable: () => (isFull ? Promise.reject(new Error('full')) : store.ensureWritable()),
  });
  const house = await anOperatedHouse(full);
  const statuses = async () => {
    house.clock.forward('2s');
    const paths = ['/readyz', '/api/health', '/api/stats'];
    return Promise.all(paths.map(async (path) => (await house.ask({ path })).status));
  };
  for (let nth = 0; nth < 3; nth += 1) store.writes.noteFailure(new DatabaseUnavailableError('full'));
  expect(await statuses()).toEqual([503, 503, 200]);
  expect((await house.ask({ path: '/api/health' })).body['error']).toContain('refuses every write');
  isFull = false;
  // Also if the clock has moved back since the last check.
  const earlier = house.clock.now() - 5000;
  Object.assign(house.clock, { now: () => earlier });
  expect(await statuses()).toEqual([200, 200, 200]);
  const reason = 'db_unreachable';
  expect(await metricOf(house, 'database_unavailable_requests_total', { reason })).toBe(0);
});

test('an outage of Redis shows as a gauge, which is absent without Redis', async () => {
  const degraded = async (limiter: Limiter) =>
    metricOf(await anOperatedHouse(await anyStore(), { limiter }), 'redis_degraded');
  expect(await degraded(NO_LIMITS)).toBeUndefined();
  expect(await degraded({ ...NO_LIMITS, degraded: true })).toBe(1);
  expect(await degraded({ ...NO_LIMITS, degraded: false })).toBe(0);
});

test('unhandled errors are counted, and logged without secrets', async () => {
  const key = 'ah_0123456789abcdefghij';
  let broken = true;
  const store = await anyStore();
  const failing = storeWith(store, {
    one: (query, values) =>
      broken && query.text.includes('next_event_at <=')
        ? Promise.reject(new Error(`no ${key} here`, { cause: new Error('sk_live_abc') }))
        : store.one(query, values),
  });
  const house = await anOperatedHouse(failing);
  for (let n = 0; n < 3; n += 1) expect((await house.ask({ path: '/api/stats' })).status).toBe(500);
  broken = false;
  expect(await metricOf(house, 'unhandled_errors_total')).toBe(3);
  expect(house.log.join('')).toContain('no [hidden] here');
  for (const secret of [key, 'sk_live_abc']) expect(house.log.join('')).not.toContain(secret);
});

test('a violated database constraint is counted as a violation', async () => {
  const store = await anyStore();
  const house = await anOperatedHouse(store);
  const ada = await aResidentOf(house, 'ada');
  await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
  const text = `create trigger no_care before insert on care_log begin select raise(abort, 'never'); end`;
  await store.run({ text }, []);
  const body = { action: 'feed' };
  expect((await house.ask({ method: 'POST', path: '/api/house/care', key: ada.key, body })).status).toBe(500);
  expect(await metricOf(house, 'invariant_violations_total')).toBe(1);
  const logged = /"statement":"insert care_log [\da-f]{6}".*"route":"\/api\/house\/care"/;
  expect(house.log.join('')).toMatch(logged);
});

test('a failing job reports the failure and its last success', async () => {
  let away = true;
  const store = await anyStore();
  const failing = storeWith(store, {
    one: (query, values) => (away ? Promise.reject(new Error('gone')) : store.one(query, values)),
  });
  const house = await aHouse(failing, { metricsToken: METRICS_TOKEN, house: { limiter: NO_LIMITS } });
  const settler = startSettlingDue(house.house, silent);
  const standing = () => house.house.jobs.summaries.find(({ name }) => name === 'settle_creatures');
  expect(standing()).toMatchObject({ rounds: 0, lastWentWellAt: undefined });
  await expect.poll(() => standing()?.failures).toBeGreaterThan(0);
  expect(standing()?.lastWentWellAt).toBeUndefined();
  away = false;
  await expect.poll(() => standing()?.lastWentWellAt).toBe(house.clock.now());
  await settler.stop();
  const name = 'settle_creatures';
  expect(await metricOf(house, 'job_failures_total', { name })).toBe(standing()?.failures);
});

test('durations fall into the right buckets', () => {
  let now = 0;
  const meters = new requests.Meters({ traffic: new Traffic(), monotonicMs: () => now });
  const meter = meters.of('GET', '/x');
  for (const ms of [0.5, 0.6, 5000, 5001]) {
    const began = now;
    now += ms;
    meter.record(ms < 1 ? 200 : 503, began);
  }
  expect(meter.buckets).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  expect(Object.fromEntries(meter.answers)).toEqual({ 200: 2, 503: 2 });
  expect(meters.unmatched('BREW')).toBe(meters.unmatched('LOCK'));
});

test('an MCP answer that is sent as an event stream is counted', async () => {
  const house = await anOperatedHouse(await anyStore());
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const told = await house.ask({
    ...MCP,
    headers: { ...MCP.headers, accept: 'text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  });
  expect(told).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  });
  const answer = { method: 'POST', route: '/mcp', status: '200' };
  expect(await metricOf(house, 'http_requests_total', answer)).toBe(1);
});

test('label values are escaped', () => {
  const word = 'a "quoted" \\ and\nbroken word';
  const samples = [{ labels: { y: word }, value: 1 }];
  const written = requests.writePrometheus([{ name: 'x', type: 'gauge', help: 'X.', samples }]);
  const [sample] = readExposition(written).get('arkhouse_x')?.samples ?? [];
  expect(sample?.labels['y']).toBe('a \\"quoted\\" \\\\ and\\nbroken word');
});

async function metricsOf({ ask }: TestHouse): Promise<Families> {
  const { status, text } = await ask({ path: '/metrics', key: METRICS_TOKEN });
  expect(status, text).toBe(200);
  return readExposition(text);
}

const metricOf = async (house: TestHouse, name: string, labels: object = {}) =>
  value(await metricsOf(house), name, labels);

function value(families: Families, ownName: string, labels: object = {}, suffix = ''): number | undefined {
  const name = `arkhouse_${ownName}`;
  const found = families.get(name)?.samples.find((sample) => {
    return sample.name === name + suffix && JSON.stringify(sample.labels) === JSON.stringify({ ...labels });
  });
  return found?.value;
}
