import { types, type CustomTypesConfig } from 'pg';

import { trustAs } from '../portable.ts';

/** Whole numbers, averages and blobs as SQLite gives them. */
export const POSTGRES_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary'): unknown =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format),
};

type TypeId = (typeof types.builtins)[keyof typeof types.builtins];
const { INT8, NUMERIC, BYTEA } = types.builtins;

const parseBytes = trustAs<(text: string) => Buffer>(types.getTypeParser(BYTEA));

const PARSERS: ReadonlyMap<TypeId, (text: string) => unknown> = new Map<TypeId, (text: string) => unknown>([
  [INT8, exactNumber],
  [NUMERIC, Number],
  [BYTEA, (text) => new Uint8Array(parseBytes(text))],
]);

function exactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large to be exact`);
  return number;
}
