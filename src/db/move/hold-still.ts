import { join } from 'node:path';

import { connect, type DatabaseAddress } from '../connect.ts';
import type { Database, Query } from '../db.ts';
import { pendingMigrations } from '../migrate.ts';
import { isLockedOut, sqliteCode } from '../portable.ts';
import { SqliteConnection } from '../sqlite-connection.ts';
import { MoveError } from './tables.ts';

/** Opens a house that nobody else has open, and has it stay as it is until the work is done: nobody else can write to it. */
export function holdStill<T>(address: DatabaseAddress, work: (house: Database) => Promise<T>): Promise<T> {
  return address.databaseUrl === undefined ? holdSqlite(address, work) : holdPostgres(address, work);
}

export async function withDatabase<T>(
  opening: Promise<Database>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const CLOSE_IT =
  'Somebody has the house open. Close it on every node, and move it then; nothing was touched.';

async function holdSqlite<T>(address: DatabaseAddress, work: (house: Database) => Promise<T>): Promise<T> {
  // Says so if there is none, and makes none.
  await withDatabase(connect(address, 'fail'), async () => {});
  const connection = new SqliteConnection(join(address.dataDir, 'arkhouse.db'), 'write');
  try {
    // Only who is alone can do without the write-ahead log; it is put back at once.
    if (!isOnlyUser(connection)) throw new MoveError(CLOSE_IT);
    connection.exec('pragma journal_mode = wal');
    connection.exec('begin immediate');
    return await withDatabase(connect(address), work);
  } finally {
    connection.close();
  }
}

function isOnlyUser(connection: SqliteConnection): boolean {
  try {
    const [[mode] = []] = connection.exec('pragma journal_mode = delete');
    return mode === 'delete';
  } catch (error) {
    if ((sqliteCode(error) & 0xff) === BUSY) return false;
    throw error;
  }
}

const BUSY = 5;

async function holdPostgres<T>(address: DatabaseAddress, work: (house: Database) => Promise<T>): Promise<T> {
  // Over the only connection there is to this one: all others are somebody else's.
  const alone = connect({ ...address, mostConnections: 1 });
  const others = await withDatabase(alone, (house) => house.one(OTHERS, []));
  if (others?.n !== 0) throw new MoveError(CLOSE_IT);
  return withDatabase(connect(address), async (house) => {
    if ((await pendingMigrations(house)).length === 0) await house.foldIncrements('all');
    return house.exclusive(async (db) => {
      await db.script(LOCK_ALL).catch((error: unknown) => {
        throw isLockedOut(error) ? new MoveError(CLOSE_IT, { cause: error }) : error;
      });
      return work(house);
    });
  });
}

const OTHERS: Query<{ n: number }> = {
  text: `
    select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name = 'arkhouse' and pid <> pg_backend_pid()`,
  columns: ['n'],
};

// Others may read, and nobody write.
const LOCK_ALL = `
  set local idle_in_transaction_session_timeout = 0;
  do $$
  declare each_one name;
  begin
    for each_one in
      select relname from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and relkind in ('r', 'p') and not relispartition
    loop
      execute format('lock table %I in share mode', each_one);
    end loop;
  end $$`;
