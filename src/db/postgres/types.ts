import { hash } from 'node:crypto';
import { type CustomTypesConfig, types } from 'pg';

import type { Value } from '../db.ts';
import { DatabaseUnavailableError, trustAs } from '../portable.ts';

export type ReadText = (text: string) => Value;

/** Whole numbers, averages and blobs as SQLite gives them. */
export const POSTGRES_TYPES: CustomTypesConfig = { getTypeParser: readerOf };

export function readerOf(oid: number): ReadText {
  return READERS.get(oid) ?? trustAs<ReadText>(types.getTypeParser(oid, 'text'));
}

const { INT8, NUMERIC, BYTEA } = types.builtins;

const parseBytes = trustAs<(text: string) => Buffer>(types.getTypeParser(BYTEA));

const READERS: ReadonlyMap<number, ReadText> = new Map<number, ReadText>([
  [INT8, exactNumber],
  [NUMERIC, Number],
  [BYTEA, (text) => new Uint8Array(parseBytes(text))],
]);

function exactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large to be exact`);
  return number;
}

/** Nothing at all came back: no answer, and no refusal either. */
export class ServerSilentError extends DatabaseUnavailableError {}

/** Does the server, or the pooler before it, have no more connections to give? */
export function isServerFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === TOO_MANY_CONNECTIONS) return true;
  return FULL_POOLER.test(error.message) || isServerFull(error.cause);
}

/** Is the connection still good, and the server behind it not one that can be written to? */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY_TRANSACTION;
}

const TOO_MANY_CONNECTIONS = '53300';
const READ_ONLY_TRANSACTION = '25006';

// PgBouncer calls it a violation of the protocol.
const FULL_POOLER = /^no more connections allowed/;

/** Under its own name a statement is planned once per connection; without one, whoever is behind a pooler can run it. */
export type StatementNames = (text: string) => string | undefined;

/** By the text alone: the same on every connection, node and version, so that a name never stands for another text. */
export function hashedNames(): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text) ?? `ark_${hash('sha256', text, 'hex').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
}
