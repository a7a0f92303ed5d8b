import { createClient } from '@redis/client';
import { readdirSync, statSync } from 'node:fs';
import { cp, open, rm, writeFile, chmod, copyFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, describe, expect, test } from 'vitest';

import { connect } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { writeSetting } from '../../packages/database/settings.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { markRealMoney } from '../../src/features/money/checkout.ts';
import { SANDBOX_CLOCK } from '../../src/features/turn-clock.ts';
import { main } from '../../src/app/main.ts';
import type { Diagnosis } from '../../src/cli/diagnosis.ts';
import { examine, report } from '../../src/cli/doctor.ts';
import { knownMigrations, migrate } from '../../src/db/migrations.ts';
import { aFolder } from '../program/arkhouse.ts';
import { eachDatabase, QUICK } from '../support/databases.ts';
import { freePort, openUntilTestEnds } from '../support/local-server.ts';
import { withClient } from '../support/postgres-schemas.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers } from '../support/servers/own-servers.ts';
import { startRedis } from '../support/servers/small-servers.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

type Env = Readonly<Record<string, string>>;

/** Prepares it in an empty folder. `env` overrides what is typed, `told` replaces local values in the report. */
type Replaced = readonly (readonly [here: string, there: string])[];
type Make = (folder: string) => Promise<{ env?: Env; told?: Replaced }>;
/** The settings as docs/run/doctor.md shows them, and the names of all findings that are wrong. */
type BrokenSetUp = readonly [title: string, typed: Env, wrong: readonly string[], make?: Make];

const NOBODY = '127.0.0.1:1';
const PRODUCTION = { NODE_ENV: 'production' };
const KEY = ['admin key'];
const THREE = ['settings', 'settings', 'settings'];
const AT_ARK = { ARKHOUSE_BASE_URL: 'https://ark.example' };
const HERE = { ARKHOUSE_DATA_DIR: '/srv/ark' };

const BROKEN_SET_UPS: readonly BrokenSetUp[] = [
  [
    'Settings that cannot be read',
    { PORT: '99999', ARKHOUSE_DATADIR: '/srv/ark', DATABASE_POOL: 'many' },
    THREE,
  ],
  [
    'A port that is in use',
    { PORT: '3000' },
    ['port'],
    async () => {
      const port = String(await openUntilTestEnds(createServer((socket) => socket.destroy())));
      return { env: { PORT: port }, told: [[port, '3000']] };
    },
  ],
  [
    'A file where the data folder should be',
    { ARKHOUSE_DATA_DIR: '/srv/ark/data' },
    ['data folder'],
    async (folder) => {
      await writeFile(join(folder, 'data'), 'not a folder');
      return { env: { ARKHOUSE_DATA_DIR: join(folder, 'data') } };
    },
  ],
  [
    'A database file that was overwritten',
    HERE,
    ['database'],
    async (folder) => {
      await houseIn(folder);
      await overwrite(join(folder, 'arkhouse.db'), 0);
      return {};
    },
  ],
  [
    'A database of a newer Arkhouse',
    HERE,
    ['schema'],
    async (folder) => {
      const known = knownMigrations().at(-1)?.number ?? 0;
      const newer = { number: known + 1, name: `${known + 1}-from-the-future`, sql: 'select 1' };
      await houseIn(folder, (store) => migrate(store, 0, [...knownMigrations(), newer]));
      return { told: Object.entries({ [known + 1]: '100', [known]: '99' }).toReversed() };
    },
  ],
  [
    'A database that has lived ahead of the world',
    HERE,
    ['clock'],
    async (folder) => {
      const wall = Date.now();
      const anchor = JSON.stringify({ wall, shown: wall + 72 * HOUR, scale: 1 });
      return houseIn(folder, (store) => writeSetting(store, SANDBOX_CLOCK, anchor));
    },
  ],
  [
    'Play money in a house that has taken real money',
    { ...HERE, ARKHOUSE_PAYMENTS: 'sandbox' },
    ['payments'],
    (folder) => houseIn(folder, markRealMoney),
  ],
  [
    'PostgreSQL does not answer',
    { DATABASE_URL: 'postgres://127.0.0.1:5432/ark' },
    ['database'],
    async () => ({ env: { DATABASE_URL: `postgres://${NOBODY}/ark` }, told: [[NOBODY, '127.0.0.1:5432']] }),
  ],
  [
    'Redis does not answer',
    { REDIS_URL: 'redis://127.0.0.1:6379' },
    ['redis'],
    async () => ({ env: { REDIS_URL: `redis://${NOBODY}` }, told: [[NOBODY, '127.0.0.1:6379']] }),
  ],
  ['An admin key that can be guessed', { ARKHOUSE_ADMIN_KEY: 'correct-horse-battery-staple-change-me' }, KEY],
  ['Live payments without a webhook secret', { ...AT_ARK, STRIPE_SECRET_KEY: 'sk_live_yours' }, ['settings']],
  ['A production house without TLS', { ...PRODUCTION, ARKHOUSE_BASE_URL: 'http://ark.example' }, ['address']],
];

async function houseIn(dataDir: string, work: (store: Database) => Promise<unknown> = async () => {}) {
  const template = await newHouseFolder();
  await cp(template, dataDir, { recursive: true });
  await rm(template, { recursive: true });
  const store = await connect({ dataDir });
  try {
    await work(store);
  } finally {
    await store.close();
  }
  return {};
}

async function overwrite(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(4096, 'noise '), 0, 4096, at);
  await file.close();
}

// Slow checks: test/program runs them with the built program.
const SLOW = ['model', 'pictures', 'machine'] as const;

// No finding may come from a slow test machine.
const SLOWLY = ['CONNECT', 'WAIT', 'STATEMENT'].map((each) => [`DATABASE_${each}_SECONDS`, '60']);
// Test databases are as old as 1970 and have no backup.
const PATIENT = { ...Object.fromEntries(SLOWLY), ARKHOUSE_BACKUP_HOURS: '0' } as Env;

/** With a free port and an empty data folder by default, and without the state of the test machine's disk. */
async function lookAt(env: Env): Promise<Diagnosis[]> {
  const usual = { PORT: '0', ARKHOUSE_DATA_DIR: join(aFolder(), 'data'), ...PATIENT };
  const findings = await examine({ ...usual, ...env }, SLOW);
  return findings.filter(({ name }) => !name.startsWith('disk'));
}

const like = (about: Partial<Diagnosis>) => [expect.objectContaining(about)];
const notFine = (findings: readonly Diagnosis[]) => findings.filter(({ state }) => state !== 'fine');
const wrongIn = (findings: readonly Diagnosis[]) => findings.filter(({ state }) => state === 'wrong');

const INTRODUCTION = `# Doctor

This page shows what \`arkhouse doctor\` reports. It checks settings, ports, the data folder and the disk, the database with its replica, Redis,
clocks, payments, the model, the rasterizer, fonts, the package and the machine, and says how to fix what it finds. It changes nothing and calls
no paid service. Run it before the first start, after a change of settings, and when something is wrong; the service may keep running.

A line is \`fine\`, a \`note\`, or \`WRONG\`: the service would not start, or not keep a promise. The exit code is 1 if something is wrong,
otherwise 0. \`--json\` prints the counts and \`findings\` with \`name\`, \`state\`, \`found\` and \`remedy\`. Keys and passwords are never shown.

A test breaks a configuration in each of these ways and writes this page:
`;

async function sectionOf([title, typed, wrong, make]: BrokenSetUp): Promise<string> {
  const folder = aFolder();
  const { env = {}, told = [] } = (await make?.(folder)) ?? {};
  const dataDir = make && typed['ARKHOUSE_DATA_DIR'] !== undefined ? { ARKHOUSE_DATA_DIR: folder } : {};
  const findings = wrongIn(await lookAt({ ...typed, ...dataDir, ...env }));
  expect(findings.map(({ name }) => name)).toEqual(wrong);
  const lines = report(findings, { isTTY: false }).split('\n\n')[0] ?? '';
  let words = lines.replaceAll(folder, '/srv/ark');
  for (const [here, there] of told) words = words.replaceAll(here, there);
  const settings = Object.entries(typed).map(([name, value]) => `${name}=${value}`);
  const command = [...settings, 'arkhouse doctor'].join(' ');
  return `## ${title}\n\n\`\`\`sh\n${command}\n\`\`\`\n\n\`\`\`text\n${words}\n\`\`\`\n`;
}

test('docs/run/doctor.md has the doctor’s own words for every broken set-up (node tools/generate.ts doctor-docs writes it)', async () => {
  const sections: string[] = [];
  for (const setUp of BROKEN_SET_UPS) sections.push(await sectionOf(setUp));
  expect(sections.length).toBeGreaterThanOrEqual(10);
  await expect(`${INTRODUCTION}\n${sections.join('\n')}`).toMatchFileSnapshot('../../docs/run/doctor.md');
});

function contentsOf(folder: string): string[] {
  return readdirSync(folder).map((name) => {
    const { size, mtimeMs, mode } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs} ${mode}`;
  });
}

test('the doctor finds nothing in a healthy or a missing data folder, and neither changes nor creates it', async () => {
  const folder = aFolder();
  await houseIn(folder);
  const before = contentsOf(folder);
  const findings = await lookAt({ ARKHOUSE_DATA_DIR: folder });
  expect(notFine(findings)).toEqual([]);
  const names = findings.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['data file', 'database', 'schema']));
  expect(contentsOf(folder)).toEqual(before);
  const missing = join(folder, 'not', 'yet');
  const found = `${missing} will be made, with a SQLite file in it.`;
  const made = { name: 'data folder', state: 'fine', found };
  expect(await lookAt({ ARKHOUSE_DATA_DIR: missing })).toContainEqual(made);
  expect(() => statSync(missing)).toThrow('ENOENT');
});

test('the doctor examines a running service, and reports that it runs', async () => {
  const folder = aFolder();
  const metricsPort = String(await freePort());
  const env = { ARKHOUSE_DATA_DIR: folder, ARKHOUSE_METRICS_PORT: metricsPort };
  const house = await main({ ...env, PORT: '0', LOG_LEVEL: 'silent' });
  onTestFinished(async () => void (await house.stop()));
  const { port } = new URL(house.address);
  const findings = await lookAt({ ...env, PORT: port });
  const notes = [port, metricsPort].map((each) => ({ found: `A house is open at 127.0.0.1:${each}.` }));
  expect(notFine(findings)).toMatchObject(notes);
  const { found } = findings.find(({ name }) => name === 'database') ?? {};
  expect(found).toMatch(process.platform === 'linux' ? `and open in process ${process.pid}.` : /is whole/);
});

test('a damaged page, a file that others can read and an older schema are found, with what to do', async () => {
  const lookAfter = async (harm: (file: string) => Promise<unknown>) => {
    const folder = aFolder();
    await houseIn(folder);
    await harm(join(folder, 'arkhouse.db'));
    return notFine(await lookAt({ ARKHOUSE_DATA_DIR: folder }));
  };
  const damaged = await lookAfter((file) => overwrite(file, 4096 * 4));
  expect(wrongIn(damaged)).toEqual(like({ name: 'database', found: expect.stringContaining('is damaged') }));
  const readable = await lookAfter((file) => chmod(file, 0o640));
  expect(readable).toEqual(like({ name: 'data file', remedy: expect.stringContaining('chmod 600') }));
  const older = aFolder();
  const store = await connect({ dataDir: older });
  await migrate(store, 0, knownMigrations().slice(0, -2));
  await store.close();
  const found = 'It is of an older Arkhouse: 2 migrations are to be done.';
  const remedy = expect.stringContaining('arkhouse migrate');
  expect(notFine(await lookAt({ ARKHOUSE_DATA_DIR: older }))).toEqual(like({ state: 'note', found, remedy }));
});

test.each([
  [
    'settling paused',
    ['settling', JSON.stringify({ paused: { at: Date.UTC(2026, 10, 1), deaths: 900, living: 1000 } })],
    '900 deaths within a minute, among 1000 living creatures',
  ],
  ['clock', ['open_until', String(Date.UTC(2100, 0, 1))], 'was open at 2100-01-01T00:00:00.000Z'],
] as const)('a paused or doubtful state is reported: %s', async (name, setting, words) => {
  const folder = aFolder();
  const env = { ARKHOUSE_DATA_DIR: folder };
  await houseIn(folder, (store) => writeSetting(store, setting[0], setting[1]));
  const remedy = expect.stringContaining('arkhouse settle --confirm');
  const told = like({ name, found: expect.stringContaining(words), remedy });
  expect(wrongIn(await lookAt(env))).toEqual(told);
  for (const clock of ['unchecked', 'sandbox'])
    expect(wrongIn(await lookAt({ ...env, ARKHOUSE_CLOCK: clock }))).toEqual(name === 'clock' ? [] : told);
});

test('the doctor asks a running service for problems that only it can see', async () => {
  const folder = aFolder();
  await houseIn(folder, (store) => writeSetting(store, 'open_until', String(Date.now() + HOUR)));
  const port = String(await freePort());
  const env = { ARKHOUSE_DATA_DIR: folder, PORT: port, LOG_LEVEL: 'silent' };
  const service = await main(env);
  onTestFinished(async () => void (await service.stop()));
  const found = expect.stringContaining('The running service says: The clock shows a time before');
  expect(await lookAt(env)).toContainEqual(
    expect.objectContaining({ name: 'clock behind', state: 'wrong', found }),
  );
});

test.runIf(process.platform === 'linux')('a locked file is reported with its process', async () => {
  const folder = aFolder();
  await houseIn(folder);
  const file = join(folder, 'arkhouse.db');
  const holder = new DatabaseSync(file);
  holder.exec('pragma journal_mode = delete; begin exclusive');
  onTestFinished(() => holder.close());
  const found = `${file} is locked by process ${process.pid}.`;
  expect(wrongIn(await lookAt({ ARKHOUSE_DATA_DIR: folder }))).toEqual(like({ name: 'database', found }));
});

test('the write-ahead log of a crashed service is reported and left unchanged', async () => {
  const [folder, crashed] = [aFolder(), aFolder()];
  const store = await connect({ dataDir: folder });
  await migrate(store, 0);
  for (const end of ['', '-wal', '-shm'])
    await copyFile(join(folder, `arkhouse.db${end}`), join(crashed, `arkhouse.db${end}`));
  await store.close();
  const left = statSync(join(crashed, 'arkhouse.db-wal')).size;
  const lookAgain = async () => notFine(await lookAt({ ARKHOUSE_DATA_DIR: crashed }));
  const noted = (words: string) => like({ state: 'note', found: expect.stringContaining(words) });
  expect(await lookAgain()).toEqual(noted('did not close in order'));
  expect(statSync(join(crashed, 'arkhouse.db-wal')).size).toBe(left);
  await rm(join(crashed, 'arkhouse.db-shm'));
  expect(await lookAgain()).toEqual(noted('was not looked into'));
  expect(readdirSync(crashed)).not.toContain('arkhouse.db-shm');
});

test('all findings are reported at once, even if some checks fail', async () => {
  const findings = await lookAt({
    ARKHOUSE_TIME_SCALE: '60',
    ARKHOUSE_PAYMENTS: 'cash',
    DATABASE_URL: 'postgres://127.0.0.1:1/ark',
    REDIS_URL: 'redis://127.0.0.1:1',
    HOST: '192.0.2.1',
    ARKHOUSE_ADMIN_KEY: 'a'.repeat(32),
  });
  const names = wrongIn(findings).map(({ name }) => name);
  expect(names).toEqual(['settings', 'settings', 'admin key', 'port', 'database', 'redis']);
  // Settings that contradict each other without a single one to name end the reading, not the doctor.
  const x402 = { X402_FACILITATOR_URL: 'https://pay.example', X402_PAY_TO: `0x${'1'.repeat(40)}` };
  const contradicting = await lookAt({ HOST: 'ark.example', ...x402, X402_NETWORK: 'base-sepolia' });
  const told = wrongIn(contradicting).map(({ found }) => found);
  expect(told).toContain('Payments by agents need an ARKHOUSE_BASE_URL that begins with https://.');
});

test('payment services and a remote model are named, and not asked', async () => {
  const agents = { X402_FACILITATOR_URL: 'http://127.0.0.1:1', X402_PAY_TO: `0x${'1'.repeat(40)}` };
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_yours', STRIPE_WEBHOOK_SECRET: 'whsec_yours' };
  const findings = await lookAt({ ...agents, ...stripe, X402_NETWORK: 'base-sepolia' });
  const found =
    'Stripe, with test keys: no real money moves. Stripe was not asked whether the keys are valid.';
  expect(findings.filter(({ name }) => name === 'payments' || name === 'x402')).toEqual([
    { name: 'payments', state: 'fine', found },
    { name: 'x402', state: 'fine', found: '127.0.0.1:1 is set, and its name is known. It was not asked.' },
    ...like({ name: 'x402', state: 'fine', found: expect.stringContaining('belongs to one service') }),
    ...like({ name: 'x402', state: 'note', remedy: 'Set X402_RPC_URL to a node of base-sepolia.' }),
  ]);
  const production = notFine(await lookAt({ ...stripe, NODE_ENV: 'production' }));
  expect(production).toEqual(like({ name: 'payments', remedy: expect.stringContaining('a live key') }));
  const model = { PORT: '0', EMBEDDINGS_URL: 'http://[::1]:1/v1', EMBEDDINGS_MODEL: 'small' };
  expect(await examine(model, ['pictures', 'machine', 'data folder', 'database'])).toContainEqual({
    name: 'model',
    state: 'fine',
    found: '[::1]:1 is set, and its name is known. It was not asked.',
  });
});

test('no finding contains a key or a password', async () => {
  const secrets = {
    DATABASE_URL: 'postgres://ark:pass%20word-one@127.0.0.1:1/ark',
    REDIS_URL: 'redis://:password-two@127.0.0.1:1',
    ARKHOUSE_ADMIN_KEY: 'password-three-password-three-password',
    STRIPE_SECRET_KEY: 'password-four',
    EMBEDDINGS_API_KEY: 'password-five',
  };
  expect(JSON.stringify(await lookAt(secrets))).not.toMatch(/password-|pass%20word|pass word/);
});

eachDatabase(({ kind, fresh, addressOf }) => {
  const urlOf = async () => addressOf(await fresh()).databaseUrl ?? '';

  describe.runIf(kind === 'PostgreSQL')('what only a server can have', () => {
    test('a server that is well is fine; one that is absent, read-only, not followed or too small is reported', async () => {
      const url = await urlOf();
      const findings = await lookAt({ DATABASE_URL: url });
      expect(notFine(findings).filter(({ found }) => !/fsync|are free/.test(found))).toEqual([]);
      expect(findings).toContainEqual({ name: 'schema', state: 'fine', found: 'It is up to date.' });
      const room = 'PostgreSQL has room for another megabyte.';
      expect(findings).toContainEqual({ name: 'database disk', state: 'fine', found: room });

      const absent = new URL(url);
      absent.pathname = '/no_such_ark';
      const found = expect.stringContaining('database "no_such_ark" does not exist');
      const remedy = expect.stringContaining('createdb');
      expect(wrongIn(await lookAt({ DATABASE_URL: absent.href }))).toEqual([
        { name: 'database', state: 'wrong', found, remedy },
      ]);
      const readOnly = await lookAt({ DATABASE_URL: `${url}%20-cdefault_transaction_read_only=on` });
      const [database] = like({ name: 'database', found: expect.stringContaining('is read-only') });
      expect(wrongIn(readOnly)).toContainEqual(database);
      const strained = { DATABASE_URL: url, DATABASE_REPLICA_URL: url, DATABASE_POOL: '1000' };
      const notes = notFine(await lookAt(strained));
      for (const name of ['replica', 'connections'])
        expect(notes).toContainEqual(expect.objectContaining({ name, state: 'note' }));
    });

    test('a role that may not create or read tables is told which right is missing', async () => {
      const url = new URL(await urlOf());
      const schema = url.searchParams.get('options')?.replace('-csearch_path=', '') ?? '';
      const role = `visitor_${schema.slice(-20)}`;
      const asOwner = (sql: string) => withClient(url.href, async (client) => void (await client.query(sql)));
      await asOwner(`create role ${role} login; grant usage on schema ${schema} to ${role}`);
      onTestFinished(() => asOwner(`drop owned by ${role}; drop role ${role}`));
      const visiting = new URL(url);
      visiting.username = role;
      const remedies = wrongIn(await lookAt({ DATABASE_URL: visiting.href })).map(({ remedy }) => remedy);
      expect(remedies).toContainEqual(expect.stringContaining(`grant create on schema ${schema} to ${role}`));
      expect(remedies).toContainEqual(expect.stringContaining('Name the user in DATABASE_URL who made them'));
    });
  });
});

describe.runIf(!QUICK && missingCommands(['redis-server']).length === 0)('with a Redis of its own', () => {
  test('a Redis that evicts keys is noted, one that does not is fine, and the doctor writes nothing to it', async () => {
    await using servers = new OwnServers();
    const { port } = await startRedis(servers);
    const REDIS_URL = `redis://127.0.0.1:${port}`;
    const redis = await createClient({ url: REDIS_URL }).connect();
    const found = async () => (await lookAt({ REDIS_URL })).filter(({ name }) => name === 'redis');
    const answers = expect.stringMatching(/^Redis \d.* answers/);
    expect(await found()).toEqual(like({ state: 'fine', found: answers }));
    await redis.configSet('maxmemory-policy', 'allkeys-lru');
    expect(await found()).toEqual(like({ state: 'note', remedy: expect.stringContaining('noeviction') }));
    await redis.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    const follows = 'It follows another Redis, and takes no counts.';
    expect(await found()).toEqual(like({ state: 'wrong', found: follows }));
    expect(await redis.dbSize()).toBe(0);
    redis.destroy();
  });
});
