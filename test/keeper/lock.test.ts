import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

import { withFileLock } from '../../src/keeper/file-lock.ts';
import { aFolder } from '../program/arkhouse.ts';

const NOBODY = 2 ** 22 + 1;

test('two keepers cannot use one key', async () => {
  const path = join(aFolder(), 'new', 'lock');
  await withFileLock(path, async () => {
    writeFileSync(path, String(process.ppid));
    await expect(withFileLock(path, async () => 'in')).rejects.toThrow(`process ${process.ppid}`);
  });
  expect(existsSync(path)).toBe(false);
});

const LEFT_BEHIND: readonly (readonly [string, string])[] = [
  ['a keeper that is no more', String(NOBODY)],
  ['a keeper that had our own number, as in a container', String(process.pid)],
  ['a keeper that was killed before it could write', ''],
  ['a keeper whose number somebody else has now', `${process.ppid} an-earlier-boot/1`],
];

// Only there the start time of a process is available.
const isTold = process.platform === 'linux';

test.each(LEFT_BEHIND.slice(0, isTold ? undefined : -1))('the lock of %s is taken over', async (_, left) => {
  const path = join(aFolder(), 'lock');
  writeFileSync(path, left);
  const written = await withFileLock(path, async () => readFileSync(path, 'utf8'));
  expect(written.split(' ')[0]).toBe(String(process.pid));
});

const TAKES_IT = `
  import { withFileLock } from ${JSON.stringify(new URL('../../src/keeper/file-lock.ts', import.meta.url).href)};
  process.stdin.once('data', () =>
    withFileLock(process.argv[1], async () => {
      console.log('in');
      await new Promise((stay) => process.stdin.once('data', stay));
    }).catch(() => console.log('out')).finally(() => process.exit()),
  );
  console.log('ready');
`;

test('of many keepers that find a stale lock, one takes it', { timeout: 60_000 }, async () => {
  const path = join(aFolder(), 'lock');
  writeFileSync(path, String(NOBODY));
  const keepers = Array.from({ length: 4 }, () => {
    const { stdin, stdout } = spawn(process.execPath, ['--input-type=module', '-e', TAKES_IT, path]);
    // A refused keeper ends before it can be stopped.
    stdin.on('error', () => {});
    return { stdin, said: createInterface(stdout)[Symbol.asyncIterator]() };
  });
  for (const { said } of keepers) await said.next();
  for (const { stdin } of keepers) stdin.write('begin');
  const became: unknown[] = [];
  for (const { said } of keepers) became.push((await said.next()).value);
  for (const { stdin } of keepers) stdin.end('leave');
  expect(became.filter((each) => each === 'in').length).toBe(1);
});
