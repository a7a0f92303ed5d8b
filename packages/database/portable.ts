import type { Value } from './db.ts';

export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError';
}

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

export class ConstraintViolationError extends Error {
  override readonly name = 'ConstraintViolationError';
}

/** Why the database refuses work, as event codes of the log and labels of a metric. */
export const OUTAGES = ['db_unreachable', 'db_disk_full', 'db_statement_timeout', 'db_read_only'] as const;
export type Outage = (typeof OUTAGES)[number];

export function outageOf(error: unknown): Outage {
  if (!(error instanceof Error)) return 'db_unreachable';
  const primary = sqliteCode(error) & 0xff;
  const code = codeOf(error);
  if (primary === 13 || code === '53100') return 'db_disk_full';
  if (code === '57014') return 'db_statement_timeout';
  if (primary === 8 || code === '25006') return 'db_read_only';
  return outageOf(error.cause);
}

export function isConstraintViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ConstraintViolationError || isConstraintViolation(error.cause)) return true;
  return BROKEN_ON_SQLITE.has(sqliteCode(error)) || BROKEN_ON_POSTGRES.test(codeOf(error));
}

export function isMissingTable(error: unknown): boolean {
  if (codeOf(error) === '42P01') return true;
  return sqliteCode(error) === 1 && error instanceof Error && error.message.startsWith('no such table');
}

export function isLockedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOCKED_OUT.test(codeOf(error)) || isLockedOut(error.cause);
}

export function sqliteCode(error: unknown): number {
  if (codeOf(error) !== 'ERR_SQLITE_ERROR') return 0;
  return Number(fieldOf(error, 'errcode'));
}

/** Throws on parameter values that one database refuses and the other silently changes. Such a value is a bug. */
export function checkValues(values: readonly Value[]): void {
  for (let index = 0; index < values.length; index++) {
    const wrong = misfit(values[index]);
    if (wrong !== undefined) throw new TypeError(`value $${index + 1} ${wrong}`);
  }
}

/** Parses stored JSON without validation: the text was written from a T. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function fromJson<T>(text: string): T {
  return trustAs<T>(JSON.parse(text));
}

/** Casts a database value without validation: a test checks that every statement returns what its Query declares. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function trustAs<T>(value: unknown): T {
  return value as T;
}

// SQLite result codes busy, locked, readonly, ioerr, corrupt, full and cantopen.
const UNAVAILABLE_ON_SQLITE: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14]);

// SQLite extended codes of violated constraints: check, foreign key, not null, trigger, datatype.
const BROKEN_ON_SQLITE: ReadonlySet<number> = new Set([275, 787, 1299, 1811, 3091]);
const BROKEN_ON_POSTGRES = /^(235(02|03|14)|P0001)$/;

// Connection lost (08), a standby (25006), names mixed up by a pooler (26000, 42P05), out of resources (53), shutdown (57).
const UNAVAILABLE_ON_POSTGRES =
  /^(08...|25006|25P03|26000|42P05|53...|57014|57P0.|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/;

const LOCKED_OUT = /^(55P03|40P01)$/;

// Messages of node-postgres errors that have no code and mean unavailable.
const UNAVAILABLE_IN_PG =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

function misfit(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'holds a NUL';
    return value.isWellFormed() ? undefined : 'holds half a character';
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return `is ${value}`;
    // Numbers above 2^53 are refused: integers are no longer exact there.
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? `is ${value}, too large to be exact` : undefined;
  }
  if (typeof value !== 'object') return `is ${typeof value}`;
  return value === null || value instanceof Uint8Array ? undefined : 'is not a column value';
}

function codeOf(error: unknown): string {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : '';
}

function fieldOf(error: unknown, field: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return Reflect.get(error, field);
}

/** `-- kept in the order of its key` makes a table WITHOUT ROWID: one B-tree to write instead of two. */
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

/** Turns `$1` into `?1`. SQLite re-prepares a statement with `limit ?` at every call, but not with `limit 0 + ?`. */
export function toSqliteParameters(text: string): string {
  return text
    .replace(/\$(\d+)/g, '?$1')
    .replace(/\blimit \?/gi, 'limit 0 + ?')
    .replace(BYTE_BY_BYTE, '');
}

// Sorting by bytes is SQLite's default; PostgreSQL needs `collate "C"`.
const BYTE_BY_BYTE = / collate "C"/g;

export function isReadOnly(text: string): boolean {
  // A statement that begins with WITH (a common table expression) may contain a write.
  return SELECTS.test(text) && !(/^\s*with\b/i.test(text) && CHANGES.test(text));
}

const SELECTS = /^\s*(?:select|with)\b/i;
const CHANGES = /\b(?:insert|update|delete)\b/i;

/** Keeps the lines for one database: `-- only on SQLite` (or PostgreSQL) begins a part, `-- on both` ends it. */
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
