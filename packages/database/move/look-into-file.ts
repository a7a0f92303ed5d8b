import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Db } from '../db.ts';
import { TransactionScope } from '../session.ts';
import { SqliteConnection } from '../sqlite.ts';

/** The id of a process; undefined where the system does not tell (only Linux does). */
type LockHolder = number | 'nobody' | undefined;

export interface SqliteFiles {
  readonly bytes: number | undefined;
  readonly logBytes: number;
  /** Without the -shm file, opening the database creates one. */
  readonly hasLogIndex: boolean;
  readonly openIn: LockHolder;
  readonly lockedBy: LockHolder;
}

export async function statSqlite(file: string): Promise<SqliteFiles> {
  const [itself, log, index] = await Promise.all(
    ['', '-wal', '-shm'].map((end) => stat(`${file}${end}`).catch(() => undefined)),
  );
  const locks = await readFile('/proc/locks', 'utf8').catch(() => undefined);
  return {
    bytes: itself?.size,
    logBytes: log?.size ?? 0,
    hasLogIndex: index !== undefined,
    // A connection in WAL mode holds a lock on the -shm file while it is open.
    openIn: holderOf(index, locks),
    lockedBy: holderOf(itself, locks, ' WRITE '),
  };
}

function holderOf(file: Stats | undefined, locks: string | undefined, kind = ' '): LockHolder {
  if (!file) return 'nobody';
  const isHeld = (line: string) => line.includes(`:${file.ino} `) && line.includes(kind);
  const line = locks?.split('\n').find(isHeld);
  if (line === undefined) return locks === undefined ? undefined : 'nobody';
  return Number(line.split(/ +/)[4]);
}

/** Reads a SQLite file without writing, migrating or leaving files beside it. `findDamage` scans the whole file. */
export async function lookIntoFile<T>(
  file: string,
  { logBytes, hasLogIndex }: SqliteFiles,
  work: (look: { readonly db: Db; readonly findDamage: () => string | undefined }) => Promise<T>,
): Promise<T> {
  if (logBytes > 0 && !hasLogIndex) throw new Error('its log has no index, and one would have to be made');
  using connection = new SqliteConnection(hasLogIndex ? file : untouched(file), 'read');
  return await work({
    db: new TransactionScope(connection),
    findDamage() {
      const [[verdict] = []] = connection.exec('pragma quick_check(1)');
      return verdict === 'ok' ? undefined : String(verdict);
    },
  });
}

/** SQLite URI with `immutable`: otherwise SQLite would create a log even to read. Safe because no process has the file open. */
function untouched(file: string): string {
  const url = pathToFileURL(resolve(file));
  url.searchParams.set('immutable', '1');
  return url.href;
}
