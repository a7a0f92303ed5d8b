import { LruCache } from '../base/collections.ts';
import type { Command, Query, RowCommand, Value, Db } from './db.ts';
import { fromJson, trustAs } from './portable.ts';

interface Column<T> {
  /** The column's name; default: the field's name in snake_case. */
  readonly name?: string;
  /** True for a nullable column: SQL null is undefined, and `read` and `write` are not called for it. */
  readonly optional?: true;
  /** The column's PostgreSQL type in array parameters; default: text. */
  readonly type?: 'bigint' | 'numeric' | 'bytea';
  /** Set by `table`. */
  readonly table?: string;
  read?(value: Value): T;
  write?(value: T): Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<C> = { readonly [Field in keyof C]: C[Field] extends Column<infer T> ? T : never };

type MayBeMissing<C> = {
  [Field in keyof C]: C[Field] extends Column<infer T> ? (undefined extends T ? Field : never) : never;
}[keyof C];

type NewRowOf<C> = Omit<RowOf<C>, MayBeMissing<C>> & Partial<Pick<RowOf<C>, MayBeMissing<C>>>;

export const text: Column<string> = {};
export const number: Column<number> = { type: 'numeric' };
/** A column of milliseconds since 1970. */
export const instant: Column<number> = { type: 'bigint' };
export const bytes: Column<Uint8Array> = { type: 'bytea' };

export const flag: Column<boolean> = {
  type: 'bigint',
  read: (value) => value === 1,
  write: (value) => (value ? 1 : 0),
};

/** A column of a closed list of strings; not validated on read. */
export function word<T extends string>(): Column<T> {
  return {};
}

/** A JSON column; not validated on read, since only a T is ever written. */
export function json<T>(): Column<T> {
  return { read: (value) => fromJson<T>(String(value)), write: (value) => JSON.stringify(value) };
}

/** A value that is not `whole` cannot be read. */
export function checked<T>(column: Column<T>, whole: (value: T) => boolean): Column<T> {
  return {
    ...column,
    read(value) {
      const found = column.read ? column.read(value) : trustAs<T>(value);
      if (!whole(found)) throw new TypeError('the value is incomplete');
      return found;
    },
  };
}

export function optional<T>(column: Column<T>): Column<T | undefined> {
  return { ...column, optional: true };
}

export function nullable<T extends Value>(column: Column<T>): Column<T | null> {
  return trustAs<Column<T | null>>(column);
}

export function named<T>(name: string, column: Column<T>): Column<T> {
  return { ...column, name };
}

type DecodedQuery<Row> = Query<Row> & Required<Pick<Query<Row>, 'decode'>>;

interface Write<Row> extends RowCommand {
  readonly values: (row: Row) => Value[];
}

interface InsertOptions<C extends Columns> {
  readonly conflict?: string;
  /** SQL that replaces a column's parameter; `$` returns the parameter of any field. */
  readonly sql?: ($: (field: keyof C & string) => string) => { readonly [Field in keyof C]?: string };
}

interface UpdateOptions<Key, Field> {
  readonly key: readonly Key[];
  readonly set: readonly Field[];
  readonly also?: string;
}

export interface Table<C extends Columns> {
  readonly columns: C;
  /** The select list: `id, name`, or `stone.id, stone.name` with an alias. */
  list(alias?: string): string;
  select(rest: string): DecodedQuery<RowOf<C>>;
  insert(options?: InsertOptions<C>): Write<NewRowOf<C>>;
  update<Key extends keyof C & string, Field extends keyof C & string>(
    options: UpdateOptions<Key, Field>,
  ): Write<Pick<RowOf<C>, Key | Field>>;
}

export function table<C extends Columns>(name: string, fieldColumns: C): Table<C> {
  const columns = trustAs<C>(
    Object.fromEntries(
      Object.entries(fieldColumns).map(([field, column]) => [field, { ...column, table: name }]),
    ),
  );
  return {
    columns,
    list: (alias) => listOf(columns, alias),
    select: (rest) => query(columns, `select ${listOf(columns)} from ${name} ${rest}`),
    insert: ({ conflict = '', sql } = {}) => {
      const fields = Object.keys(columns);
      const valuesBy = (value: (field: string) => string) => {
        const replaced: Readonly<Record<string, string | undefined>> = sql?.(value) ?? {};
        return fields.map((field) => replaced[field] ?? value(field)).join(', ');
      };
      const into = `insert into ${name} (${listOf(columns)})`;
      return writeCommand(columns, fields, {
        forOne: `${into} values (${valuesBy(parameterOf(fields))}) ${conflict}`,
        forMany: `${into} select ${valuesBy(givenOf(fields))} from ${givenRows(columns, fields)} ${conflict}`,
      });
    },
    update: ({ key, set, also }) => {
      const fields = [...key, ...set];
      const changesBy = (value: (field: string) => string) => {
        const assigned = set.map((field) => `${sqlName(field, columns)} = ${value(field)}`);
        return [...assigned, ...(also === undefined ? [] : [also])].join(', ');
      };
      const conditionBy = (value: (field: string) => string) =>
        key.map((field) => `${name}.${sqlName(field, columns)} = ${value(field)}`).join(' and ');
      const [parameter, given] = [parameterOf(fields), givenOf(fields)];
      return writeCommand(columns, fields, {
        forOne: `update ${name} set ${changesBy(parameter)} where ${conditionBy(parameter)}`,
        forMany: `update ${name} set ${changesBy(given)} from ${givenRows(columns, fields)} where ${conditionBy(given)}`,
      });
    },
  };
}

function parameterOf(fields: readonly string[]): (field: string) => string {
  return (field) => `$${fields.indexOf(field) + 1}`;
}

function givenOf(fields: readonly string[]): (field: string) => string {
  return (field) => `given.c${fields.indexOf(field) + 1}`;
}

function givenRows(columns: Columns, fields: readonly string[]): string {
  const arrays = fields.map((field, at) => `$${at + 1}::${columns[field]?.type ?? 'text'}[]`);
  return `unnest(${arrays.join(', ')}) as given (${fields.map((_, at) => `c${at + 1}`).join(', ')})`;
}

export function listOf(columns: Columns, alias?: string): string {
  const names = sqlNames(columns);
  return (alias === undefined ? names : names.map((name) => `${alias}.${name}`)).join(', ');
}

export function query<C extends Columns>(columns: C, sql: string): DecodedQuery<RowOf<C>> {
  return register({ text: sql, columns: sqlNames(columns), decode: decoder(columns) });
}

export function queryPairs<A extends Columns, B extends Columns>(
  [first, second]: readonly [A, B],
  sql: string,
): DecodedQuery<readonly [RowOf<A>, RowOf<B>]> {
  const names = sqlNames(first);
  const [readFirst, readSecond] = [decoder(first), decoder(second, names.length)];
  return register({
    text: sql,
    columns: [...names, ...sqlNames(second)],
    decode: (values) => [readFirst(values), readSecond(values)],
  });
}

export function mapRows<Row, T>(same: DecodedQuery<Row>, map: (row: Row) => T): DecodedQuery<T> {
  return { ...same, decode: (values) => map(same.decode(values)) };
}

/**
 * Queries of the same columns, the first of which is the key, share the last `most` decoded rows: a row that has the same
 * values as before is the same object. No entry is ever outdated, whatever wrote the row.
 */
export function decodedOnce(most: number): <Row>(same: DecodedQuery<Row>) => DecodedQuery<Row> {
  const known = new LruCache<{ readonly values: readonly Value[]; readonly row: unknown }>(most);
  return <Row>(same: DecodedQuery<Row>) => ({
    ...same,
    decode(values) {
      const key = String(values[0]);
      const earlier = known.get(key);
      if (earlier && hasValues(earlier.values, values)) return trustAs<Row>(earlier.row);
      const row = same.decode(values);
      known.set(key, { values, row });
      return row;
    },
  });
}

function hasValues(values: readonly Value[], others: readonly Value[]): boolean {
  for (let at = 0; at < others.length; at += 1) if (values[at] !== others[at]) return false;
  return true;
}

/** Lists leave unreadable rows out. */
export function skipUnreadable<Row>(same: DecodedQuery<Row>): DecodedQuery<Row> {
  return { ...same, unreadable: 'skip' };
}

/** Lists have the error in the place of an unreadable row. */
export function returnUnreadable<Row>(same: Query<Row>): Query<Row | UnreadableRowError> {
  return { ...same, unreadable: 'return' };
}

export function forUpdate<Row>(same: Query<Row>): Query<Row> {
  return register({ ...same, forUpdate: true });
}

export function forUpdateUnlocked<Row>(same: Query<Row>): Query<Row> {
  return register({ ...same, forUpdate: true, skipLocked: true });
}

/** A list of ids passed as `$1`: json_each over object keys is the only form that both databases understand. */
export const CHOSEN = '(select key from json_each($1)) chosen';

export function idList(ids: readonly string[]): string {
  return `{${ids.map((id) => `${JSON.stringify(id)}:0`).join()}}`;
}

export function command(sql: string): Command {
  return register({ text: sql });
}

/** A command that deletes at most 1,000 rows with `moment` <= `$1`, oldest first, to keep the write lock short. */
export function deleteOldest(name: string, key: string, moment: string): Command {
  return command(`
    delete from ${name} where (${key}) in
    (select ${key} from ${name} where ${moment} <= $1 order by ${moment} limit 1000)`);
}

function writeCommand<Row>(
  columns: Columns,
  fields: readonly string[],
  { forOne, forMany }: { readonly forOne: string; readonly forMany: string },
): Write<Row> {
  return register({ text: forOne, forMany, values: encoder(columns, fields) });
}

/** All SQL statements, for the test that prepares each on both databases. */
const STATEMENTS: (Command | Query<unknown>)[] = [];

export function registeredStatements(): readonly (Command | Query<unknown>)[] {
  return STATEMENTS;
}

function register<S extends Command>(statement: S): S {
  STATEMENTS.push(statement);
  return statement;
}

function sqlNames(columns: Columns): string[] {
  return Object.keys(columns).map((field) => sqlName(field, columns));
}

function sqlName(field: string, columns: Columns): string {
  return columns[field]?.name ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function decoder<C extends Columns>(columns: C, offset = 0): (values: readonly Value[]) => RowOf<C> {
  const fields = Object.entries(columns);
  // Copying a blank row and filling its fields takes 6 µs less per status request than adding them one by one.
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(
    fields.map(([field]) => [field, undefined]),
  );
  return (values) => {
    const row = { ...blank };
    let at = offset;
    try {
      for (const [field, column] of fields) {
        const value = values[at++] ?? null;
        if (!column.optional || value !== null) row[field] = column.read ? column.read(value) : value;
      }
    } catch {
      const [field = '', { table: name = 'a query' } = {}] = fields[at - 1 - offset] ?? [];
      throw new UnreadableRowError(name, String(values[offset]), sqlName(field, columns));
    }
    return trustAs<RowOf<C>>(row);
  };
}

function encoder(columns: Columns, fields: readonly string[]): (row: unknown) => Value[] {
  return (row) => {
    const given = trustAs<Readonly<Record<string, Value | undefined>>>(row);
    return fields.map((field) => {
      const value = given[field];
      const column = columns[field];
      if (column?.optional && (value === undefined || value === null)) return null;
      return trustAs<Value>(column?.write ? column.write(value) : value);
    });
  };
}

// Store functions that run one statement. `values` maps the arguments after `db` to its parameters.

type Values<Args extends readonly unknown[]> = (...args: Args) => readonly Value[];

/** A store function: one statement, with the arguments of its parameters. */
type Asked<Args extends readonly unknown[], Answer> = (db: Db, ...args: Args) => Promise<Answer>;

/** For a statement whose only parameter is an id, a hash or a slug. */
export const byKey = (key: string) => [key];

export function one<Row, Args extends readonly unknown[]>(
  found: Query<Row>,
  values: Values<Args>,
): Asked<Args, Row | undefined> {
  return (db, ...args) => db.one(found, values(...args));
}

export function oneValue<Row, Name extends keyof Row, Args extends readonly unknown[]>(
  found: Query<Row>,
  name: Name,
  values: Values<Args>,
): Asked<Args, Row[Name] | undefined> {
  return async (db, ...args) => (await db.one(found, values(...args)))?.[name];
}

export function exists<Args extends readonly unknown[]>(
  found: Query<unknown>,
  values: Values<Args>,
): Asked<Args, boolean> {
  return async (db, ...args) => (await db.one(found, values(...args))) !== undefined;
}

export function all<Row, Args extends readonly unknown[]>(
  found: Query<Row>,
  values: Values<Args>,
): Asked<Args, Row[]> {
  return (db, ...args) => db.all(found, values(...args));
}

/** The ids of a list, or all ids from the first to the last: one range scan instead of a lookup for each id. */
export type ChosenIds = readonly string[] | Readonly<Record<'first' | 'last', string>>;

/** The start of a `from` clause, and the condition for the column that is the id. */
export type ChosenSql = Readonly<{ from: string; where: (column: string) => string }>;

export const LISTED: ChosenSql = {
  from: `${CHOSEN} cross join`,
  where: (column) => `${column} = chosen.key`,
};
const IN_RANGE: ChosenSql = { from: '', where: (column) => `${column} between $1 and $2` };

/** For sorted ids that leave out none between the first and the last. */
export function rangeOf(ids: readonly string[]): ChosenIds {
  return { first: ids[0] ?? '', last: ids.at(-1) ?? '' };
}

export function allChosen<Row>(select: (chosen: ChosenSql) => Query<Row>): Asked<[ids: ChosenIds], Row[]> {
  const [listed, inRange] = [select(LISTED), select(IN_RANGE)];
  return (db, ids) =>
    'first' in ids ? db.all(inRange, [ids.first, ids.last]) : db.all(listed, [idList(ids)]);
}

export function allOfMany<C extends Columns>(
  name: string,
  columns: C,
  rest = '',
): Asked<[ids: ChosenIds], RowOf<C>[]> {
  return allChosen(({ from, where }) =>
    query(columns, `select ${listOf(columns)} from ${from} ${name} where ${where('creature_id')}${rest}`),
  );
}

export function selectRows<C extends Columns, Args extends readonly unknown[]>(
  columns: C,
  sql: string,
  values: Values<Args>,
): Asked<Args, RowOf<C>[]> {
  return all(query(columns, sql), values);
}

/** The value of the statement's only column. */
export function selectValue<C extends Columns, Args extends readonly unknown[]>(
  column: C,
  sql: string,
  values: Values<Args>,
): Asked<Args, RowOf<C>[keyof C] | undefined> {
  const [name = ''] = Object.keys(column);
  return oneValue(query(column, sql), trustAs<keyof C>(name), values);
}

export function selectValues<C extends Columns, Args extends readonly unknown[]>(
  column: C,
  sql: string,
  values: Values<Args>,
): Asked<Args, RowOf<C>[keyof C][]> {
  const [name = ''] = Object.keys(column);
  const found = all(query(column, sql), values);
  return async (db, ...args) => (await found(db, ...args)).map((row) => row[trustAs<keyof C>(name)]);
}

export function run<Args extends readonly unknown[]>(
  sql: Command | string,
  values: Values<Args>,
): Asked<Args, number> {
  const wanted = typeof sql === 'string' ? command(sql) : sql;
  return (db, ...args) => db.run(wanted, values(...args));
}

export function changes<Args extends readonly unknown[]>(
  sql: Command | string,
  values: Values<Args>,
): Asked<Args, boolean> {
  const runs = run(sql, values);
  return async (db, ...args) => (await runs(db, ...args)) === 1;
}

export function write<Row>(sql: Write<Row>): Asked<[row: Row], number> {
  return (db, row) => db.run(sql, sql.values(row));
}

/** A stored row that cannot be decoded. Has no cause: the error of a parser quotes the content. */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError';
  readonly table: string;
  /** The value of the row's first column. */
  readonly key: string;
  readonly column: string;

  constructor(tableName: string, key: string, column: string) {
    super(`${tableName} ${key}: column ${column} cannot be read`);
    this.table = tableName;
    this.key = key;
    this.column = column;
  }
}

/** Most unreadable rows that are remembered and reported, for a table that is damaged as a whole. */
const MOST_KNOWN = 1000;

export class Quarantine {
  readonly #known = new Map<string, UnreadableRowError>();
  #report: (found: UnreadableRowError) => void = () => {};

  onFound(report: (found: UnreadableRowError) => void): void {
    this.#report = report;
  }

  get countsByTable(): Readonly<Record<string, number>> {
    const tables = Map.groupBy(this.#known.values(), (found) => found.table);
    return Object.fromEntries([...tables].map(([name, rows]) => [name, rows.length]));
  }

  get first(): UnreadableRowError | undefined {
    return this.#known.values().next().value;
  }

  get size(): number {
    return this.#known.size;
  }

  add(found: UnreadableRowError): void {
    if (this.#known.has(found.message) || this.#known.size >= MOST_KNOWN) return;
    this.#known.set(found.message, found);
    this.#report(found);
  }

  decodeOne<Row>(same: Query<Row>, values: readonly Value[]): Row {
    try {
      const row = decodeRow(same, values);
      if (this.#known.size > 0) this.#forget(same, values);
      return row;
    } catch (error) {
      if (error instanceof UnreadableRowError) this.add(error);
      throw error;
    }
  }

  decodeAll<Row>(same: Query<Row>, rows: readonly (readonly Value[])[]): Row[] {
    const decoded: Row[] = [];
    for (const values of rows) {
      try {
        decoded.push(this.decodeOne(same, values));
      } catch (error) {
        if (same.unreadable === undefined || !(error instanceof UnreadableRowError)) throw error;
        if (same.unreadable === 'return') decoded.push(trustAs<Row>(error));
      }
    }
    return decoded;
  }

  #forget({ columns }: Query<unknown>, [first]: readonly Value[]): void {
    for (const [name, { key, column }] of this.#known)
      if (key === String(first) && columns.includes(column)) this.#known.delete(name);
  }
}

function decodeRow<Row>({ decode, columns }: Query<Row>, values: readonly Value[]): Row {
  if (decode) return decode(values);
  return trustAs<Row>(Object.fromEntries(columns.map((column, at) => [column, values[at]])));
}

/** `Promise.all` that leaves out the results whose rows cannot be read. */
export async function allReadable<T>(reading: readonly (T | Promise<T>)[]): Promise<T[]> {
  const ends = await Promise.allSettled(reading);
  return ends.flatMap((end) => {
    if (end.status === 'fulfilled') return [end.value];
    if (end.reason instanceof UnreadableRowError) return [];
    throw end.reason;
  });
}
