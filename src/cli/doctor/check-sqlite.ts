import { join } from 'node:path';

import type { Config } from '../../config/config.ts';
import { lookIntoFile, statSqlite, type SqliteFiles } from '../../store/engine/inspect/look-into-file.ts';
import { sizeOf } from './check-data-folder.ts';
import { checkHistory } from './check-history.ts';
import { fine, note, reasonOf, wrong, type Diagnosis } from './diagnosis.ts';

// Read in a few seconds by a slow disk; what is larger is left to the audit.
const MOST_READ_BYTES = 256_000_000;
const LONG_LOG_BYTES = 1_000_000_000;

const BRING_BACK =
  'Keep the file as it is, and bring back the last backup into a folder of its own: arkhouse restore FILE.';

/** Whether the file is whole, and one that this program can go on with. It is only looked at. */
export async function checkSqlite(config: Config): Promise<Diagnosis[]> {
  const file = join(config.dataDir, 'arkhouse.db');
  const files = await statSqlite(file);
  // What is to be said of a file that is not there is said of its folder.
  if (files.bytes === undefined) return [];
  if (files.bytes === 0) return [fine('database', `SQLite at ${file} is empty; the first start fills it.`)];
  if (typeof files.lockedBy === 'number') return [lockedFor(file, `process ${files.lockedBy}`)];
  if (files.logBytes > 0 && !files.hasLogIndex)
    return [
      note(
        'database',
        `${file} has a log beside it and no index of that, as after a copy by hand: it was not looked into.`,
        'The next start puts them together. Copy with arkhouse backup FILE.',
      ),
    ];
  try {
    return await lookIntoFile(file, files, async ({ db, findDamage }) => {
      const damage = (files.bytes ?? 0) <= MOST_READ_BYTES ? findDamage() : undefined;
      if (damage !== undefined) return [wrong('database', `${file} is damaged: ${damage}.`, BRING_BACK)];
      return [describeFiles(file, files), ...(await checkHistory(config, db))];
    });
  } catch (error) {
    return [refusedBy(error, file)];
  }
}

function describeFiles(file: string, { bytes = 0, logBytes, openIn }: SqliteFiles): Diagnosis {
  const whole =
    bytes > MOST_READ_BYTES ? 'too large to be read here; arkhouse audit reads all of it' : 'whole';
  const found = `SQLite at ${file} (${sizeOf(bytes)}) is ${whole}`;
  if (logBytes > LONG_LOG_BYTES)
    return note(
      'database',
      `${found}, and its log has grown to ${sizeOf(logBytes)}.`,
      'A long read, such as an audit or a backup, keeps it from shrinking: let it end, or restart the house.',
    );
  if (openIn === 'nobody' && logBytes > 0)
    return note(
      'database',
      `${found}. The last house here did not close in order, and ${sizeOf(logBytes)} lie in its log.`,
      'Nothing is lost: the next start takes them in. Keep arkhouse.db-wal beside the file.',
    );
  const user = typeof openIn === 'number' ? `, and open in process ${openIn}` : '';
  return fine('database', `${found}${user}.`);
}

const BUSY = 5;
const NOT_A_DATABASE = 26;
const CORRUPT = 11;

function refusedBy(error: unknown, file: string): Diagnosis {
  const code = Number((error as { errcode?: unknown }).errcode) & 0xff;
  if (code === NOT_A_DATABASE || code === CORRUPT)
    return wrong('database', `${file} is damaged, or no SQLite file: ${reasonOf(error)}.`, BRING_BACK);
  if (code === BUSY) return lockedFor(file, 'somebody');
  return wrong(
    'database',
    `${file} cannot be read: ${reasonOf(error)}.`,
    'See that ARKHOUSE_DATA_DIR is the right folder, and that this user may read it.',
  );
}

function lockedFor(file: string, whom: string): Diagnosis {
  return wrong(
    'database',
    `${file} is locked by ${whom}, who lets nobody else in.`,
    `Let it end, or end it (fuser ${file} names it): one house per data folder.`,
  );
}
