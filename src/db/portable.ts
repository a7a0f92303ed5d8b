import type { Query, Value } from './db.ts';

/** The database cannot be used right now, through no fault of the one who asks. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** There is no way in: the address is wrong, nobody answers there, or whoever does refuses us. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError';
}

/** Is this, or what caused it, a database that cannot be reached or cannot keep anything at the moment? */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailableError || isUnavailable(error.cause)) return true;
  const primary = sqliteCode(error) & 0xff;
  return (
    UNAVAILABLE_ON_SQLITE.has(primary) ||
    UNAVAILABLE_ON_POSTGRES.test(codeOf(error)) ||
    UNAVAILABLE_IN_PG.test(error.message)
  );
}

/** Something would have been written that must never be. */
export class ConstraintViolationError extends Error {
  override readonly name = 'ConstraintViolationError';
}

/** Is this, or what caused it, one of our own rules about what is kept, as we or the database stood up for it? */
export function isConstraintViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ConstraintViolationError || isConstraintViolation(error.cause)) return true;
  return BROKEN_ON_SQLITE.has(sqliteCode(error)) || BROKEN_ON_POSTGRES.test(codeOf(error));
}

/** Was a table asked for that no migration has made yet? */
export function isMissingTable(error: unknown): boolean {
  if (codeOf(error) === '42P01') return true;
  return sqliteCode(error) === 1 && error instanceof Error && error.message.startsWith('no such table');
}

/** Did somebody else hold, for longer than was waited, what a change of the schema needs? */
export function isLockedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOCKED_OUT.test(codeOf(error)) || isLockedOut(error.cause);
}

/** SQLite's own code of the error, with its extension; 0 when it is not SQLite's. */
export function sqliteCode(error: unknown): number {
  if (codeOf(error) !== 'ERR_SQLITE_ERROR') return 0;
  return Number(fieldOf(error, 'errcode'));
}

/** Throws on what one database would refuse and the other silently change. Such a value is a bug, not bad input. */
export function checkValues(values: readonly Value[]): void {
  for (let index = 0; index < values.length; index++) {
    const wrong = misfit(values[index]);
    if (wrong !== undefined) throw new TypeError(`value $${index + 1} ${wrong}`);
  }
}

export function decodeRow<Row>({ decode, columns }: Query<Row>, values: readonly Value[]): Row {
  if (decode) return decode(values);
  return trustAs<Row>(Object.fromEntries(columns.map((column, at) => [column, values[at]])));
}

/** The promise: the text was written by us from a T. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function fromJson<T>(text: string): T {
  return trustAs<T>(JSON.parse(text));
}

/** The promise: a statement returns what its Query declares, and a test holds every one to it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function trustAs<T>(value: unknown): T {
  return value as T;
}

// busy, locked, readonly, ioerr, corrupt, full, cantopen
const UNAVAILABLE_ON_SQLITE: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14]);

// check, foreign key, not null, trigger, datatype
const BROKEN_ON_SQLITE: ReadonlySet<number> = new Set([275, 787, 1299, 1811, 3091]);
const BROKEN_ON_POSTGRES = /^(235(02|03|14)|P0001)$/;

// Connection lost (08), a standby (25006), names that a pooler mixed up (26000, 42P05), out of something (53), cancelled or
// shutting down (57), or the network's own words.
const UNAVAILABLE_ON_POSTGRES =
  /^(08...|25006|25P03|26000|42P05|53...|57014|57P0.|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/;

// A lock was not had in time, or two waited for each other.
const LOCKED_OUT = /^(55P03|40P01)$/;

// node-postgres gives these no code.
const UNAVAILABLE_IN_PG =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

function misfit(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return misfitText(value);
    case 'number':
      return misfitNumber(value);
    case 'object':
      return value === null || value instanceof Uint8Array ? undefined : 'is not a column value';
    default:
      return `is ${typeof value}`;
  }
}

function misfitText(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL';
  return text.isWellFormed() ? undefined : 'holds half a character';
}

function misfitNumber(number: number): string | undefined {
  if (!Number.isFinite(number)) return `is ${number}`;
  // Above 2^53 whole numbers are no longer the ones that were meant.
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? `is ${number}, too large to be exact` : undefined;
}

function codeOf(error: unknown): string {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : '';
}

function fieldOf(error: unknown, field: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return Reflect.get(error, field);
}

/**
 * The one schema text as SQLite wants it: its own three type words, and every table strict. Rows of a table that is
 * `kept in the order of its key` lie in its key, one tree to write instead of two; PostgreSQL has no such tables.
 */
export function toSqliteSchema(schema: string): string {
  return schemaFor('SQLite', schema)
    .replace(/--(?! kept in the order of its key$).*$/gm, '')
    .replace(/\bbigint\b/gi, 'integer')
    .replace(/\bdouble precision\b/gi, 'real')
    .replace(/\bbytea\b/gi, 'blob')
    .replace(BYTE_BY_BYTE, '')
    .split(';')
    .map(asStrictTable)
    .join(';');
}

function asStrictTable(statement: string): string {
  if (!/\bcreate table\b/i.test(statement)) return statement;
  const end = statement.lastIndexOf(')') + 1;
  const options = statement.includes('-- kept in the order of its key')
    ? ' strict, without rowid'
    : ' strict';
  return statement.slice(0, end) + options + statement.slice(end);
}

/**
 * Numbered parameters are `$1` to PostgreSQL and `?1` to SQLite. With a parameter alone as its limit SQLite prepares a
 * statement anew at every call, to plan for the value; with a sum it does not look.
 */
export function toSqliteParameters(text: string): string {
  return text
    .replace(/\$(\d+)/g, '?$1')
    .replace(/\blimit \?/gi, 'limit 0 + ?')
    .replace(BYTE_BY_BYTE, '');
}

// What PostgreSQL has to be asked for, whatever language it sorts by: text in the order of its bytes. SQLite knows no other.
const BYTE_BY_BYTE = / collate "C"/g;

/** Does the text only look? What looks may be asked of the reader; what returns rows of a change may not. */
export function isReadOnly(text: string): boolean {
  // A common table expression may change rows as well: then it is a write.
  return SELECTS.test(text) && !(/^\s*with\b/i.test(text) && CHANGES.test(text));
}

const SELECTS = /^\s*(?:select|with)\b/i;
const CHANGES = /\b(?:insert|update|delete)\b/i;

/**
 * What a schema text says to one database. Triggers have no common words: `-- only on SQLite` and `-- only on PostgreSQL`
 * each begin such a part, and `-- on both` ends it.
 */
export function schemaFor(database: 'SQLite' | 'PostgreSQL', schema: string): string {
  let heard = true;
  return schema
    .split('\n')
    .filter((line) => {
      const only = /^-- (?:only on (\w+)|on both)$/.exec(line);
      if (only) heard = only[1] === undefined || only[1] === database;
      return heard;
    })
    .join('\n');
}
