import { expect, test } from 'vitest';

import { DAY, HOUR } from '../rules/base/clock.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { answer, parseCommand } from '../command-line/run-program.ts';
import { readConfig } from '../config/config.ts';
import { SETTINGS } from '../config/settings.ts';
import { auditOrders } from './audit.ts';
import { COMMANDS, SETTINGS_TOPIC } from './commands.ts';
import { progress, watched } from './progress.ts';
import { describeOldNode } from './runtime.ts';
import { SERVE_OPTIONS, settingsWith } from './setting-options.ts';

const EMPTY = { about: '', firstSteps: [], foreseen: new Set<string>(), byCode: {} };
const PROGRAM = { ...EMPTY, name: 'arkhouse', commands: COMMANDS, topics: [SETTINGS_TOPIC] };

function pageOf(...args: string[]): string {
  const style = { isColoured: false, width: 100 };
  const asked = answer(PROGRAM, { args, env: {}, version: () => '', style });
  return 'page' in asked ? asked.page : '';
}

test.each(COMMANDS.map((each) => [each.name, each] as const))('help for %s is complete', (_, spec) => {
  const page = pageOf(spec.name, '--help');
  expect(spec.summary).toMatch(/^[a-z].*[^.]$/);
  for (const [name, { type, placeholder, meaning }] of Object.entries(spec.options)) {
    expect(page).toContain(`--${name}`);
    expect(meaning).not.toBe('');
    expect(placeholder !== undefined, name).toBe(type === 'string');
  }
  expect(Object.keys(spec.options)).toEqual(expect.arrayContaining([...(spec.needed ?? [])]));
  // The published package does not contain the documents.
  expect(page).not.toContain('docs/');
});

const EXAMPLES = COMMANDS.flatMap((spec) => spec.examples.map(([typed]) => [typed, spec] as const));

test.each(EXAMPLES)('arkhouse %s runs as its help shows it', (typed, spec) => {
  expect(parseCommand(spec, typed.split(' ').slice(1), {})).toBeDefined();
});

test('help settings lists every setting', () => {
  const page = pageOf('help', 'settings');
  for (const name of Object.keys(SETTINGS)) expect(page).toContain(`  ${name} `);
});

test('an option of serve overrides the environment, a folder its database, and is checked like its setting', () => {
  const read = (values: Record<string, string | true>, env = {}) => readConfig(settingsWith(values, env));
  const given = { HOST: '127.0.0.9', PORT: '1' };
  const set = { port: 8080, host: '127.0.0.9', clock: 'sandbox', payments: { mode: 'off' } };
  expect(read({ port: '8080', sandbox: true, payments: 'off' }, given)).toMatchObject(set);
  const wrong = /PORT must be a whole number from 0 to 65535\.\n.*LOG_LEVEL must be one of/;
  expect(() => read({ port: 'x', 'log-level': 'loud' })).toThrow(wrong);
  const env = { DATABASE_URL: 'postgres://a/b', DATABASE_REPLICA_URL: 'postgres://c/d' };
  const moved = { dataDir: '/srv/ark', databaseUrl: undefined };
  expect(read({ 'data-dir': '/srv/ark' }, env)).toMatchObject(moved);
  const both = { 'data-dir': '/srv/ark', 'database-url': 'postgres://e/f' };
  expect(read(both, env).databaseUrl).toBe('postgres://e/f');
});

test('every option of serve but one names the setting it stands for', () => {
  const usual = Object.values(SERVE_OPTIONS).map((option) => 'usual' in option && option.usual.split(',')[0]);
  expect(usual.filter((setting) => !(String(setting) in SETTINGS))).toHaveLength(1);
});

const NOW = Date.parse('2026-11-16T12:00:00Z');
const lives = (values: Parameters<typeof auditOrders>[0]) => auditOrders(values, NOW, () => 7).lives;

test.each([
  [{ since: '36h' }, { since: NOW - 36 * HOUR }],
  [{ since: '7d' }, { since: NOW - 7 * DAY }],
  [{ since: '2026-11-15T08:00:00Z' }, { since: Date.parse('2026-11-15T08:00:00Z') }],
  [{ sample: '1000' }, { sample: { lives: 1000, seed: 7 } }],
  [{ sample: '5%', seed: '12' }, { sample: { share: 0.05, seed: 12 } }],
])('%j selects the right lives', (values, selected) => {
  expect(lives(values)).toMatchObject(selected);
});

test.each([
  [{ since: 'yesterday' }, /--since is a moment/],
  [{ sample: '0' }, /--sample is a number of lives/],
  [{ sample: '101%' }, /--sample is a number of lives/],
  [{ seed: '7' }, /--seed goes with --sample/],
])('%j is refused with one sentence', (values, sentence) => {
  expect(() => lives(values)).toThrow(sentence);
});

test('Node 24.15, later 24s and 26 or later are accepted; others are refused with one line that names the fix', () => {
  for (const version of ['18.20.8', '22.23.0', '24.14.1', '25.9.0'])
    expect(describeOldNode(version, '/ark/house.js')).toMatch(
      new RegExp(`this is ${version}.*npx -y node@26 /ark/house\\.js …$`),
    );
  for (const version of ['24.15.0', '24.21.0', '26.0.0', '27.1.0'])
    expect(describeOldNode(version)).toBeUndefined();
  expect(packageJson.engines.node).toBe('^24.15.0 || >=26.0.0');
});

/** What is printed in so many steps of one second each. */
function seconds(isTTY: boolean, total = 100): string[] {
  const written: string[] = [];
  let now = 5000;
  const out = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  const shown = progress({ total, label: 'lives', now: () => now, out });
  for (let nth = 0; nth < total; nth += 1) {
    now += 1000;
    shown.advance(1);
  }
  shown.end();
  return written;
}

test('without a terminal, progress lines follow after two seconds and then every ten, with the time left', () => {
  const lines = seconds(false);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('lives: 2 of 100 (2%), about 2 min left\n');
  expect(lines[4]).toBe('lives: 42 of 100 (42%), about 58 s left\n');
  expect(lines.join('')).not.toContain('\u001b');
});

test('on a terminal a bar is redrawn in place and removed at the end', () => {
  const written = seconds(true);
  expect(written).toHaveLength(100);
  expect(written[48]).toBe('\r\u001b[2K[############............] lives: 50 of 100 (50%), about 50 s left');
  expect(written.at(-1)).toBe('\r\u001b[2K');
});

test.each([true, false])('work of less than two seconds prints no progress (terminal: %s)', (isTTY) => {
  expect(seconds(isTTY, 1)).toEqual([]);
});

test('with an unknown total, progress shows the count and elapsed time', async () => {
  let now = 0;
  const { promise: line, resolve: write } = Promise.withResolvers<string>();
  const options = { total: undefined, label: 'MB written', now: () => now };
  const measure = async () => ((now += 2500), now / 100);
  await watched(line, { ...options, measure, out: { isTTY: false, columns: 80, write } });
  expect(await line).toBe('MB written: 25 in 3 s\n');
});
