import { expect, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

test('the defaults configure a working local service', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    redisUrl: undefined,
    trustedProxies: 0,
    clock: 'system',
    payments: { mode: 'sandbox', chosen: 'by itself' },
    logLevel: undefined,
  });
});

test('DATABASE_URL may name several hosts and a connect timeout', () => {
  const env = {
    DATABASE_URL: 'postgres://me:hush@one:5432,two:5433/house?target_session_attrs=read-write',
    DATABASE_POOL: '7',
    DATABASE_WAIT_SECONDS: '2',
    DATABASE_STATEMENT_SECONDS: '30',
  };
  expect(readConfig(env)).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    mostConnections: 7,
    waitTimeoutMs: 2000,
    connectTimeoutMs: 3000,
    statementTimeoutMs: 30_000,
  });
});

test('an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('one message names all problems', () => {
  const problems = problemsOf({
    PORT: 'http',
    DATABASE_URL: 'mysql://x',
    ARKHOUSE_ADMIN_KEY: 'short',
    LOG_LEVEL: 'loud',
  });
  expect(problems.map((line) => line.split(' ')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'ARKHOUSE_ADMIN_KEY',
    'LOG_LEVEL',
  ]);
});

test('a problem never repeats the secret it is about', () => {
  expect(problemsOf({ ARKHOUSE_ADMIN_KEY: 'hush', DATABASE_URL: 'mysql://me:hush@x' }).join()).not.toContain(
    'hush',
  );
});

test('a replica requires PostgreSQL', () => {
  const DATABASE_URL = 'postgres://one/house';
  const DATABASE_REPLICA_URL = 'postgres://two,three/house';
  expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).replicaUrl).toBe(DATABASE_REPLICA_URL);
  expect(problemsOf({ DATABASE_REPLICA_URL })).toEqual(['DATABASE_REPLICA_URL needs DATABASE_URL.']);
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'no spaces please'],
  ['ARKHOUSE_BASE_URL', 'example.org'],
  ['ARKHOUSE_BASE_URL', 'https://example.org/pets'],
  ['ARKHOUSE_BASE_URL', 'ftp://example.org'],
  ['DATABASE_URL', 'postgres://one:5432,two:port/house'],
  ['DATABASE_POOL', '1'],
  ['DATABASE_WAIT_SECONDS', '0'],
  ['DATABASE_CONNECT_SECONDS', '2.5'],
  ['DATABASE_STATEMENT_SECONDS', '3601'],
  ['REDIS_URL', 'http://localhost'],
  ['ARKHOUSE_CLOCK', 'sundial'],
  ['ARKHOUSE_SECURITY_CONTACT', 'holes@ark.example'],
  ['ARKHOUSE_SECURITY_CONTACT', 'http://ark.example/holes'],
  ['ARKHOUSE_SECURITY_CONTACT', 'https://ark.example/a b'],
  ['ARKHOUSE_TRUST_PROXY', 'true'],
  ['ARKHOUSE_TRUST_PROXY', '10.0.0.0/33'],
  ['ARKHOUSE_TRUST_PROXY', '10.0.0.1,nginx'],
  ['ARKHOUSE_PAYMENTS', 'barter'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value })).toHaveLength(1);
});

test.each([
  ['2', 2],
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
])('ARKHOUSE_TRUST_PROXY=%s is read', (given, read) => {
  expect(readConfig({ ARKHOUSE_TRUST_PROXY: given }).trustedProxies).toEqual(read);
});

test('a misspelt setting name is reported', () => {
  expect(problemsOf({ ARKHOUSE_PROT: '80' })).toEqual([
    'ARKHOUSE_PROT is not a setting. "arkhouse help settings" lists them all.',
  ]);
});

test('the sandbox clock is refused in production', () => {
  expect(problemsOf({ ARKHOUSE_CLOCK: 'sandbox', NODE_ENV: 'production' })).toHaveLength(1);
});

test('time acceleration requires the sandbox clock', () => {
  expect(problemsOf({ ARKHOUSE_TIME_SCALE: '60' })).toHaveLength(1);
  expect(readConfig({ ARKHOUSE_TIME_SCALE: '60', ARKHOUSE_CLOCK: 'sandbox' }).timeScale).toBe(60);
});

test('a service on all interfaces advertises a local URL', () => {
  expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).baseUrl.origin).toBe('http://localhost:8080');
  expect(readConfig({ HOST: '::1' }).baseUrl.origin).toBe('http://[::1]:3000');
});

test('every setting has a description and a default', () => {
  for (const row of Object.values(SETTINGS)) expect(row).not.toContain('');
});

test.each(['mailto:holes@ark.example', 'https://ark.example/holes', 'tel:+49-30-1234567'])(
  'ARKHOUSE_SECURITY_CONTACT=%s is read as it is',
  (given) => {
    expect(readConfig({ ARKHOUSE_SECURITY_CONTACT: given }).securityContact).toBe(given);
  },
);
test('a metrics port opens a separate listener, on loopback by default', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ ARKHOUSE_METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  const everywhere = { ARKHOUSE_METRICS_PORT: '9464', ARKHOUSE_METRICS_HOST: '0.0.0.0' };
  expect(readConfig(everywhere).metrics).toEqual({ port: 9464, host: '0.0.0.0' });
  expect(problemsOf({ ARKHOUSE_METRICS_HOST: '0.0.0.0' })).toEqual([
    'ARKHOUSE_METRICS_HOST needs ARKHOUSE_METRICS_PORT.',
  ]);
  expect(problemsOf({ ARKHOUSE_METRICS_PORT: 'x' })).toHaveLength(1);
});
