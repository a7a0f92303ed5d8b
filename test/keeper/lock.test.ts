import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { alone } from '../../src/keeper/lock.ts';
import { aFolder } from '../program/arkhouse.ts';

const NOBODY = 2 ** 22 + 1;

test('two keepers do not keep under one key', async () => {
  const path = join(aFolder(), 'new', 'lock');
  await alone(path, async () => {
    writeFileSync(path, String(process.ppid));
    await expect(alone(path, async () => 'in')).rejects.toThrow(`process ${process.ppid}`);
  });
  expect(existsSync(path)).toBe(false);
});

test.each([
  ['a keeper that is no more', String(NOBODY)],
  ['a keeper that had our own number, as in a container', String(process.pid)],
  ['a keeper that was killed before it could write', ''],
])('the lock of %s is taken over', async (_, left) => {
  const path = join(aFolder(), 'lock');
  writeFileSync(path, left);
  expect(await alone(path, async () => readFileSync(path, 'utf8'))).toBe(String(process.pid));
});
