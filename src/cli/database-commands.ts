import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Database } from '../../packages/database/db.ts';
import { moveHouse, restoreHouse } from '../../packages/database/move/move.ts';
import { iso, type Instant, MINUTE } from '../rules/base/clock.ts';
import { drawPersonality } from '../text/creature/life-messages.ts';
import { auditHouse, type AuditStep } from '../features/audit/audit.ts';
import { applyRepair, planRepair, type RepairPlan } from '../features/audit/repair.ts';
import { type DeathReview, undoDeaths } from '../features/audit/undo-deaths.ts';
import {
  confirmDeaths,
  confirmTime,
  readOpenUntil,
  readSettlingState,
} from '../features/creatures/hold-deaths.ts';
import { recordBackup } from '../features/stats/problems.ts';
import { readHouseTime, StartupError } from '../app/open-house.ts';
import type { Given } from '../command-line/command.ts';
import { readConfig } from '../config/config.ts';
import type { Env } from '../config/settings.ts';
import { knownMigrations, migrate, pendingMigrations } from '../db/migrations.ts';
import { systemClock, WatchedClock } from '../outside/clock.ts';
import { audit, momentFrom, print } from './audit.ts';
import type {
  BACKUP_OPTIONS,
  MOVE_OPTIONS,
  REPAIR_OPTIONS,
  RESTORE_OPTIONS,
  SETTLE_OPTIONS,
  UNDO_OPTIONS,
} from './commands.ts';
import { reasonOf } from './diagnosis.ts';
import { auditProgress, counted, megabytesIn, progress, watched } from './progress.ts';
import { type PLACE_OPTIONS, settingsWith, withStore } from './setting-options.ts';

export async function runMigrate({ values }: Given<typeof PLACE_OPTIONS>): Promise<void> {
  await withStore('create', settingsWith(values), async (store) => {
    const { length: total } = await pendingMigrations(store);
    const shown = progress({ total, label: 'migrations' });
    const { applied, version } = await migrate(store, systemClock().now(), undefined, () => shown.advance(1));
    shown.end();
    const done = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`;
    print(`${store.label}: ${done}; now at version ${version}.`);
  });
}

export async function runBackup({ values, operands }: Given<typeof BACKUP_OPTIONS>): Promise<void> {
  const [to = ''] = operands;
  const settings = settingsWith({ ...values, 'database-url': values.from ?? values['database-url'] });
  const { databaseUrl, dataDir } = readConfig(settings);
  // No total for progress: the compressed size of a PostgreSQL dump is unknown.
  const total = databaseUrl === undefined ? await megabytesIn(join(dataDir, 'arkhouse.db')) : undefined;
  await withStore('read', settings, async (store) => {
    await watched(store.backup(to, Number(values.jobs)), {
      label: 'MB written',
      total,
      measure: () => megabytesIn(`${to}.partial`),
    });
    print(`${store.label} is copied to ${to}.`);
  });
  await keepTimeOfBackup(settingsWith(values));
}

/** For the overview of the operator; the copy may come from a standby, and the time is kept by the primary. */
async function keepTimeOfBackup(settings: Env): Promise<void> {
  try {
    await withStore('write', settings, async (store) => recordBackup(store, await readHouseTime(store)));
  } catch (error) {
    process.stderr.write(
      `The time of this backup could not be kept (${reasonOf(error)}): the overview does not know of it.\n`,
    );
  }
}

export async function runRestore({ values, operands }: Given<typeof RESTORE_OPTIONS>): Promise<void> {
  const [backup = ''] = operands;
  if (!existsSync(backup)) throw new StartupError(`There is no backup at ${backup}.`);
  const settings = settingsWith(values);
  const config = readConfig(settings);
  const isFile = config.databaseUrl === undefined;
  await watched(restoreHouse(config, backup, Number(values.jobs), knownMigrations()), {
    label: isFile ? 'MB brought back' : 'pg_restore is at work',
    total: isFile ? await megabytesIn(backup) : undefined,
    measure: () => megabytesIn(join(config.dataDir, 'arkhouse.db.partial')),
  });
  // Migrates first: the audit knows the current schema only.
  await withStore('write', settings, (store) => migrate(store, systemClock().now()));
  await audit({}, settings, 'write');
}

export async function runMove({ values }: Given<typeof MOVE_OPTIONS>): Promise<void> {
  const { to = '' } = values;
  const isPostgres = /^postgres(ql)?:\/\//.test(to);
  const { rows, tables } = await moveHouse({
    known: knownMigrations(),
    from: readConfig(settingsWith(values)),
    to: isPostgres ? { databaseUrl: to, dataDir: '' } : { dataDir: to },
    now: systemClock().now(),
    audit: findingsIn,
    onProgress: counted('rows'),
  });
  // The setting is named instead of the address, which may contain a password.
  const setting = isPostgres
    ? 'DATABASE_URL set to that address'
    : `ARKHOUSE_DATA_DIR=${to} and no DATABASE_URL`;
  const moved = `${rows} rows of ${tables} tables have moved, every one compared and the whole audited: all is well.`;
  print(`${moved} Open the house with ${setting}.`);
}

async function findingsIn(database: Database): Promise<string[]> {
  const shown = auditProgress();
  const onStep = async (step: AuditStep) => shown.report(step);
  const findings = await auditHouse(database, await readHouseTime(database), { onStep });
  shown.end();
  return findings.map(({ check, subject, found }) => `${check}: ${subject}: ${found}`);
}

export async function runRepair({ values, operands }: Given<typeof REPAIR_OPTIONS>): Promise<void> {
  const [id = ''] = operands;
  await withStore(values.yes ? 'write' : 'read', settingsWith(values), async (store) => {
    const plan = await planRepair(store, id, await readHouseTime(store), drawPersonality);
    if (!plan) throw new StartupError(`There is no creature ${id} in ${store.label}.`);
    if (plan.repaired && values.yes) await applyRepair(store, plan.repaired);
    for (const sentence of sentencesOf(id, plan, values.yes)) print(sentence);
    if (plan.obstacles.length > 0) process.exitCode = 1;
  });
}

function sentencesOf(id: string, { damaged, acts, repaired, obstacles }: RepairPlan, isApplied: boolean) {
  const what = damaged.length > 0 ? [`Creature ${id}: ${damaged.join(' and ')} cannot be read.`] : [];
  if (obstacles.length > 0)
    return [
      ...what,
      'It cannot be repaired from its log:',
      ...obstacles.map((obstacle) => `- ${obstacle}`),
      'Nothing was changed. Restore a backup into another place, and copy the row from there.',
    ];
  if (!repaired) return [`Creature ${id} can be read; there is nothing to repair.`];
  return [
    ...what,
    `Its log (${acts} ${acts === 1 ? 'act' : 'acts'} of care) suffices, and agrees with all else that is stored.`,
    isApplied ? 'It is repaired.' : 'Nothing was changed. The same command with --yes writes it.',
  ];
}

export async function runSettle({ values }: Given<typeof SETTLE_OPTIONS>): Promise<void> {
  await withStore(values.confirm ? 'write' : 'read', settingsWith(values), async (store) => {
    const now = await (values.confirm ? readRightTime(store) : readHouseTime(store));
    const openUntil = (await readOpenUntil(store)) ?? 0;
    const { paused } = values.confirm ? await confirmDeaths(store, now) : await readSettlingState(store);
    const told = values.confirm
      ? 'This time is confirmed.'
      : 'If this time is right, "arkhouse settle --confirm" says so.';
    if (openUntil - now > MINUTE)
      print(`${store.label}: it was open at ${iso(openUntil)}, and now it is ${iso(now)}. ${told}`);
    if (!paused) return print(`${store.label}: settling is not paused.`);
    const { at, deaths, living } = paused;
    const end = values.confirm
      ? 'They are confirmed, and settling goes on.'
      : 'If the clock is right and they are real, "arkhouse settle --confirm" lets them be written.';
    const since = `settling is paused since ${iso(at)}: ${deaths} deaths in a minute, of ${living} living creatures.`;
    print(`${store.label}: ${since} ${end}`);
  });
}

const REVIEWS: Readonly<Record<DeathReview, string>> = {
  restored: 'died before its time, and can live on',
  passed: 'stays dead: its time has come meanwhile',
  departed: 'stays dead: its keeper has deleted the account',
  unclear: 'stays dead: its log does not explain the death',
};

export async function runUndoDeaths({ values }: Given<typeof UNDO_OPTIONS>): Promise<void> {
  const { since = '', until = '', yes } = values;
  await withStore(yes ? 'write' : 'read', settingsWith(values), async (store) => {
    const now = await readRightTime(store);
    const span = { since: momentFrom('since', since, now), until: momentFrom('until', until, now) };
    const sums: Record<DeathReview, number> = { restored: 0, passed: 0, departed: 0, unclear: 0 };
    for await (const { id, diedAt, review } of undoDeaths(store, span, now, yes)) {
      sums[review] += 1;
      print(`${id}, died ${iso(diedAt)}: ${REVIEWS[review]}`);
    }
    if (yes) await confirmTime(store, now);
    const done = yes ? 'were restored' : 'would be restored; add --yes to do it';
    const others = `${sums.passed} died by the right time too, ${sums.departed} have no keeper, ${sums.unclear} are unclear.`;
    print(`${store.label}: ${sums.restored} ${done}. ${others}`);
  });
}

/** Refuses to judge deaths by a wrong clock. */
async function readRightTime(store: Database): Promise<Instant> {
  const watch = new WatchedClock();
  const differs = 'The clock of this machine differs from that of the database by more than a minute.';
  if ((await watch.check(() => store.readClock())) === 'wrong') throw new StartupError(differs);
  return readHouseTime(store);
}
