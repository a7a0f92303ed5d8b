import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Db } from '../db.ts';
import { SqliteConnection } from '../sqlite-connection.ts';
import { TransactionScope } from '../transaction-scope.ts';

/** The files of a house on SQLite, as they lie there. */
export interface SqliteFiles {
  /** Undefined when there is none. */
  readonly bytes: number | undefined;
  /** What was written and not yet put in its place. */
  readonly logBytes: number;
  /** Is the index of that log there? Without it, whoever opens the house makes one. */
  readonly hasLogIndex: boolean;
  /** The process that has it open, and the one that keeps everybody else out; not known on every system. */
  readonly openIn: LockHolder;
  readonly lockedBy: LockHolder;
}

type LockHolder = number | 'nobody' | undefined;

export async function statSqlite(file: string): Promise<SqliteFiles> {
  const [itself, log, index] = await Promise.all(
    ['', '-wal', '-shm'].map((end) => stat(`${file}${end}`).catch(() => undefined)),
  );
  // Linux tells who holds which lock.
  const locks = await readFile('/proc/locks', 'utf8').catch(() => undefined);
  return {
    bytes: itself?.size,
    logBytes: log?.size ?? 0,
    hasLogIndex: index !== undefined,
    // Whoever has a write-ahead log open holds a lock in its index for as long.
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

/**
 * Reads a SQLite file without writing to it, bringing it up to date or leaving anything beside it. `findDamage` tells what
 * SQLite itself finds wrong with the file; it reads all of it.
 */
export async function lookIntoFile<T>(
  file: string,
  { logBytes, hasLogIndex }: SqliteFiles,
  work: (look: { readonly db: Db; readonly findDamage: () => string | undefined }) => Promise<T>,
): Promise<T> {
  if (logBytes > 0 && !hasLogIndex) throw new Error('its log has no index, and one would have to be made');
  const connection = new SqliteConnection(hasLogIndex ? file : untouched(file), 'read');
  try {
    return await work({
      db: new TransactionScope(connection),
      findDamage() {
        const [[verdict] = []] = connection.exec('pragma quick_check(1)');
        return verdict === 'ok' ? undefined : String(verdict);
      },
    });
  } finally {
    connection.close();
  }
}

/** Where nobody has it open: otherwise SQLite would make a log beside it even to read. */
function untouched(file: string): string {
  const url = pathToFileURL(resolve(file));
  url.searchParams.set('immutable', '1');
  return url.href;
}
