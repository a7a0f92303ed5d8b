import { parseArgs } from 'node:util';

import { readConfig } from '../config/config.ts';
import { auditHouse } from '../house/engine/audit.ts';
import { readHouseTime, StartupError } from '../open-house.ts';
import { systemClock } from '../outside/engine/clock.ts';
import type { DatabaseAddress } from '../store/engine/connect.ts';
import type { Database } from '../store/engine/db.ts';
import { moveHouse } from '../store/engine/move/move.ts';
import { progress, type Progress } from './progress.ts';

/** Takes the closed house that the settings name to another database, and leaves it where it was as well. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
  if (!values.to)
    throw new StartupError('Say where to: arkhouse move --to postgres://…, or --to FOLDER for SQLite');
  const { rows, tables } = await moveHouse({
    from: readConfig(process.env),
    to: addressOf(values.to),
    now: systemClock().now(),
    audit: findingsIn,
    onProgress: tellProgress(),
  });
  process.stdout.write(
    `${rows} rows of ${tables} tables have moved, every one compared and the whole audited: all is well. ` +
      `Open the house with ${settingFor(values.to)}.\n`,
  );
}

function addressOf(to: string): DatabaseAddress {
  return isPostgres(to) ? { databaseUrl: to, dataDir: '' } : { dataDir: to };
}

function isPostgres(to: string): boolean {
  return /^postgres(ql)?:\/\//.test(to);
}

// The address may hold a password, which is nobody's business on a screen.
function settingFor(to: string): string {
  return isPostgres(to) ? 'DATABASE_URL set to that address' : `ARKHOUSE_DATA_DIR=${to} and no DATABASE_URL`;
}

async function findingsIn(database: Database): Promise<string[]> {
  const findings = await auditHouse(database, await readHouseTime(database));
  return findings.map(({ check, subject, found }) => `${check}: ${subject}: ${found}`);
}

/** How many rows there are is known with the first word of it. */
function tellProgress(): (done: number, total: number) => void {
  const clock = systemClock();
  let telling: Progress | undefined;
  let before = 0;
  return (done, total) => {
    telling ??= progress({ total, label: 'rows', now: () => clock.now() });
    telling.advance(done - before);
    before = done;
    if (done === total) telling.end();
  };
}
