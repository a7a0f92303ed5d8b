import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';

import { connect, type DatabaseAddress } from '../../src/db/connect.ts';
import type { Database, Query } from '../../src/db/db.ts';
import { isUnavailable } from '../../src/db/portable.ts';
import { readSetting } from '../../src/db/settings.ts';
import { eachDatabase } from '../support/databases.ts';
import { takeIn } from './examples.ts';

const SETTINGS: Query<{ application: string; timeout: string; commit: string }> = {
  text: `
    select current_setting('application_name') as application, current_setting('statement_timeout') as timeout,
      current_setting('synchronous_commit') as commit`,
  columns: ['application', 'timeout', 'commit'],
};
const NUMBERS: Query<{ whole: number; mean: number }> = {
  text: 'select count(*) as whole, avg(created_at) as mean from agents',
  columns: ['whole', 'mean'],
};
const DIVISION: Query<{ half: number }> = { text: 'select 12 / $1::integer as half', columns: ['half'] };
const TOO_LARGE: Query<{ n: number }> = { text: 'select 9007199254740993 as n', columns: ['n'] };
const END_MY_CONNECTION: Query<{ pid: number }> = {
  text: 'select pg_terminate_backend(pg_backend_pid()) as pid',
  columns: ['pid'],
};

const KEEP_DURABILITY = {
  text: `insert into settings (name, value) values ('durability', current_setting('synchronous_commit'))`,
};

/** The database with a single connection, so that all statements share it. */
async function alone(address: DatabaseAddress): Promise<Database> {
  const database = await connect({ ...address, mostConnections: 1 });
  onTestFinished(() => database.close());
  return database;
}

async function failureOf(databaseUrl: string): Promise<unknown> {
  const failure: unknown = await connect({ databaseUrl, dataDir: '' }).catch((error: unknown) => error);
  expect(inspect(failure, { depth: 9 })).not.toContain('hush');
  return failure;
}

test('an unreachable server or invalid address is reported without its password', async () => {
  const failure = await failureOf('postgres://me:hush@127.0.0.1:1/house');
  expect(failure).toMatchObject({
    message: 'PostgreSQL at 127.0.0.1:1/house: connect ECONNREFUSED 127.0.0.1:1',
  });
  expect(isUnavailable(failure)).toBe(true);
  expect(await failureOf('postgres://me:hush@[bad/house')).toBeInstanceOf(Error);
});

eachDatabase(({ kind, fresh, addressOf }) => {
  describe.runIf(kind === 'PostgreSQL')('PostgreSQL only', () => {
    test('connections set an application name and timeouts, and every write waits for the disk', async () => {
      const { databaseUrl, dataDir } = addressOf(await fresh());
      const hasty = new URL(String(databaseUrl));
      const options = `${hasty.searchParams.get('options')} -csynchronous_commit=off`;
      hasty.searchParams.set('options', options);
      const database = await alone({ databaseUrl: hasty.href, dataDir });
      const settings = { application: 'arkhouse', timeout: '10s', commit: 'on' };
      expect(await database.transaction((db) => db.one(SETTINGS, []))).toEqual(settings);
      expect(await database.one(SETTINGS, [])).toEqual({ ...settings, commit: 'off' });
      // A single write outside a transaction.
      await database.run(KEEP_DURABILITY, []);
      expect(await readSetting(database, 'durability')).toBe('on');
    });

    test('an unknown database, user or target_session_attrs is reported without the password', async () => {
      const { databaseUrl, dataDir } = addressOf(await fresh());
      for (const [change, words] of [
        [{ pathname: '/no_such_house' }, 'database "no_such_house" does not exist'],
        [{ username: 'no_such_keeper' }, 'role "no_such_keeper" does not exist'],
      ] as const) {
        const url = new URL(String(databaseUrl));
        Object.assign(url, { password: 'hush', search: '', ...change });
        const message = `PostgreSQL at ${url.host}${url.pathname}: ${words}`;
        expect(await failureOf(url.href)).toMatchObject({ message });
      }
      const address = { databaseUrl: `${databaseUrl}&target_session_attrs=tertiary`, dataDir };
      await expect(connect(address)).rejects.toThrow(/target_session_attrs is one of any, read-write/);
    });

    test('one failure in a pipelined read fails all of them, and the connection remains usable', async () => {
      const database = await alone(addressOf(await fresh()));
      const asked = await database.together((db) =>
        Promise.allSettled([db.one(NUMBERS, []), db.one(DIVISION, ['0']), db.one(NUMBERS, [])]),
      );
      const reasons = asked.map((each) => each.status === 'rejected' && String(each.reason));
      expect(reasons).toEqual(Array(3).fill(expect.stringContaining('division by zero')));
      // The server prepared the first two, and skipped everything after the failure.
      expect(await database.one(DIVISION, ['2'])).toEqual({ half: 6 });
      expect(await database.one(NUMBERS, [])).toMatchObject({ whole: 0 });
    });

    test('a failed begin is the error of the first statement; pending statements are rolled back with their transaction', async () => {
      const database = await alone(addressOf(await fresh()));
      const begun = database.transaction(async (db) => {
        await db.one(DIVISION, ['0']).catch((cause: unknown) => {
          throw new Error('nobody can share with nobody', { cause });
        });
      });
      await expect(begun).rejects.toThrow('nobody can share with nobody');
      expect(await database.one(DIVISION, ['3'])).toEqual({ half: 4 });
      const pending = database.transaction(async (db) => {
        await db.posted.run(KEEP_DURABILITY, []);
        throw new Error('enough');
      });
      await expect(pending).rejects.toThrow('enough');
      expect(await readSetting(database, 'durability')).toBeUndefined();
    });

    test('counts are numbers; an unreadable row fails only its own query, and the connection remains usable', async () => {
      const database = await alone(addressOf(await fresh()));
      await takeIn(database);
      expect(await database.one(NUMBERS, [])).toEqual({ whole: 1, mean: 1000 });
      await expect(database.one(TOO_LARGE, [])).rejects.toThrow('9007199254740993 is too large to be exact');
      expect(await database.one(DIVISION, ['4'])).toEqual({ half: 3 });
    });

    test('a lost connection fails only its own transaction', async () => {
      const database = await fresh();
      const lost = database.transaction(async (db) => {
        await takeIn(db);
        await db.one(END_MY_CONNECTION, []);
      });
      await expect(lost).rejects.toSatisfy(isUnavailable);
      expect(await database.one(NUMBERS, [])).toMatchObject({ whole: 0 });
    });

    test('a backup without pg_dump names the missing program and leaves nothing', async () => {
      const database = await fresh();
      const folder = await mkdtemp(join(tmpdir(), 'arkhouse-backup-'));
      const path = process.env['PATH'];
      process.env['PATH'] = '/nowhere';
      await expect(database.backup(join(folder, 'copy'))).rejects.toThrow(/PostgreSQL client tools/);
      process.env['PATH'] = path;
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    });
  });
});
