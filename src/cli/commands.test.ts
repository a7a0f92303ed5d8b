import { expect, test } from 'vitest';

import { answer } from '../command-line/run-program.ts';
import { parseCommand } from '../command-line/parse-command.ts';
import { readConfig } from '../config/config.ts';
import { SETTINGS } from '../config/settings.ts';
import { COMMANDS, SETTINGS_TOPIC } from './commands.ts';
import { SERVE_OPTIONS, settingsWith } from './setting-options.ts';

const PROGRAM = {
  name: 'arkhouse',
  about: '',
  firstSteps: [],
  commands: COMMANDS,
  topics: [SETTINGS_TOPIC],
  foreseen: new Set<string>(),
  byCode: {},
};

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

test.each(COMMANDS.flatMap(({ examples }) => examples.map(([typed]) => typed)))(
  'arkhouse %s runs as its help shows it',
  (typed) => {
    const [word, ...args] = typed.split(' ');
    const spec = COMMANDS.find(({ name }) => name === word);
    expect(spec && parseCommand(spec, args, {})).toBeDefined();
  },
);

test('help settings lists every setting', () => {
  const page = pageOf('help', 'settings');
  for (const name of Object.keys(SETTINGS)) expect(page).toContain(`  ${name} `);
});

test('an option of serve sets a setting and overrides the environment', () => {
  const env = { PORT: '1', HOST: '127.0.0.9', LOG_LEVEL: 'warn' };
  const values = { port: '8080', 'base-url': 'https://ark.example', sandbox: true, payments: 'off' };
  expect(readConfig(settingsWith(values, env))).toMatchObject({
    port: 8080,
    host: '127.0.0.9',
    baseUrl: new URL('https://ark.example'),
    clock: 'sandbox',
    payments: { mode: 'off' },
    logLevel: 'warn',
  });
});

test('a wrong option value gets the error message of its setting', () => {
  expect(() => readConfig(settingsWith({ port: 'x', 'log-level': 'loud' }, {}))).toThrow(
    /PORT must be a whole number from 0 to 65535\.\n.*LOG_LEVEL must be one of/,
  );
});

test('a folder argument overrides the database of the environment', () => {
  const env = { DATABASE_URL: 'postgres://a/b', DATABASE_REPLICA_URL: 'postgres://c/d' };
  expect(readConfig(settingsWith({ 'data-dir': '/srv/ark' }, env))).toMatchObject({
    dataDir: '/srv/ark',
    databaseUrl: undefined,
  });
  const both = { 'data-dir': '/srv/ark', 'database-url': 'postgres://e/f' };
  expect(readConfig(settingsWith(both, env))).toMatchObject({ databaseUrl: 'postgres://e/f' });
});

test.each(Object.keys(SERVE_OPTIONS).filter((name) => name !== 'check-replies'))(
  'serve --%s names the setting it stands for',
  (name) => {
    const { usual = '' } = SERVE_OPTIONS[name as keyof typeof SERVE_OPTIONS] as { usual?: string };
    const [setting = ''] = usual.split(',');
    expect(Object.keys(SETTINGS)).toContain(setting);
  },
);
