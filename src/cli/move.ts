import type { Given } from '../command-line/command.ts';
import { readConfig } from '../config/config.ts';
import { auditHouse, type AuditStep } from '../features/audit/audit.ts';
import { readHouseTime } from '../open-house.ts';
import { systemClock } from '../outside/clock.ts';
import type { DatabaseAddress } from '../db/connect.ts';
import type { Database } from '../db/db.ts';
import { moveHouse } from '../db/move/move.ts';
import { AuditProgress, counted } from './progress.ts';
import type { MOVE_OPTIONS } from './commands.ts';
import { settingsWith } from './setting-options.ts';

/** Takes the closed house that the settings name to another database, and leaves it where it was as well. */
export async function run({ values }: Given<typeof MOVE_OPTIONS>): Promise<void> {
  const { to = '' } = values;
  const { rows, tables } = await moveHouse({
    from: readConfig(settingsWith(values)),
    to: addressOf(to),
    now: systemClock().now(),
    audit: findingsIn,
    onProgress: counted('rows'),
  });
  process.stdout.write(
    `${rows} rows of ${tables} tables have moved, every one compared and the whole audited: all is well. ` +
      `Open the house with ${settingFor(to)}.\n`,
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
  const telling = new AuditProgress();
  const onStep = async (step: AuditStep) => telling.tell(step);
  const findings = await auditHouse(database, await readHouseTime(database), { onStep });
  telling.end();
  return findings.map(({ check, subject, found }) => `${check}: ${subject}: ${found}`);
}
