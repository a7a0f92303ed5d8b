import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { SETTINGS } from '../../src/config/settings.ts';
import { createHouseClient, httpTransport } from '../../src/contract/server/client.ts';
import { SOURCES } from '../shape/sources.ts';
import { aFolder, arkhouse, started } from './arkhouse.ts';

test('help lists every command and every setting', async () => {
  const { code, out } = await arkhouse(['help'], {});
  expect(code).toBe(0);
  for (const word of ['serve', 'migrate', 'backup', 'restore', 'move', 'audit', ...Object.keys(SETTINGS)])
    expect(out).toContain(word);
});

test('a command nobody knows is refused', async () => {
  expect(await arkhouse(['dance'], {})).toMatchObject({ code: 1, err: expect.stringContaining('"dance"') });
});

test('migrate says what it did, and the second time that there is nothing to do', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  expect((await arkhouse(['migrate'], env)).out).toContain('applied 001-first');
  expect((await arkhouse(['migrate'], env)).out).toContain('nothing to do');
});

test('a backup taken from an open house holds what was told, and is a house of its own', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  const copy = aFolder();
  const house = await started(env);
  const { your_token: key } = await createHouseClient(httpTransport(house.address)).registerAgent({
    body: { username: 'wren' },
  });
  const file = join(copy, 'arkhouse.db');
  expect(await arkhouse(['backup', file], env)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await arkhouse(['backup', file], env)).toMatchObject({ code: 1 });
  await house.stop();
  const restored = await started({ ARKHOUSE_DATA_DIR: copy });
  await expect(createHouseClient(httpTransport(restored.address, key)).rotateApiKey()).resolves.toMatchObject(
    {
      agent: { username: 'wren' },
    },
  );
  await restored.stop();
});

test.each([
  ['backup', 'copy.db'],
  ['audit', ''],
])('%s of a house that is not there is refused, and makes none', async (command, file) => {
  const env = { ARKHOUSE_DATA_DIR: join(aFolder(), 'typo') };
  const { code, err } = await arkhouse([command, ...(file === '' ? [] : [join(aFolder(), file)])], env);
  expect(code).toBe(1);
  expect(err).toMatch(/^There is no database at /);
  expect(existsSync(env.ARKHOUSE_DATA_DIR)).toBe(false);
});

test.each([
  ['a word that is no command', ['constructor'], {}, /There is no command/],
  ['an option that is none', ['serve', '--prot'], {}, /Unknown option '--prot'/],
  [
    'an address that is not ours',
    ['serve'],
    { HOST: '192.0.2.1', PORT: '0' },
    /HOST is not an address of this machine/,
  ],
  [
    'a database server that is away',
    ['audit'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    /cannot be reached/,
  ],
  [
    'a copy over an existing file',
    ['backup', '/etc/hostname'],
    { exists: 'yes' },
    /never overwrites anything/,
  ],
  [
    'a copy into no folder',
    ['backup', '/nowhere/at/all.db'],
    { exists: 'yes' },
    /folder for that file does not exist/,
  ],
])('%s is one sentence, not a trace', async (_, args, env, sentence) => {
  const own = { ARKHOUSE_DATA_DIR: aFolder() };
  if ('exists' in env) await arkhouse(['migrate'], own);
  const { code, err } = await arkhouse(args, 'exists' in env ? own : { ...own, ...env });
  expect(code).toBe(1);
  expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('backup without a file says how it is called', async () => {
  expect(await arkhouse(['backup'], { ARKHOUSE_DATA_DIR: aFolder() })).toMatchObject({
    code: 1,
    err: expect.stringContaining('arkhouse backup FILE'),
  });
});

test('audit finds what nobody could have written through the door', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  await arkhouse(['migrate'], env);
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(env.ARKHOUSE_DATA_DIR, 'arkhouse.db'));
  database.exec(
    "insert into agents (id, username, display_name, social_links, key_hash, key_issued_at, created_at) values ('x', 'NOT Lower', 'x', '[]', 'short', 1, 1)",
  );
  database.close();
  const { code, out } = await arkhouse(['audit'], env);
  expect(code).toBe(1);
  expect(out).toMatch(/usernames are 2 to 50 .*: x: NOT Lower/);
  expect(out).toMatch(/key hashes are 64 hexadecimal digits: x/);
  expect(out).toMatch(/\d findings/);
});

test.each([
  [['--sine', '3h'], /Unknown option '--sine'/],
  [['--since', 'yesterday'], /--since is a moment/],
  [['--sample', '0'], /--sample is a number of lives/],
  [['--sample', '101%'], /--sample is a number of lives/],
  [['--seed', '7'], /--seed goes with --sample/],
])('audit %j is refused in a sentence', async (args, sentence) => {
  const { code, err } = await arkhouse(['audit', ...args], { ARKHOUSE_DATA_DIR: aFolder() });
  expect(code).toBe(1);
  expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('audit goes on where another one was interrupted, and only with the same', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  await arkhouse(['migrate'], env);
  const resume = join(aFolder(), 'audit.json');
  const saved = {
    audit_of: `SQLite at ${join(env.ARKHOUSE_DATA_DIR, 'arkhouse.db')}`,
    asked: '{}',
    reached: '7',
    passed: 12,
    lived: 12,
    found: { 'what happens next is known': 2 },
  };
  await writeFile(resume, JSON.stringify(saved), { mode: 0o600 });
  expect(await arkhouse(['audit', '--resume', resume, '--sample', '5'], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is of another audit'),
  });
  const { code, out } = await arkhouse(['audit', '--resume', resume], env);
  expect(code).toBe(1);
  expect(out).toContain('Goes on after 12 lives');
  expect(out).toContain('2 findings. 12 lives were lived again.');
  expect(existsSync(resume)).toBe(false);
  expect(await arkhouse(['audit', '--resume', resume], env)).toMatchObject({ code: 0 });
});

test('every error that is told in a sentence is one that can be thrown', () => {
  const program = SOURCES.find(({ path }) => path === 'cli/arkhouse.ts')?.text ?? '';
  const [, list = ''] = /FORESEEN = new Set\(\[([^\]]+)\]/.exec(program) ?? [];
  const names = [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names)
    expect(
      SOURCES.some(({ text }) =>
        text.includes(`class ${name} extends Error {\n  override readonly name = '${name}';`),
      ),
      name,
    ).toBe(true);
});
