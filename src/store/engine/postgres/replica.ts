import type { Database, Db, Query } from '../db.ts';
import { DatabaseUnavailableError } from '../portable.ts';

/** A place in the log of all changes of a server. */
export interface LogPosition {
  /** Which database of which server: the same on all copies of it, and on no other. */
  readonly identity: string;
  /** In bytes since its beginning. */
  readonly bytes: number;
}

/** Everything that has been committed by now lies before it. */
export function readLogPosition(primary: Db): Promise<LogPosition | undefined> {
  return primary.one(WRITTEN, []);
}

/** Everything before it can be read on the standby. */
export function readReplayedPosition(standby: Database): Promise<LogPosition> {
  return standby.together(async (db) => {
    const position = await db.one(REPLAYED, []);
    // Whoever was promoted is not asked again over this connection; among several hosts another may follow.
    return position ?? Promise.reject(new DatabaseUnavailableError('it follows nobody'));
  });
}

// What we are told was committed has been flushed, and only what was flushed is sent to who follows.
const WRITTEN = positionOf('pg_current_wal_flush_lsn()', 'true');
const REPLAYED = positionOf('pg_last_wal_replay_lsn()', 'pg_is_in_recovery()');

/** Only PostgreSQL would understand these. */
function positionOf(lsn: string, condition: string): Query<LogPosition> {
  return {
    columns: ['identity', 'bytes'],
    text: `
      select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity,
        cast(pg_wal_lsn_diff(${lsn}, '0/0') as bigint) as bytes
      from pg_control_system() where ${condition}`,
  };
}
