import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, onTestFinished } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { settingsWith } from '../cli/setting-options.ts';
import { readConfig } from './config.ts';

test('the defaults configure a working local service, and an empty setting counts as unset', () => {
  const stores = { dataDir: './data', databaseUrl: undefined, redisUrl: undefined };
  const payments = { mode: 'sandbox', chosen: 'by itself' };
  const server = { port: 3000, host: '127.0.0.1', trustedProxies: 0, clock: 'system', logRequests: 'debug' };
  expect(readConfig({})).toMatchObject({ ...server, ...stores, payments });
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('DATABASE_URL may name several hosts and a connect timeout', () => {
  const env = {
    DATABASE_URL: 'postgres://me:hush@one:5432,two:5433/house?target_session_attrs=read-write',
    DATABASE_POOL: '7',
    DATABASE_WAIT_SECONDS: '2',
    DATABASE_STATEMENT_SECONDS: '30',
  };
  const waits = { waitTimeoutMs: 2000, connectTimeoutMs: 3000, statementTimeoutMs: 30_000 };
  expect(readConfig(env)).toMatchObject({ databaseUrl: env.DATABASE_URL, mostConnections: 7, ...waits });
});

test('one message names all problems and repeats no secret', () => {
  const secrets = { DATABASE_URL: 'mysql://me:hush@x', ARKHOUSE_ADMIN_KEY: 'hush' };
  const wrong = { PORT: 'http', ...secrets, LOG_LEVEL: 'loud' };
  const problems = problemsOf(wrong);
  expect(problems.map((line) => line.split(' ')[0])).toEqual(Object.keys(wrong));
  expect(problems.join()).not.toContain('hush');
});

test('a replica requires PostgreSQL', () => {
  const DATABASE_URL = 'postgres://one/house';
  const DATABASE_REPLICA_URL = 'postgres://two,three/house';
  expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).replicaUrl).toBe(DATABASE_REPLICA_URL);
  expect(problemsOf({ DATABASE_REPLICA_URL })).toEqual(['DATABASE_REPLICA_URL needs DATABASE_URL.']);
});

test.each([
  ['PORT', '65536', '-1', '80.5'],
  ['HOST', 'no spaces please'],
  ['ARKHOUSE_BASE_URL', 'example.org', 'https://example.org/pets', 'ftp://example.org'],
  ['DATABASE_URL', 'postgres://one:5432,two:port/house'],
  ['DATABASE_POOL', '1'],
  ['DATABASE_WAIT_SECONDS', '0'],
  ['DATABASE_CONNECT_SECONDS', '2.5'],
  ['DATABASE_STATEMENT_SECONDS', '3601'],
  ['REDIS_URL', 'http://localhost'],
  ['ARKHOUSE_CLOCK', 'sundial'],
  ['ARKHOUSE_CONTENT_SIGNAL', 'yes', 'search=maybe', 'search=yes; ai-train=no'],
  ['ARKHOUSE_SECURITY_CONTACT', 'holes@ark.example', 'http://ark.example/holes', 'https://ark.example/a b'],
  ['ARKHOUSE_TRUST_PROXY', 'true', '10.0.0.0/33', '10.0.0.1,nginx'],
  ['ARKHOUSE_PAYMENTS', 'barter'],
])('%s is refused: %s', (name, ...values) => {
  for (const value of values) expect(problemsOf({ [name]: value }), value).toHaveLength(1);
});

test.each([
  ['PORT', 'port', 0, 3000],
  ['ARKHOUSE_METRICS_PORT', 'metrics', { port: 0, host: '127.0.0.1' }, undefined],
  ['ARKHOUSE_TRUST_PROXY', 'trustedProxies', 0, 0],
  ['ARKHOUSE_CLOSE_AFTER_SECONDS', 'closeAfterSeconds', 0, 0],
  ['ARKHOUSE_DEATHS_PERCENT', 'deathsPercent', undefined, 5],
] as const)(
  '%s=0 is a value of its own, and empty or left out is the default',
  (name, field, zero, usual) => {
    expect(readConfig({ [name]: '0' })[field]).toEqual(zero);
    for (const env of [{}, { [name]: '' }, { [name]: ' ' }]) expect(readConfig(env)[field]).toEqual(usual);
  },
);

test('ARKHOUSE_TRUST_PROXY is a number of proxies or a list of networks', () => {
  const read = (given: string) => readConfig({ ARKHOUSE_TRUST_PROXY: given }).trustedProxies;
  expect([read('2'), read('10.0.0.0/8, fd00::/8')]).toEqual([2, ['10.0.0.0/8', 'fd00::/8']]);
});

test('time acceleration and no rate limits require the sandbox clock, which is refused in production', () => {
  expect(problemsOf({ ARKHOUSE_CLOCK: 'sandbox', NODE_ENV: 'production' })).toHaveLength(1);
  expect(problemsOf({ ARKHOUSE_TIME_SCALE: '60' })).toHaveLength(1);
  const needs = 'ARKHOUSE_LIMITS=off needs ARKHOUSE_CLOCK=sandbox.';
  expect(problemsOf({ ARKHOUSE_LIMITS: 'off' })).toEqual([needs]);
  expect(readConfig({}).limits).toBe('on');
  const sandbox = { ARKHOUSE_TIME_SCALE: '60', ARKHOUSE_LIMITS: 'off', ARKHOUSE_CLOCK: 'sandbox' };
  expect(readConfig(sandbox)).toMatchObject({ timeScale: 60, limits: 'off' });
});

test('a service on all interfaces advertises a local URL', () => {
  expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).baseUrl.origin).toBe('http://localhost:8080');
  expect(readConfig({ HOST: '::1' }).baseUrl.origin).toBe('http://[::1]:3000');
});

test('a metrics port opens a separate listener, on loopback by default', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ ARKHOUSE_METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  const everywhere = { ARKHOUSE_METRICS_PORT: '9464', ARKHOUSE_METRICS_HOST: '0.0.0.0' };
  expect(readConfig(everywhere).metrics).toEqual({ port: 9464, host: '0.0.0.0' });
  const needs = 'ARKHOUSE_METRICS_HOST needs ARKHOUSE_METRICS_PORT.';
  expect(problemsOf({ ARKHOUSE_METRICS_HOST: '0.0.0.0' })).toEqual([needs]);
  expect(problemsOf({ ARKHOUSE_METRICS_PORT: 'x' })).toHaveLength(1);
});

const ADDRESS = 'postgres://me:hush@one/house';

function aFolderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'arkhouse-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a setting may be in a file or a systemd credential, and given twice is refused, except on the command line', () => {
  const folder = aFolderOf({ DATABASE_URL: `${ADDRESS}\r\n`, 'something else': 'x' });
  const file = join(folder, 'DATABASE_URL');
  expect(readConfig({ CREDENTIALS_DIRECTORY: folder })).toMatchObject({ databaseUrl: ADDRESS, port: 3000 });
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(ADDRESS);
  expect(problemsOf({ DATABASE_URL: ADDRESS, DATABASE_URL_FILE: file })).toEqual([
    'DATABASE_URL is given as DATABASE_URL and as DATABASE_URL_FILE: keep one.',
  ]);
  expect(problemsOf({ DATABASE_URL_FILE: file, CREDENTIALS_DIRECTORY: folder })).toEqual([
    'DATABASE_URL is given as DATABASE_URL_FILE and as a credential: keep one.',
  ]);
  const typed = (values: Record<string, string>) =>
    readConfig(settingsWith(values, { CREDENTIALS_DIRECTORY: folder })).databaseUrl;
  expect(typed({ 'data-dir': '/srv/ark' })).toBeUndefined();
  expect(typed({ 'database-url': 'postgres://e/f' })).toBe('postgres://e/f');
});

test.each([
  ['is empty', { empty: '\n' }, 'empty', 'The file of REDIS_URL_FILE is empty.'],
  ['is not there', {}, 'hush', 'The file of REDIS_URL_FILE cannot be read (ENOENT).'],
  ['is a folder', {}, '.', 'The file of REDIS_URL_FILE cannot be read (EISDIR).'],
  ['holds something else', { other: 'hush' }, 'other', 'REDIS_URL must be a redis:// address.'],
])('a file that %s is refused without quoting its content or name', (_, files, name, problem) => {
  expect(problemsOf({ REDIS_URL_FILE: join(aFolderOf(files), name) })).toEqual([problem]);
});

test('an unreadable credential and a misspelt name are reported, and an empty NAME_FILE counts as unset', () => {
  const folder = aFolderOf({});
  mkdirSync(join(folder, 'REDIS_URL'));
  const problem = 'The credential REDIS_URL cannot be read (EISDIR).';
  expect(problemsOf({ CREDENTIALS_DIRECTORY: folder })).toEqual([problem]);
  const misspelt = 'ARKHOUSE_PROT is not a setting. "arkhouse help settings" lists them all.';
  expect(problemsOf({ ARKHOUSE_PROT: '80' })).toEqual([misspelt]);
  expect(problemsOf({ ARKHOUSE_ADMIN_KEYS_FILE: '/run/secrets/key' })).toHaveLength(1);
  expect(readConfig({ DATABASE_URL_FILE: ' ', DATABASE_URL: ADDRESS }).databaseUrl).toBe(ADDRESS);
});
