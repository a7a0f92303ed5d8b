import type { Db, Query } from '../db.ts';

/** How a PostgreSQL server is set up, as far as it matters to a house. Flags are 0 or 1. */
export interface ServerCondition {
  readonly version: string;
  readonly major: number;
  readonly standby: number;
  readonly readOnly: number;
  /** How many connections it grants, and how many are taken. */
  readonly most: number;
  readonly taken: number;
  /** Does what was committed survive a power loss? */
  readonly durable: number;
  readonly user: string;
  readonly schema: string | null;
  readonly mayCreate: number;
  /** Its own clock. */
  readonly now: number;
}

export async function readServerCondition(db: Db): Promise<ServerCondition> {
  const condition = await db.one(CONDITION, []);
  if (!condition) throw new Error('the server said nothing about itself');
  return condition;
}

// Only PostgreSQL would understand this.
const CONDITION: Query<ServerCondition> = {
  columns: [
    'version',
    'major',
    'standby',
    'readOnly',
    'most',
    'taken',
    'durable',
    'user',
    'schema',
    'mayCreate',
    'now',
  ],
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
