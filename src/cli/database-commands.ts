import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Given } from '../command-line/command.ts';
import { readConfig } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { moveHouse, restoreHouse } from '../db/move/move.ts';
import { auditHouse, type AuditStep } from '../features/audit/audit.ts';
import { readHouseTime, StartupError } from '../open-house.ts';
import { systemClock } from '../outside/clock.ts';
import { audit } from './audit.ts';
import type { BACKUP_OPTIONS, MOVE_OPTIONS, RESTORE_OPTIONS } from './commands.ts';
import { auditProgress, counted, megabytesIn, progress, watched } from './progress.ts';
import { type PLACE_OPTIONS, settingsWith, withStore } from './setting-options.ts';

export async function runMigrate({ values }: Given<typeof PLACE_OPTIONS>): Promise<void> {
  await withStore('create', settingsWith(values), async (store) => {
    const { length: total } = await pendingMigrations(store);
    const shown = progress({ total, label: 'migrations' });
    const { applied, version } = await migrate(store, systemClock().now(), undefined, () => shown.advance(1));
    shown.end();
    const done = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`;
    process.stdout.write(`${store.label}: ${done}; now at version ${version}.\n`);
  });
}

export async function runBackup({ values, operands }: Given<typeof BACKUP_OPTIONS>): Promise<void> {
  const [to = ''] = operands;
  const from = values.from === undefined ? {} : { 'database-url': values.from };
  const settings = settingsWith({ ...values, ...from });
  const { databaseUrl, dataDir } = readConfig(settings);
  // The compressed size of a PostgreSQL dump is unknown.
  const total = databaseUrl === undefined ? await megabytesIn(join(dataDir, 'arkhouse.db')) : undefined;
  await withStore('fail', settings, async (store) => {
    await watched(store.backup(to, Number(values.jobs)), {
      label: 'MB written',
      total,
      measure: () => megabytesIn(`${to}.partial`),
    });
    process.stdout.write(`${store.label} is copied to ${to}.\n`);
  });
}

export async function runRestore({ values, operands }: Given<typeof RESTORE_OPTIONS>): Promise<void> {
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
  // The audit knows the current schema only.
  await withStore('fail', settings, (store) => migrate(store, systemClock().now()));
  await audit({}, settings);
}

export async function runMove({ values }: Given<typeof MOVE_OPTIONS>): Promise<void> {
  const { to = '' } = values;
  const isPostgres = /^postgres(ql)?:\/\//.test(to);
  const { rows, tables } = await moveHouse({
    from: readConfig(settingsWith(values)),
    to: isPostgres ? { databaseUrl: to, dataDir: '' } : { dataDir: to },
    now: systemClock().now(),
    audit: findingsIn,
    onProgress: counted('rows'),
  });
  // The address may contain a password.
  const setting = isPostgres
    ? 'DATABASE_URL set to that address'
    : `ARKHOUSE_DATA_DIR=${to} and no DATABASE_URL`;
  process.stdout.write(
    `${rows} rows of ${tables} tables have moved, every one compared and the whole audited: all is well. ` +
      `Open the house with ${setting}.\n`,
  );
}

async function findingsIn(database: Database): Promise<string[]> {
  const shown = auditProgress();
  const onStep = async (step: AuditStep) => shown.report(step);
  const findings = await auditHouse(database, await readHouseTime(database), { onStep });
  shown.end();
  return findings.map(({ check, subject, found }) => `${check}: ${subject}: ${found}`);
}
