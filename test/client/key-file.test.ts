import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import {
  defaultKeyFile,
  readPendingRegistration,
  readKeyFile,
  writeKeyFile,
} from '../../src/client/key-file.ts';
import { aFolder } from '../program/arkhouse.ts';

const SAVED = { baseUrl: 'http://127.0.0.1:3000', username: 'wren-7', key: 'ah_secret' };
const { key: _key, ...ACCOUNT } = SAVED;
const BEGUN = { ...ACCOUNT, registering: { idempotencyKey: 'word', body: { username: 'wren-7' } } };
const aPath = () => join(aFolder(), 'deep', 'key.json');
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a key file and its folder are readable only by their user', async () => {
  const path = aPath();
  await writeKeyFile(path, SAVED);
  expect(await readKeyFile(path)).toEqual(SAVED);
  expect(modeOf(path)).toBe(0o600);
  expect(modeOf(dirname(path))).toBe(0o700);
  expect(readdirSync(dirname(path))).toEqual(['key.json']);
  const other = aPath();
  mkdirSync(dirname(other), { mode: 0o755 });
  await writeKeyFile(other, SAVED);
  expect(modeOf(dirname(other)), 'an existing folder keeps its mode').toBe(0o755);
  expect(defaultKeyFile('/home/wren')).toBe(join('/home/wren', '.arkhouse', 'key.json'));
});

test('a pending registration is no key, and is removed once the key exists', async () => {
  const path = aPath();
  expect([await readKeyFile(path), await readPendingRegistration(path)]).toEqual([undefined, undefined]);
  await writeKeyFile(path, BEGUN);
  expect(await readKeyFile(path)).toBeUndefined();
  expect(await readPendingRegistration(path)).toEqual(BEGUN);
  await writeKeyFile(path, SAVED);
  expect(await readPendingRegistration(path)).toBeUndefined();
});

test('a file that others may access is refused with a suggested fix', async () => {
  const path = aPath();
  await writeKeyFile(path, SAVED);
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(path, mode);
    await expect(readKeyFile(path)).rejects.toThrow(`chmod 600 ${path}`);
  }
});

test.each([
  ['half a file', '{"baseUrl": "http'],
  ['another kind of file', '[]'],
  ['a file without a key', '{"baseUrl":"http://127.0.0.1:3000","username":"wren"}'],
  ['an address that is none', JSON.stringify({ ...SAVED, baseUrl: 'file:///etc' })],
])('%s is refused without quoting its text', async (_, text) => {
  const path = aPath();
  mkdirSync(dirname(path));
  writeFileSync(path, text, { mode: 0o600 });
  const refused = await readKeyFile(path).catch((error: unknown) => error as Error);
  expect(refused).toMatchObject({ name: 'KeyFileError' });
  expect((refused as Error).message).not.toContain('wren');
});

test('a temporary file of a killed process does no harm and is removed', async () => {
  const path = aPath();
  await writeKeyFile(path, BEGUN);
  const beside = `${path}.${process.pid}.new`;
  writeFileSync(beside, 'half', { mode: 0o644 });
  await writeKeyFile(path, SAVED);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(SAVED);
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(dirname(path))).toEqual(['key.json']);
});
