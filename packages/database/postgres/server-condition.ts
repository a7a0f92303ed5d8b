import type { Database, Db, Query } from '../db.ts';
import { DatabaseUnavailableError } from '../portable.ts';

/** PostgreSQL settings that `doctor` checks. Flags are 0 or 1. */
export interface ServerCondition {
  readonly version: string;
  readonly major: number;
  readonly standby: number;
  readonly readOnly: number;
  readonly most: number;
  readonly taken: number;
  /** 1 if fsync and full_page_writes are on. */
  readonly durable: number;
  readonly user: string;
  readonly schema: string | null;
  readonly mayCreate: number;
  readonly now: number;
}

export async function readServerCondition(db: Db): Promise<ServerCondition> {
  const condition = await db.one(CONDITION, []);
  if (!condition) throw new Error('the server said nothing about itself');
  return condition;
}

const CONDITION: Query<ServerCondition> = {
  columns: 'version major standby readOnly most taken durable user schema mayCreate now'.split(' '),
  text: `
    select current_setting('server_version') as version, current_setting('server_version_num')::integer / 10000 as major,
      pg_is_in_recovery()::integer as standby, (current_setting('transaction_read_only') = 'on')::integer as "readOnly",
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as most,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as taken,
      (current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on')::integer as durable,
      current_user::text as user, current_schema()::text as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false)::integer as "mayCreate",
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
};

export interface LogPosition {
  /** Identifies the database cluster: the same on all its replicas. */
  readonly identity: string;
  readonly bytes: number;
}

/** Reads a WAL position of the primary; all commits so far are before it. */
export function readLogPosition(primary: Db): Promise<LogPosition | undefined> {
  return primary.one(WRITTEN, []);
}

export function readReplayedPosition(standby: Database): Promise<LogPosition> {
  return standby.together(async (db) => {
    const position = await db.one(REPLAYED, []);
    // A promoted standby has no replay position: the connection is dropped, and another host may be the standby.
    return position ?? Promise.reject(new DatabaseUnavailableError('it is not a standby'));
  });
}

// The flushed WAL position: acknowledged commits are flushed, and only flushed WAL is sent to standbys.
const WRITTEN = positionOf('pg_current_wal_flush_lsn()', 'true');
const REPLAYED = positionOf('pg_last_wal_replay_lsn()', 'pg_is_in_recovery()');

function positionOf(lsn: string, condition: string): Query<LogPosition> {
  return {
    columns: ['identity', 'bytes'],
    text: `
      select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity,
        cast(pg_wal_lsn_diff(${lsn}, '0/0') as bigint) as bytes
      from pg_control_system() where ${condition}`,
  };
}
