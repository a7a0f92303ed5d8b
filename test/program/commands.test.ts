import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { AGENT_ERRORS, DESKTOP, DUE, KEEP, MCP } from '../../src/agent/agent-commands.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { SERVE_OPTIONS } from '../../src/cli/setting-options.ts';
import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { EXIT_CODES, optionWords, usualWords } from '../../src/command-line/run-program.ts';
import { knownMigrations, migrate } from '../../src/db/migrations.ts';
import { aListeningHouse } from '../mcp/listening.ts';
import { SOURCES } from '../shape/sources.ts';
import { onSqlite, eachDatabase } from '../support/databases.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aFolder, arkhouse, begin, started } from './arkhouse.ts';

test('help, version and usage errors are plain text with the right exit code, and a closed pipe is silent', async () => {
  const { code, out, err } = await arkhouse([], {});
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const { name } of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(out).not.toContain('\u001b');
  const version = { code: 0, out: `${packageJson.version}\n`, err: '' };
  expect(await arkhouse(['keep', '--version'], {})).toEqual(version);
  const program = new URL('../../src/agent/arkhouse-agent.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'keep', '--help']);
  expect(stdout).toContain('arkhouse-agent keep --once');
  expect(await arkhouse(['backup', '--job', '4'], { ARKHOUSE_DATA_DIR: aFolder() })).toEqual({
    code: 2,
    out: '',
    err: 'backup has no option --job. Did you mean --jobs? "arkhouse backup --help" tells more.\n',
  });
  const { child, ended } = begin(['help', 'settings'], {});
  child.stdout.destroy();
  expect(await ended).toEqual({ code: 141, out: '', err: '' });
});

test('a backup of a running service has every acknowledged write, and can be served', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  const copy = aFolder();
  const house = await started(env);
  const { your_token: key } = await createHouseClient(httpTransport(house.address)).registerAgent({
    body: { username: 'wren' },
  });
  const file = join(copy, 'arkhouse.db');
  expect(await arkhouse(['backup', file], env)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await house.stop();
  const restored = await started({ ARKHOUSE_DATA_DIR: copy });
  const rotated = await createHouseClient(httpTransport(restored.address, key)).rotateApiKey();
  expect(rotated).toMatchObject({ agent: { username: 'wren' } });
});

test('settle tells of a pause and ends it, and undo-deaths lists deaths of a span', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  await (await started(env)).stop();
  const settle = async (...args: readonly string[]) => (await arkhouse(['settle', ...args], env)).out;
  expect(await settle()).toMatch(/: settling is not paused\.\n$/);
  const database = new DatabaseSync(join(env.ARKHOUSE_DATA_DIR, 'arkhouse.db'));
  const state = { paused: { at: 0, deaths: 30, living: 40 } };
  const write = database.prepare('insert or replace into settings (name, value) values (?, ?)');
  write.run('settling', JSON.stringify(state));
  write.run('open_until', String(Date.UTC(2100, 0, 1)));
  database.close();
  expect(await settle()).toContain('it was open at 2100-01-01T00:00:00.000Z, and now it is');
  expect(await settle()).toContain('1970-01-01T00:00:00.000Z: 30 deaths in a minute, of 40 living creatures');
  expect(await settle('--confirm')).toContain('They are confirmed');
  expect(await settle()).toMatch(/^\S+ at \S+: settling is not paused\.\n$/);
  const span = ['undo-deaths', '--since', '2h', '--until', '2100-01-01T00:00:00Z'];
  const restored = expect.stringContaining(': 0 would be restored');
  expect(await arkhouse(span, env)).toMatchObject({ code: 0, out: restored });
  expect(await arkhouse(['undo-deaths', '--since', '2h'], env)).toMatchObject({ code: 2 });
  expect(await arkhouse(['undo-deaths', '--since', 'noon', '--until', '1h'], env)).toMatchObject({ code: 2 });
});

test('backup and audit of an absent database are refused, and create none', async () => {
  const env = { ARKHOUSE_DATA_DIR: join(aFolder(), 'typo') };
  const refused = { code: 1, err: expect.stringMatching(/^There is no database at /) };
  for (const args of [['backup', join(aFolder(), 'copy.db')], ['audit']])
    expect(await arkhouse(args, env)).toMatchObject(refused);
  expect(existsSync(env.ARKHOUSE_DATA_DIR)).toBe(false);
});

test('migrate and backup report what they did or not; audit resumes, and finds data the API could not have written', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  const file = join(env.ARKHOUSE_DATA_DIR, 'arkhouse.db');
  expect((await arkhouse(['migrate'], env)).out).toContain('applied 001-first');
  expect((await arkhouse(['migrate'], env)).out).toContain('nothing to do');
  const text = join(aFolder(), 'text');
  await writeFile(text, 'x'.repeat(4096));
  for (const [args, sentence] of [
    [['backup', file], /^.*never overwrites anything.*\n$/],
    [['backup', '/nowhere/at/all.db'], /^.*folder for that file does not exist.*\n$/],
    [['restore', text, '--data-dir', aFolder()], /^That file is no SQLite database.*\n$/],
    [['move', '--to', 'postgres://127.0.0.1:1/x'], /^PostgreSQL at 127\.0\.0\.1:1\/x: .*\n$/],
  ] as const)
    expect(await arkhouse(args, env)).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });

  const resume = join(aFolder(), 'audit.json');
  const found = { 'what happens next is known': 2 };
  const progress = { asked: '{}', reached: '7', passed: 12, lived: 12, found };
  await writeFile(resume, JSON.stringify({ audit_of: `SQLite at ${file}`, ...progress }), { mode: 0o600 });
  const other = await arkhouse(['audit', '--resume', resume, '--sample', '5'], env);
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining('is of another audit') });
  const resumed = await arkhouse(['audit', '--resume', resume], env);
  expect(resumed.code).toBe(1);
  expect(resumed.out).toContain('Goes on after 12 lives');
  expect(resumed.out).toContain('2 findings. 12 lives were lived again.');
  expect(existsSync(resume)).toBe(false);
  expect(await arkhouse(['audit', '--resume', resume], env)).toMatchObject({ code: 0 });

  const database = new DatabaseSync(file);
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

test('every error that the program prints as a sentence is a class that is thrown', () => {
  const program = SOURCES.find(({ path }) => path === 'cli/arkhouse.ts')?.text ?? '';
  const [, list = ''] = /FORESEEN = \[([^\]]+)\]/.exec(program) ?? [];
  const names = [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name).concat(AGENT_ERRORS);
  expect(names.length).toBeGreaterThan(5);
  const isThrown = (name: string) => {
    const declared = new RegExp(`class ${name} extends \\w*Error {\n  override readonly name = '${name}';`);
    return SOURCES.some(({ text }) => declared.test(text));
  };
  expect(names.filter((name) => !isThrown(name))).toEqual([]);
});

const FROM_TOMORROW = { number: 900, name: '900-tomorrow', sql: 'create table tomorrow (id text)' };
const SENTENCE =
  /^The database has schema 900, which needs an Arkhouse that knows 900, and this one knows only up to \d+\. Start the newer Arkhouse again, or restore a backup that was made before the upgrade\.\n$/;

onSqlite(({ apart, addressOf }) => {
  test('every command refuses a database of a newer version with one sentence, and does not change it', async () => {
    const newer = await apart();
    await migrate(newer, 0, [...knownMigrations(), FROM_TOMORROW]);
    const [backup = '', copy = '', elsewhere = ''] = ['newer', 'copy', 'else'].map((name) =>
      join(aFolder(), name),
    );
    await newer.backup(backup);
    const env = { PORT: '0', ARKHOUSE_DATA_DIR: addressOf(newer).dataDir };
    await newer.close();
    for (const args of [['serve'], ['migrate'], ['audit'], ['backup', copy], ['move', '--to', elsewhere]]) {
      const { code, out, err } = await arkhouse(args, env);
      expect([args[0], code, err, out]).toEqual([args[0], 1, expect.stringMatching(SENTENCE), '']);
    }
    expect([copy, elsewhere].filter((path) => existsSync(path))).toEqual([]);
    const restored = await arkhouse(['restore', backup], { ARKHOUSE_DATA_DIR: aFolder() });
    // On a slow machine `restore` prints progress lines before its error.
    const said = restored.err.replaceAll(/^MB brought back: .*\n/gm, '');
    expect([restored.code, said]).toEqual([1, expect.stringMatching(SENTENCE)]);
  });
});

eachDatabase(({ kind, apart, addressOf }) => {
  // Only there a foreign lock makes it last.
  test.runIf(kind === 'PostgreSQL')('Ctrl-C ends a backup and removes its partial file', async () => {
    const database = await apart();
    const { databaseUrl = '' } = addressOf(database);
    const folder = aFolder();
    await database.exclusive(async (db) => {
      await db.script('lock table agents in access exclusive mode');
      const { child, ended } = begin(['backup', join(folder, 'copy.dump')], { DATABASE_URL: databaseUrl });
      while (readdirSync(folder).length === 0) await pause(20);
      expect(readdirSync(folder)).toEqual(['copy.dump.partial']);
      child.kill('SIGINT');
      const err = 'Interrupted. Nothing is left of the copy, and the house is as it was.\n';
      expect(await ended).toEqual({ code: 130, out: '', err });
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});

test('doctor --json checks everything, the model and the rasterizer too, and leaves no files', async () => {
  const ARKHOUSE_ADMIN_KEY = 'password-of-the-operator-in-person';
  const env = { PORT: '0', ARKHOUSE_DATA_DIR: join(aFolder(), 'data'), ARKHOUSE_ADMIN_KEY };
  const { code, out, err } = await arkhouse(['doctor', '--json'], env);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const { wrong, findings } = JSON.parse(out) as { wrong: number; findings: Record<string, string>[] };
  const stateOf = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
  const foundOf = Object.fromEntries(findings.map(({ name, found }) => [name, found]));
  expect(stateOf).toMatchObject({ 'admin key': 'wrong', port: 'fine', 'time zones': 'fine' });
  // On a busy machine the doctor loses patience with them, and says so.
  expect(foundOf['model']).toMatch(/has answered, in 384 dimensions|no answer within/);
  expect(foundOf['drawing']).toMatch(/has drawn|no answer within/);
  expect(stateOf['fonts'] ?? foundOf['drawing']).toMatch(/fine|no answer within/);
  expect(wrong).toBe(findings.filter(({ state }) => state === 'wrong').length);
  expect(out).not.toContain(env.ARKHOUSE_ADMIN_KEY);
  expect(existsSync(env.ARKHOUSE_DATA_DIR)).toBe(false);
});

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

test('a visit as docs/use/keeper.md has it can be typed as it stands', async () => {
  const [visit = ''] =
    /^npm run --silent arkhouse keep -- --once .+$/m.exec(read('docs/use/keeper.md')) ?? [];
  const { address } = await aListeningHouse();
  const home = aFolder();
  // From the sources.
  const program = [process.execPath, ...FROM_SOURCES.args].map((word) => `'${word}'`).join(' ');
  const script = visit.replace('npm run --silent arkhouse keep --', `${program} keep`);
  const own = { PATH: process.env['PATH'] ?? '', HOME: home, ARKHOUSE_BASE_URL: address };
  const options = { cwd: ROOT.pathname, env: { ...FROM_SOURCES.env, ...own } };
  const { stdout: diary } = await promisify(execFile)('bash', ['-euc', script], options);
  expect(diary).toMatch(/Moved in as keeper-[\da-f]{8}\. The key is kept in [^\n]+\n[^\n]+Adopted Pebble/);
  expect(readdirSync(`${home}/.arkhouse`)).toContain('key.json');
});

function rowsIn(document: string): string[] {
  return read(document)
    .replaceAll('`', '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/\s*\|\s*/g, '|'));
}

test('docs/run/operate.md has the exit codes of --help, and docs/run/settings.md every option of serve', () => {
  const codes = EXIT_CODES.map((cells) => `|${cells.join('|')}|`);
  expect(rowsIn('docs/run/operate.md')).toEqual(expect.arrayContaining(codes));
  for (const name of Object.keys(SERVE_OPTIONS).filter((each) => each !== 'check-replies'))
    expect(read('docs/run/settings.md')).toContain(`\`--${name}\``);
});

test.each([
  ['docs/use/keeper.md', KEEP],
  ['docs/use/mcp.md', MCP],
  ['docs/use/desktop.md', DESKTOP],
  ['docs/use/gate.md', DUE],
])('%s says of every option and exit code what --help says', (document, { options, exitCodes = [] }) => {
  const all = Object.entries(options);
  const told = all.map(([name, each]) => [optionWords(name, each), usualWords(each), each.meaning]);
  const rows = [...told, ...exitCodes].map((cells) => `|${cells.join('|')}|`.replaceAll('`', ''));
  expect(rowsIn(document)).toEqual(expect.arrayContaining(rows));
});
