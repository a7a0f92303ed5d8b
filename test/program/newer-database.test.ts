import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { onSqlite } from '../support/databases.ts';
import { aFolder, arkhouse } from './arkhouse.ts';

const FROM_TOMORROW = {
  number: 900,
  name: '900-tomorrow',
  sql: 'create table tomorrow (id text primary key);',
};
const SENTENCE =
  /^The database has schema 900, which needs an Arkhouse that knows 900, and this one knows only up to \d+\. Start the newer Arkhouse again, or restore a backup that was made before the upgrade\.\n$/;

onSqlite(({ apart, addressOf }) => {
  test('every command refuses a database of a newer version with one sentence, and does not change it', async () => {
    const newer = await apart();
    await migrate(newer, 0, [...knownMigrations(), FROM_TOMORROW]);
    const [backup, copy, elsewhere] = [
      join(aFolder(), 'newer'),
      join(aFolder(), 'copy'),
      join(aFolder(), 'else'),
    ];
    await newer.backup(backup);
    const env = { PORT: '0', ARKHOUSE_DATA_DIR: addressOf(newer).dataDir };
    await newer.close();
    for (const args of [['serve'], ['migrate'], ['audit'], ['backup', copy], ['move', '--to', elsewhere]]) {
      const { code, out, err } = await arkhouse(args, env);
      expect([args[0], code, err, out]).toEqual([args[0], 1, expect.stringMatching(SENTENCE), '']);
    }
    expect([copy, elsewhere].filter((path) => existsSync(path))).toEqual([]);
    const restored = await arkhouse(['restore', backup], { ARKHOUSE_DATA_DIR: aFolder() });
    // On a slow machine progress is reported before that.
    const said = restored.err.replaceAll(/^MB brought back: .*\n/gm, '');
    expect([restored.code, said]).toEqual([1, expect.stringMatching(SENTENCE)]);
  });
});
