import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

import * as machine from '../../src/cli/check-machine.ts';
import { type Diagnosis, isMissingPackage, reasonOf } from '../../src/cli/diagnosis.ts';
import { report } from '../../src/cli/doctor.ts';
import { readConfig } from '../../src/config/config.ts';
import { aFolder } from '../program/arkhouse.ts';

const GIGABYTE = 1_000_000_000;

test('disks, clocks and differences between clocks are fine, noted or wrong', () => {
  const room = (free: number, total: number) =>
    machine.checkRoom({ folder: '/srv', freeBytes: free * GIGABYTE, totalBytes: total * GIGABYTE }).state;
  const rooms = [room(0.4, 100), room(0.6, 100), room(0.6, 1), room(40, 1000), room(19, 1000)];
  expect(rooms).toEqual(['wrong', 'note', 'fine', 'fine', 'note']);

  const clocks = ['2025-12-31T23:59:59Z', '2026-11-16T12:00:00Z', '2100-01-01T00:00:00Z'];
  expect(clocks.map((time) => machine.checkClock(Date.parse(time))[0]?.state)).toEqual([
    'wrong',
    'fine',
    'wrong',
  ]);
  expect(machine.checkClock(Date.UTC(2027), ['UTC'])[1]).toMatchObject({
    name: 'time zones',
    state: 'wrong',
  });

  const now = Date.UTC(2027);
  const skews = [5_000, -5_001, 60_000, -60_001].map(
    (apart) =>
      machine.checkSkew('PostgreSQL', { shown: now + apart, askedAt: now, answeredAt: now })[0]?.state,
  );
  expect(skews).toEqual([undefined, 'note', 'note', 'wrong']);
  // A slow reply says nothing against a clock.
  expect(machine.checkSkew('Redis', { shown: now, askedAt: now - 60_000, answeredAt: now + 60_000 })).toEqual(
    [],
  );
});

test.each([
  [{ ARKHOUSE_BASE_URL: 'https://ark.example' }, [expect.stringContaining('lost API key')]],
  [{ ARKHOUSE_BASE_URL: 'https://ark.example', ARKHOUSE_TRUST_PROXY: '1' }, []],
  [{}, []],
])('the doctor warns of an https address whose proxy is not named: %j', (env, said) => {
  const proxy = machine.checkExposure(readConfig(env)).filter(({ name }) => name === 'proxy');
  expect(proxy.map(({ found }) => found)).toEqual(said);
});

test('repeated or common admin keys can be guessed, random ones cannot', () => {
  const weak = ['a'.repeat(32), 'ab'.repeat(16), 'ChangeMe-ChangeMe-ChangeMe-ChangeMe'];
  expect(weak.map(machine.isGuessable)).toEqual([true, true, true]);
  const strong = ['9f86d081884c7d659a2feaa0c55ad015', 'q3Zk0Yv1mC7sT9wXh2bN5rL8pD4fJ6gA'];
  expect(strong.map(machine.isGuessable)).toEqual([false, false]);
});

test('little memory and few open files are noted', () => {
  expect(machine.checkMemory(100_000_000).state).toBe('note');
  expect(machine.checkMemory(GIGABYTE).state).toBe('fine');
  const limits = (n: number) => `Limit  Soft\nMax open files            ${n}                 4096  files\n`;
  expect(machine.checkOpenFiles(limits(1024))[0]?.state).toBe('note');
  expect(machine.checkOpenFiles(limits(65536))[0]?.state).toBe('fine');
  expect(machine.checkOpenFiles('')).toEqual([]);
});

test('a package without one of its folders is reported as incomplete with its name', async () => {
  const folder = aFolder();
  const root = pathToFileURL(`${folder}/`);
  for (const part of ['fonts', 'icons', 'browser', 'db/migrations']) {
    await mkdir(join(folder, 'dist', part), { recursive: true });
    await writeFile(join(folder, 'dist', part, 'one'), '');
  }
  await cp('openapi.json', join(folder, 'openapi.json'));
  expect((await machine.checkPackage(root)).state).toBe('fine');
  await rm(join(folder, 'dist/fonts/one'));
  await rm(join(folder, 'openapi.json'));
  const found = 'It is not complete: dist/fonts/, openapi.json are missing.';
  const remedy = 'Install the package anew';
  expect(await machine.checkPackage(root)).toMatchObject({ state: 'wrong', found, remedy });
});

test('a report is plain ASCII unless printed to a terminal, and ends in a verdict', () => {
  const findings: readonly Diagnosis[] = [
    { name: 'port', state: 'fine', found: 'It is free.' },
    { name: 'disk', state: 'note', found: 'Little.', remedy: 'More.' },
    { name: 'clock', state: 'wrong', found: '1970.', remedy: 'Set it.' },
  ];
  expect(report(findings, { isTTY: false })).toBe(`fine   port   It is free.
note   disk   Little.
              -> More.
WRONG  clock  1970.
              -> Set it.

1 thing is wrong, and 1 to think about. What to do stands below each.
`);
  expect(report(findings, { isTTY: true })).toMatch(/✓.*\n.*·.*\n +→ More\.\n.*✗/);
  expect(report(findings.slice(0, 1), { isTTY: false })).toMatch(/\n\nNothing is wrong\.\n$/);
});

test('a missing package is recognised at any depth of error causes', async () => {
  const name = 'arkhouse-has-no-such-package';
  const missing: unknown = await import(name).catch((error: unknown) => error);
  const outer = new Error('the thread died', { cause: new Error('it could not start', { cause: missing }) });
  expect(isMissingPackage(outer)).toBe(true);
  expect(reasonOf(outer)).toContain(name);
  expect(isMissingPackage(new Error('the thread died'))).toBe(false);
});
