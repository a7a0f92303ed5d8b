import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { RefusedError, type SandboxClient } from '../../src/client/client.ts';
import { defaultKeyFile } from '../../src/client/key-file.ts';
import { type DiaryEntry, diaryLine, openDiary } from '../../src/keeper/diary.ts';
import { withFileLock } from '../../src/keeper/file-lock.ts';
import type { KeeperHost } from '../../src/keeper/keeper-context.ts';
import { createWaiter } from '../../src/keeper/run-keeper.ts';
import { aFolder } from '../program/arkhouse.ts';
import { ordersIn } from './keeper.ts';

const NO_SANDBOX = { error: 'Not found', code: 'no_such_route', request_id: 'r' };

function aMachine(clockRuns: (nap: number, nth: number) => number) {
  let now = 0;
  const naps: number[] = [];
  const world: KeeperHost = {
    now: () => now,
    randomId: () => 'word',
    print: async () => undefined,
    leaving: new AbortController().signal,
    async pause(ms) {
      naps.push(ms);
      now += clockRuns(ms, naps.length);
    },
  };
  return { world, naps };
}

const worldly: SandboxClient = {
  getSandboxClock: () => Promise.reject(new RefusedError(404, NO_SANDBOX)),
  turnSandboxClock: () => Promise.reject(new RefusedError(404, NO_SANDBOX)),
};

function sandbox(shown: readonly number[], turned: unknown[] = []): SandboxClient {
  let looks = 0;
  const reply = (at: number, scale: number) => ({ now: new Date(at).toISOString(), scale, next_steps: [] });
  return {
    // The first read only determines its speed.
    getSandboxClock: async () => reply(shown[Math.min((looks += 1) - 1, shown.length) - 1] ?? 0, 60),
    async turnSandboxClock(ask) {
      turned.push(ask?.body);
      return reply(0, 60);
    },
  };
}

test.each<[string, (nap: number, nth: number) => number, number, number]>([
  ['waits in steps of a minute', (nap) => nap, HOUR + 30_000, 61],
  ['wakes when the clock has jumped ahead', (nap, nth) => (nth === 3 ? 8 * HOUR : nap), 6 * HOUR, 3],
  ['does not wait longer for a clock that was stopped or set back', () => 0, HOUR, 60],
])('a keeper %s', async (_, clockRuns, until, count) => {
  const { world, naps } = aMachine(clockRuns);
  const waiting = await createWaiter(world, worldly, 'patient');
  await waiting?.until(until, 0);
  expect([naps.length, naps.at(-1)]).toEqual([count, until % MINUTE || MINUTE]);
});

test('the sandbox clock of the service takes precedence', async () => {
  const { world, naps } = aMachine((nap) => nap);
  const waiting = await createWaiter(world, sandbox([MINUTE, 2 * MINUTE, 5 * HOUR]), 'patient');
  await waiting?.until(4 * HOUR, 0);
  expect(naps).toEqual([2000, 2000, 2000]);
  await waiting?.wait({ ms: 6000, why: 'limit' });
  await waiting?.wait({ ms: 6000, why: 'trouble' });
  expect(naps.slice(3)).toEqual([100, 6000]);
});

test('with fast_forward it turns that clock for visits and limits, but not during an outage; without one it refuses', async () => {
  const { world, naps } = aMachine((nap) => nap);
  const turned: unknown[] = [];
  const waiting = await createWaiter(world, sandbox([], turned), 'fast_forward');
  await waiting?.until(4 * HOUR, 0);
  await waiting?.wait({ ms: 36_000, why: 'limit' });
  expect(turned).toEqual([{ to: '1970-01-01T04:00:00.000Z' }, { advance_hours: 0.01 }]);
  await waiting?.wait({ ms: 6000, why: 'trouble' });
  expect(naps).toEqual([6000]);
  expect(await createWaiter(world, worldly, 'fast_forward')).toBeUndefined();
});

test('without arguments a keeper stays, with the configured service and the default key; one visit gives up sooner', () => {
  const where = { keyFile: defaultKeyFile(), baseUrl: 'https://ark.example', diary: { format: 'words' } };
  const how = { wishes: { afterDeath: 'stop' }, rounds: 'many', time: 'patient', patienceMs: 30_000 };
  expect(ordersIn([], where.baseUrl)).toMatchObject({ ...where, ...how, answersWithinMs: undefined });
  expect(ordersIn(['--once'])).toMatchObject({ patienceMs: 30_000, answersWithinMs: 2000 });
});

test('every argument is an option', () => {
  const words =
    '--base-url http://a --key-file k --username u --timezone Europe/Berlin --name N --species s --once --again --diary d --json --patience 5 --fast-forward';
  const who = { keyFile: 'k', baseUrl: 'http://a', username: 'u', timezone: 'Europe/Berlin' };
  const wishes = { name: 'N', species: 's', family: 'cat', afterDeath: 'adopt_again' };
  const how = { rounds: 'one', time: 'fast_forward', patienceMs: 5000, sandboxToken: expect.any(Function) };
  const orders = ordersIn([...words.split(' '), '--family', 'cat'], 'https://ark.example');
  expect(orders).toEqual({ ...who, ...how, wishes, diary: { file: 'd', format: 'json' } });
});

test.each([
  ['--family fish', /--family is one of cat, dog, exotic, ai-native/],
  ['--base-url nowhere', /--base-url \(or ARKHOUSE_BASE_URL\) is the http or https address/],
  ['--base-url file:///etc', /--base-url \(or ARKHOUSE_BASE_URL\) is the http or https address/],
  ['--patience none', /--patience is a number of seconds/],
  ['--patience 0', /--patience is a number of seconds/],
  ['--speceis owl', /keep has no option --speceis\. Did you mean --species\?/],
])('%s is refused in a sentence', (words, sentence) => {
  expect(() => ordersIn(words.split(' '))).toThrow(sentence);
});

const AT = Date.parse('2030-01-01T12:34:56Z');
const WHO = { creature_id: 'x', name: 'Pebble' };
const FED: DiaryEntry = {
  kind: 'care',
  ...WHO,
  action: 'feed',
  item: 'tuna',
  category: 'loved',
  success: true,
  effectiveness: 'effective',
  timing: 'on_time',
  changes: { hunger: { before: 62.4, after: 100 }, trust: { before: 20, after: 21.5 } },
  care_log_entry_id: 'e1',
};

const LINES: readonly (readonly [DiaryEntry, string])[] = [
  [
    { ...FED, granted: 'a tasting spoon' },
    'Fed Pebble: tuna, right on time. It loved that. It had wished for that, and keeps a tasting spoon. Hunger 62 to 100, trust 20 to 22.',
  ],
  [FED, 'Fed Pebble: tuna, right on time. It loved that. Hunger 62 to 100, trust 20 to 22.'],
  [{ ...FED, success: false, changes: {} }, 'Pebble would not eat yet.'],
  [
    { kind: 'died', ...WHO, cause: 'neglect', died_at: '2030-01-01T11:00:00.000Z' },
    'Pebble died at 2030-01-01 11:00, because nobody came. It will be missed.',
  ],
  [{ kind: 'grew', ...WHO, stage: 'adult', form: 'Hearthcat' }, 'Pebble has grown up: Hearthcat.'],
  [{ kind: 'hatched', ...WHO, name: 'Pe\u001b[31m\nbble\u202e' }, 'Pe[31mbble has hatched.'],
];

test.each(LINES)('%o is one plain line', (entry, words) => {
  expect(diaryLine({ at: '2030-01-01T12:34:56.000Z', ...entry })).toBe(`2030-01-01 12:34  ${words}`);
});

function aDiary(format: 'words' | 'json' = 'json') {
  const file = join(aFolder(), 'diary');
  const printed: string[] = [];
  const diary = openDiary({ file, format, print: async (line) => void printed.push(line) });
  return { diary, file, printed, written: () => readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

test('every line is printed and stored, in JSON format as JSON', async () => {
  const { diary, printed, written } = aDiary('words');
  await diary.write(AT, { kind: 'back' });
  await diary.write(AT, FED);
  expect(printed).toHaveLength(2);
  expect(written()).toEqual(printed);
  const json = aDiary();
  await json.diary.write(AT, FED);
  expect(JSON.parse(json.written()[0] ?? '')).toEqual({ at: '2030-01-01T12:34:56.000Z', ...FED });
});

test('an entry written before a crash is not repeated, and the same act on a later visit is another entry', async () => {
  const { diary, file, written } = aDiary();
  await diary.write(AT, { kind: 'goodbye' });
  const before = await diary.length();
  await diary.write(AT, FED);
  await diary.write(AT, { kind: 'back' });
  await diary.writeOnce(before, AT, FED);
  expect(written()).toHaveLength(3);
  const later = await diary.length();
  await diary.writeOnce(later, AT, FED);
  expect(written()).toHaveLength(4);
  // A line cut off by a crash is removed and written again.
  appendFileSync(file, '{"at":"2030-01-0');
  await diary.writeOnce(await diary.length(), AT, { kind: 'back' });
  const kinds = written().map((line) => (JSON.parse(line) as DiaryEntry).kind);
  expect(kinds).toEqual(['goodbye', 'care', 'back', 'care', 'back']);
});

test('foreign text in the file is kept, and the diary begins on a new line', async () => {
  const { diary, file, written } = aDiary('words');
  appendFileSync(file, 'My notes about Pebble');
  await diary.writeOnce(await diary.length(), AT, FED);
  await diary.writeOnce(await diary.length(), AT, { kind: 'back' });
  expect(written()).toHaveLength(3);
  expect(written()[0]).toBe('My notes about Pebble');
});

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
