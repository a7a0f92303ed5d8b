import type { Command, Db, Query, Value } from '../db/db.ts';
import { CHOSEN, type Columns, command, idList, listOf, query } from '../db/table.ts';

// Store functions that run one statement. `values` makes its parameters of the arguments after the database.

type Values<Args extends readonly unknown[]> = (...args: Args) => readonly Value[];

export function one<Row, Args extends readonly unknown[]>(found: Query<Row>, values: Values<Args>) {
  return (db: Db, ...args: Args): Promise<Row | undefined> => db.one(found, values(...args));
}

/** One column of the row that was found. */
export function oneValue<Row, Name extends keyof Row, Args extends readonly unknown[]>(
  found: Query<Row>,
  name: Name,
  values: Values<Args>,
) {
  return async (db: Db, ...args: Args): Promise<Row[Name] | undefined> =>
    (await db.one(found, values(...args)))?.[name];
}

/** Whether there is a row. */
export function exists<Args extends readonly unknown[]>(found: Query<unknown>, values: Values<Args>) {
  return async (db: Db, ...args: Args): Promise<boolean> =>
    (await db.one(found, values(...args))) !== undefined;
}

export function all<Row, Args extends readonly unknown[]>(found: Query<Row>, values: Values<Args>) {
  return (db: Db, ...args: Args): Promise<Row[]> => db.all(found, values(...args));
}

/** A query of the rows of creatures, whose ids are `$1`. */
export function selectOfMany<C extends Columns>(name: string, columns: C, rest = '') {
  const from = `${CHOSEN} cross join ${name}`;
  return query(columns, `select ${listOf(columns)} from ${from} where creature_id = chosen.key${rest}`);
}

export const chosen = (ids: readonly string[]) => [idList(ids)];

/** One column of all rows. */
export function allValues<Row, Name extends keyof Row, Args extends readonly unknown[]>(
  found: Query<Row>,
  name: Name,
  values: Values<Args>,
) {
  return async (db: Db, ...args: Args): Promise<Row[Name][]> =>
    (await db.all(found, values(...args))).map((row) => row[name]);
}

/** Returns the number of affected rows. */
export function run<Args extends readonly unknown[]>(sql: Command | string, values: Values<Args>) {
  const wanted = typeof sql === 'string' ? command(sql) : sql;
  return (db: Db, ...args: Args): Promise<number> => db.run(wanted, values(...args));
}

/** Whether the command changed a row. */
export function changes<Args extends readonly unknown[]>(sql: Command | string, values: Values<Args>) {
  const runs = run(sql, values);
  return async (db: Db, ...args: Args): Promise<boolean> => (await runs(db, ...args)) === 1;
}

interface RowWrite<Row> extends Command {
  readonly values: (row: Row) => Value[];
}

/** Writes one row; returns the number of affected rows. */
export function write<Row>(sql: RowWrite<Row>) {
  return (db: Db, row: Row): Promise<number> => db.run(sql, sql.values(row));
}
