import { join } from 'node:path';
import { Client } from 'pg';

import type { DatabaseAddress } from '../connect.ts';
import { isLockedOut, sqliteCode } from '../portable.ts';
import { SqliteConnection } from '../sqlite-connection.ts';
import { MoveError } from './move-error.ts';

/** Has a house that nobody has open stay as it is until the work is done: whoever tries to write meanwhile has to wait. */
export async function holdStill<T>(address: DatabaseAddress, work: () => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = address;
  return databaseUrl === undefined
    ? holdSqlite(join(dataDir, 'arkhouse.db'), work)
    : holdPostgres(databaseUrl, work);
}

const CLOSE_IT =
  'Somebody has the house open. Close it on every node, and move it then; nothing was touched.';

async function holdSqlite<T>(file: string, work: () => Promise<T>): Promise<T> {
  const connection = new SqliteConnection(file, 'write');
  try {
    assertOnlyUser(connection);
    connection.exec('begin immediate');
    return await work();
  } finally {
    connection.close();
  }
}

/** Only who is alone can do without the write-ahead log; it is put back at once. */
function assertOnlyUser(connection: SqliteConnection): void {
  if (!isOnlyUser(connection)) throw new MoveError(CLOSE_IT);
  connection.exec('pragma journal_mode = wal');
}

function isOnlyUser(connection: SqliteConnection): boolean {
  try {
    const [[mode] = []] = connection.pragma('pragma journal_mode = delete');
    return mode === 'delete';
  } catch (error) {
    if ((sqliteCode(error) & 0xff) === BUSY) return false;
    throw error;
  }
}

const BUSY = 5;

async function holdPostgres<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'arkhouse move' });
  // Should it be lost, so are the locks: then the end of the transaction fails, and with it the move.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ n: string }>(NODES);
    if (rows[0]?.n !== '0') throw new MoveError(CLOSE_IT);
    await client.query(
      'begin; set local lock_timeout = 2000; set local idle_in_transaction_session_timeout = 0',
    );
    await client.query(LOCK_ALL);
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    throw isLockedOut(error) ? new MoveError(CLOSE_IT, { cause: error }) : error;
  } finally {
    await client.end();
  }
}

const NODES = `
  select count(*) as n from pg_stat_activity
  where datname = current_database() and application_name = 'arkhouse' and backend_type = 'client backend'`;

// Others may read, and nobody write.
const LOCK_ALL = `
  do $$
  declare each_one text;
  begin
    for each_one in
      select format('%I.%I', nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = current_schema() and relkind in ('r', 'p') and not relispartition
    loop
      execute format('lock table %s in share mode', each_one);
    end loop;
  end $$`;
