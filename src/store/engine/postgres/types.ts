import { types, type CustomTypesConfig } from 'pg';

import type { Value } from '../db.ts';
import { trustAs } from '../portable.ts';

/** Makes a value of the text the server has for it. */
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
