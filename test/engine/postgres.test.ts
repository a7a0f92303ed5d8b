import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';

import { connect } from '../../src/store/engine/connect.ts';
import type { Query } from '../../src/store/engine/db.ts';
import { isUnavailable } from '../../src/store/engine/portable.ts';
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
const END_MY_CONNECTION: Query<{ pid: number }> = {
  text: 'select pg_terminate_backend(pg_backend_pid()) as pid',
  columns: ['pid'],
};

test('a server that does not answer is named without its password', async () => {
  const outcome = await connect({ databaseUrl: 'postgres://me:hush@127.0.0.1:1/house', dataDir: '' }).catch(
    (error: unknown) => error,
  );
  expect(outcome).toMatchObject({ message: 'could not open PostgreSQL at 127.0.0.1:1/house' });
  expect(isUnavailable(outcome)).toBe(true);
  expect(inspect(outcome, { depth: 9 })).not.toContain('hush');
});

test('an address that is none does not give its password away', async () => {
  const outcome = connect({ databaseUrl: 'postgres://me:hush@[bad/house', dataDir: '' });
  expect(inspect(await outcome.catch((error: unknown) => error), { depth: 9 })).not.toContain('hush');
});

eachDatabase(({ kind, fresh, addressOf }) => {
  describe.runIf(kind === 'PostgreSQL')('what only PostgreSQL promises', () => {
    test('connections say who they are, give up in time and wait for the disk', async () => {
      const { databaseUrl, dataDir } = addressOf(await fresh());
      const hasty = new URL(String(databaseUrl));
      hasty.searchParams.set('options', '-csynchronous_commit=off');
      const database = await connect({ databaseUrl: hasty.href, dataDir });
      expect(await database.one(SETTINGS, [])).toEqual({
        application: 'arkhouse',
        timeout: '10s',
        commit: 'on',
      });
      await database.close();
    });

    test('counts and averages are numbers', async () => {
      const database = await fresh();
      await takeIn(database);
      expect(await database.one(NUMBERS, [])).toEqual({ whole: 1, mean: 1000 });
    });

    test('a connection that is lost fails its own work only', async () => {
      const database = await fresh();
      const lost = database.transaction(async (db) => {
        await takeIn(db);
        await db.one(END_MY_CONNECTION, []);
      });
      await expect(lost).rejects.toSatisfy(isUnavailable);
      expect(await database.one(NUMBERS, [])).toMatchObject({ whole: 0 });
    });

    test('a backup without pg_dump says what is missing and leaves nothing', async () => {
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
