import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';

const ADDRESS = 'postgres://me:hush@one/house';

/** A folder with these files. */
function aFolderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'arkhouse-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('NAME_FILE names a file with the setting; a final newline is dropped', () => {
  const folder = aFolderOf({ address: `${ADDRESS}\n` });
  expect(readConfig({ DATABASE_URL_FILE: join(folder, 'address') }).databaseUrl).toBe(ADDRESS);
});

test('a setting may be a systemd credential; missing credentials are ignored', () => {
  const folder = aFolderOf({ DATABASE_URL: `${ADDRESS}\r\n`, 'something else': 'x' });
  expect(readConfig({ CREDENTIALS_DIRECTORY: folder })).toMatchObject({ databaseUrl: ADDRESS, port: 3000 });
});

test('a setting given twice is refused with both places', () => {
  const folder = aFolderOf({ DATABASE_URL: ADDRESS });
  const file = join(folder, 'DATABASE_URL');
  expect(problemsOf({ DATABASE_URL: ADDRESS, DATABASE_URL_FILE: file })).toEqual([
    'DATABASE_URL is given as DATABASE_URL and as DATABASE_URL_FILE: keep one.',
  ]);
  expect(problemsOf({ DATABASE_URL_FILE: file, CREDENTIALS_DIRECTORY: folder })).toEqual([
    'DATABASE_URL is given as DATABASE_URL_FILE and as a credential: keep one.',
  ]);
});

test('an empty NAME_FILE counts as unset', () => {
  expect(readConfig({ DATABASE_URL_FILE: ' ', DATABASE_URL: ADDRESS }).databaseUrl).toBe(ADDRESS);
});

test.each([
  ['is empty', { empty: '\n' }, 'empty', 'The file of REDIS_URL_FILE is empty.'],
  ['is not there', {}, 'hush', 'The file of REDIS_URL_FILE cannot be read (ENOENT).'],
  ['is a folder', {}, '.', 'The file of REDIS_URL_FILE cannot be read (EISDIR).'],
  ['holds something else', { other: 'hush' }, 'other', 'REDIS_URL must be a redis:// address.'],
])('a file that %s is refused without quoting its content or name', (_, files, name, problem) => {
  expect(problemsOf({ REDIS_URL_FILE: join(aFolderOf(files), name) })).toEqual([problem]);
});

test('an unreadable credential is refused', () => {
  const folder = aFolderOf({});
  mkdirSync(join(folder, 'REDIS_URL'));
  expect(problemsOf({ CREDENTIALS_DIRECTORY: folder })).toEqual([
    'The credential REDIS_URL cannot be read (EISDIR).',
  ]);
});

test('a misspelt setting name with _FILE is reported', () => {
  expect(problemsOf({ ARKHOUSE_ADMIN_KEYS_FILE: '/run/secrets/key' })).toHaveLength(1);
});
