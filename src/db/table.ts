import type { Instant } from '../rules/base/clock.ts';
import type { Command, Query, RowCommand, Value } from './db.ts';
import { fromJson, trustAs } from './portable.ts';

/** One column: what it is called in SQL, and how its values are read and written. Without functions they stay as they are. */
interface Column<T> {
  /** The field's name in snake_case, when it is missing. */
  readonly name?: string;
  /** Null in SQL is undefined outside, and neither is ever read or written by the functions. */
  readonly optional?: true;
  /** The type of PostgreSQL that holds any of its values, where that is not text. */
  readonly type?: 'bigint' | 'numeric' | 'bytea';
  read?(value: Value): T;
  write?(value: T): Value;
}

/** The columns of a table or of a query, under the names of the fields they become, in the order they are selected. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<C> = { readonly [Field in keyof C]: C[Field] extends Column<infer T> ? T : never };

type MayBeMissing<C> = {
  [Field in keyof C]: C[Field] extends Column<infer T> ? (undefined extends T ? Field : never) : never;
}[keyof C];

/** A row to be written: what is optional may be left out. */
type NewRowOf<C> = Omit<RowOf<C>, MayBeMissing<C>> & Partial<Pick<RowOf<C>, MayBeMissing<C>>>;

export const text: Column<string> = {};
export const number: Column<number> = { type: 'numeric' };
/** Milliseconds since 1970. */
export const instant: Column<Instant> = { type: 'bigint' };
export const bytes: Column<Uint8Array> = { type: 'bytea' };

/** 0 or 1. */
export const flag: Column<boolean> = {
  type: 'bigint',
  read: (value) => value === 1,
  write: (value) => (value ? 1 : 0),
};

/** A word of a closed list: only these are ever written. */
export function word<T extends string>(): Column<T> {
  return {};
}

/** The promise: only a T is ever written. */
export function json<T>(): Column<T> {
  return { read: (value) => fromJson<T>(String(value)), write: (value) => JSON.stringify(value) };
}

export function optional<T>(column: Column<T>): Column<T | undefined> {
  return { ...column, optional: true };
}

/** Null on both sides. */
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
  /** SQL in place of a column's own parameter; `$` gives the parameter of any field. */
  readonly sql?: ($: (field: keyof C & string) => string) => { readonly [Field in keyof C]?: string };
}

interface UpdateOptions<Key, Field> {
  readonly key: readonly Key[];
  readonly set: readonly Field[];
  readonly also?: string;
}

/** One table, said once: its columns, the type of its rows and the statements that are made of both. */
export interface Table<C extends Columns> {
  readonly columns: C;
  /** The select list: `id, name`, or `stone.id, stone.name` of a table that is called `stone` in the query. */
  list(alias?: string): string;
  select(rest: string): DecodedQuery<RowOf<C>>;
  insert(options?: InsertOptions<C>): Write<NewRowOf<C>>;
  update<Key extends keyof C & string, Field extends keyof C & string>(
    options: UpdateOptions<Key, Field>,
  ): Write<Pick<RowOf<C>, Key | Field>>;
}

export function table<C extends Columns>(name: string, columns: C): Table<C> {
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
      const one = `${into} values (${valuesBy(parameterOf(fields))}) ${conflict}`;
      const many = `${into} select ${valuesBy(givenOf(fields))} from ${givenRows(columns, fields)} ${conflict}`;
      return write({ one, many }, columns, fields);
    },
    update: ({ key, set, also }) => {
      const fields = [...key, ...set];
      const changesBy = (value: (field: string) => string) => {
        const changes = set.map((field) => `${sqlName(field, columns)} = ${value(field)}`);
        return [...changes, ...(also === undefined ? [] : [also])].join(', ');
      };
      const conditionBy = (value: (field: string) => string) =>
        key.map((field) => `${name}.${sqlName(field, columns)} = ${value(field)}`).join(' and ');
      const [parameter, given] = [parameterOf(fields), givenOf(fields)];
      const one = `update ${name} set ${changesBy(parameter)} where ${conditionBy(parameter)}`;
      const many = `update ${name} set ${changesBy(given)} from ${givenRows(columns, fields)} where ${conditionBy(given)}`;
      return write({ one, many }, columns, fields);
    },
  };
}

/** `$1`, `$2` … in the order of the fields. */
function parameterOf(fields: readonly string[]): (field: string) => string {
  return (field) => `$${fields.indexOf(field) + 1}`;
}

/** The columns of many rows that are given at once, and the rows themselves. */
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

/** A statement that gives rows of these columns, in this order. */
export function query<C extends Columns>(columns: C, sql: string): DecodedQuery<RowOf<C>> {
  return register({ text: sql, columns: sqlNames(columns), decode: decoder(columns) });
}

/** The same for rows of two tables side by side, first the columns of the one and then those of the other. */
export function queryPairs<A extends Columns, B extends Columns>(
  [one, other]: readonly [A, B],
  sql: string,
): DecodedQuery<readonly [RowOf<A>, RowOf<B>]> {
  const names = sqlNames(one);
  const [readOne, readOther] = [decoder(one), decoder(other, names.length)];
  return register({
    text: sql,
    columns: [...names, ...sqlNames(other)],
    decode: (values) => [readOne(values), readOther(values)],
  });
}

/** The same rows, each made into something else. */
export function mapRows<Row, T>(same: DecodedQuery<Row>, map: (row: Row) => T): DecodedQuery<T> {
  return { ...same, decode: (values) => map(same.decode(values)) };
}

/** The same, and until the transaction ends nobody else can change the rows (SELECT FOR UPDATE). */
export function forUpdate<Row>(same: Query<Row>): Query<Row> {
  return register({ ...same, forUpdate: true });
}

/** The same, and those that somebody else has locked are left out: whoever takes them waits for nobody. */
export function forUpdateUnlocked<Row>(same: Query<Row>): Query<Row> {
  return register({ ...same, forUpdate: true, skipLocked: true });
}

// The one list that both databases take apart with the same word: the keys of a JSON object.

/** SQL for the ids of a list that is given as `$1`: each is `chosen.key`. */
export const CHOSEN = '(select key from json_each($1)) chosen';

export function idList(ids: readonly string[]): string {
  return `{${ids.map((id) => `${JSON.stringify(id)}:0`).join()}}`;
}

/** A statement that changes rows and gives none back. */
export function command(sql: string): Command {
  return register({ text: sql });
}

/** Deletes up to a thousand rows whose moment is not after `$1`, the oldest first; more would keep other writers waiting. */
export function deleteOldest(name: string, key: string, moment: string): Command {
  return command(`
    delete from ${name} where (${key}) in
    (select ${key} from ${name} where ${moment} <= $1 order by ${moment} limit 1000)`);
}

function write<Row>(
  sql: { readonly one: string; readonly many: string },
  columns: Columns,
  fields: readonly string[],
): Write<Row> {
  return register({ text: sql.one, forMany: sql.many, values: encoder(columns, fields) });
}

/** Every statement of every file that was imported: prepared and checked on both databases by a test. */
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
  return (values) => {
    const row: Record<string, unknown> = {};
    let at = offset;
    for (const [field, column] of fields) {
      const value = values[at++] ?? null;
      if (column.optional && value === null) row[field] = undefined;
      else row[field] = column.read ? column.read(value) : value;
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
