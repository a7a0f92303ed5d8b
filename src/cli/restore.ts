import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Given } from '../command-line/command.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../open-house.ts';
import { systemClock } from '../outside/clock.ts';
import { migrate } from '../db/migrate.ts';
import { restoreHouse } from '../db/move/move.ts';
import { audit } from './audit.ts';
import type { RESTORE_OPTIONS } from './commands.ts';
import { megabytesIn, watched } from './progress.ts';
import { settingsWith, withStore } from './setting-options.ts';

/** Brings a backup back into the empty place the settings name, and audits what is there then. */
export async function run({ values, operands }: Given<typeof RESTORE_OPTIONS>): Promise<void> {
  const [backup = ''] = operands;
  if (!existsSync(backup)) throw new StartupError(`There is no backup at ${backup}.`);
  const settings = settingsWith(values);
  const config = readConfig(settings);
  const isFile = config.databaseUrl === undefined;
  await watched(restoreHouse(config, backup, Number(values.jobs)), {
    label: isFile ? 'MB brought back' : 'pg_restore is at work',
    total: isFile ? await megabytesIn(backup) : undefined,
    measure: () => megabytesIn(join(config.dataDir, 'arkhouse.db.partial')),
  });
  // One of an older version is brought up as it would be when the house opens: the audit knows only today's.
  await withStore('fail', settings, (store) => migrate(store, systemClock().now()));
  await audit({}, settings);
}
