import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { eachDatabase } from '../support/databases.ts';
import { aFolder, begin } from './arkhouse.ts';

eachDatabase(({ kind, apart, addressOf }) => {
  // Only there a foreign lock makes it last.
  test.runIf(kind === 'PostgreSQL')('Ctrl-C ends a backup and removes its partial file', async () => {
    const database = await apart();
    const { databaseUrl = '' } = addressOf(database);
    const folder = aFolder();
    await database.exclusive(async (db) => {
      await db.script('lock table agents in access exclusive mode');
      const { child, ended } = begin(['backup', join(folder, 'copy.dump')], { DATABASE_URL: databaseUrl });
      while (!existsSync(join(folder, 'copy.dump.partial'))) await pause(20);
      child.kill('SIGINT');
      expect(await ended).toEqual({
        code: 130,
        out: '',
        err: 'Interrupted. Nothing is left of the copy, and the house is as it was.\n',
      });
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});
