import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { systemClock } from '../../src/outside/clock.ts';
import type { DatabaseAddress } from '../../src/db/connect.ts';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { eachDatabase } from '../support/databases.ts';
import { aFolder, arkhouse } from './arkhouse.ts';

const FROM_TOMORROW = {
  number: 900,
  name: '900-tomorrow',
  sql: 'create table tomorrow (id text primary key);',
};
const SENTENCE =
  /^The database has schema 900, which needs an Arkhouse that knows 900, and this one knows only up to \d+\. Start the newer Arkhouse again, or restore a backup that was made before the upgrade\.\n$/;

eachDatabase(({ kind, apart, addressOf }) => {
  test(
    'a database of a newer version is refused with one sentence and a fix, and not changed',
    { timeout: 180_000 },
    async () => {
      const newer = await apart();
      await migrate(newer, systemClock().now(), [...knownMigrations(), FROM_TOMORROW]);
      const backup = join(aFolder(), 'newer');
      await newer.backup(backup);
      const env = envOf(addressOf(newer));
      await newer.close();
      const copy = join(aFolder(), 'copy');
      const elsewhere = join(aFolder(), 'elsewhere');
      for (const args of [['serve'], ['migrate'], ['audit'], ['backup', copy], ['move', '--to', elsewhere]]) {
        const { code, out, err } = await arkhouse(args, { PORT: '0', ...env });
        expect([args[0], code, err]).toEqual([args[0], 1, expect.stringMatching(SENTENCE)]);
        expect([args[0], out]).toEqual([args[0], '']);
      }
      expect([copy, elsewhere].filter((path) => existsSync(path))).toEqual([]);
      const empty =
        kind === 'SQLite' ? { ARKHOUSE_DATA_DIR: aFolder() } : await emptyDatabase(apart, addressOf);
      const restored = await arkhouse(['restore', backup], empty);
      // On a slow machine it says how far it is before that, and nothing else.
      const said = restored.err.replaceAll(/^(?:MB brought back|pg_restore is at work): .*\n/gm, '');
      expect([restored.code, said]).toEqual([1, expect.stringMatching(SENTENCE)]);
    },
  );
});

type Apart = Parameters<Parameters<typeof eachDatabase>[0]>[0];

async function emptyDatabase(apart: Apart['apart'], addressOf: Apart['addressOf']) {
  const database = await apart();
  await database.exclusive((db) => db.script('drop schema public cascade; create schema public'));
  return envOf(addressOf(database));
}

function envOf({ databaseUrl, dataDir }: DatabaseAddress): Record<string, string> {
  return databaseUrl === undefined ? { ARKHOUSE_DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
}
