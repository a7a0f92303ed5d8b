import { join } from 'node:path';

import type { Given } from '../command-line/command.ts';
import { readConfig, type Config } from '../config/config.ts';
import type { BACKUP_OPTIONS } from './commands.ts';
import { megabytesIn, watched } from './progress.ts';
import { settingsWith, withStore } from './setting-options.ts';

/** Copies the house, from the database the settings name or from a standby of it. */
export async function run({ values, operands }: Given<typeof BACKUP_OPTIONS>): Promise<void> {
  const [to = ''] = operands;
  const from = values.from === undefined ? {} : { 'database-url': values.from };
  const settings = settingsWith({ ...values, ...from });
  const total = await megabytesToCopy(readConfig(settings));
  await withStore('fail', settings, async (store) => {
    await watched(store.backup(to, Number(values.jobs)), {
      label: 'MB written',
      total,
      measure: () => megabytesIn(`${to}.partial`),
    });
    process.stdout.write(`${store.label} is copied to ${to}.\n`);
  });
}

/** A dump of PostgreSQL is packed, nobody knows how well. */
async function megabytesToCopy({ databaseUrl, dataDir }: Config): Promise<number | undefined> {
  return databaseUrl === undefined ? megabytesIn(join(dataDir, 'arkhouse.db')) : undefined;
}
