import { type CustomTypesConfig, types } from 'pg';

import type { Value } from '../db.ts';
import { DatabaseUnavailableError, trustAs } from '../portable.ts';

export type ReadText = (text: string) => Value;

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

export class ServerSilentError extends DatabaseUnavailableError {}

export function isServerFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === TOO_MANY_CONNECTIONS) return true;
  return FULL_POOLER.test(error.message) || isServerFull(error.cause);
}

export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY_TRANSACTION;
}

const TOO_MANY_CONNECTIONS = '53300';
const READ_ONLY_TRANSACTION = '25006';

// PgBouncer reports that it is full as a protocol violation with this message.
const FULL_POOLER = /^no more connections allowed/;
