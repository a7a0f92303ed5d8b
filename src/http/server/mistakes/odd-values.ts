import type { z } from 'zod';

import { fieldsOf } from '../../../contract/server/fields.ts';
import type { Route } from '../../../contract/server/route.ts';
import type { UnexpectedInput } from '../../../core/problem.ts';
import { wordFor, wordsOf } from './fitting-value.ts';
import { isObject, looksLikeKey, type ReadRequest } from './read-names.ts';

/** What a query brought under our names that was ignored, or taken for something else. */
export function oddValues(route: Route, { query, unexpected }: ReadRequest): readonly UnexpectedInput[] {
  if (!route.query || !isObject(query)) return NONE;
  const fields = queryFieldsOf(route);
  let found: UnexpectedInput[] | undefined;
  for (const name in query) {
    const odd = oddValue(route, fields.get(name), query[name]);
    if (odd) (found ??= []).push({ ...odd, field: asWritten(name, unexpected) });
  }
  return found ?? NONE;
}

const NONE: readonly UnexpectedInput[] = [];

/** A field of a query, and what is usual in it. */
interface QueryField {
  readonly name: string;
  readonly schema: z.ZodType;
  /** Empty for one that takes other words than those of a list. */
  readonly words: readonly string[];
  readonly numbers?: { readonly whole: boolean; readonly lowest: number; readonly highest: number };
}

const FIELDS = new WeakMap<Route, ReadonlyMap<string, QueryField>>();

/** Looked up once: it is asked about every request, and hardly any has anything odd. */
function queryFieldsOf(route: Route): ReadonlyMap<string, QueryField> {
  const known = FIELDS.get(route);
  if (known) return known;
  const fields = new Map(
    Object.entries(fieldsOf(route.query)).map(([name, schema]) => [name, queryField(name, schema)]),
  );
  FIELDS.set(route, fields);
  return fields;
}

function queryField(name: string, schema: z.ZodType): QueryField {
  const { type, minimum: lowest, maximum: highest } = schema.meta() ?? {};
  const words = wordsOf(schema);
  if (typeof lowest !== 'number' || typeof highest !== 'number') return { name, schema, words };
  return { name, schema, words, numbers: { whole: type === 'integer', lowest, highest } };
}

function oddValue(route: Route, field: QueryField | undefined, given: unknown): UnexpectedInput | undefined {
  if (!field || given === '') return undefined;
  if (looksLikeKey(given)) return { kind: 'key', field: field.name };
  return oddWord(route, field, given) ?? oddNumber(field, given);
}

function oddWord(
  route: Route,
  { name, schema, words }: QueryField,
  given: unknown,
): UnexpectedInput | undefined {
  if (words.length === 0 || words.some((word) => word === given)) return undefined;
  const nearest = typeof given === 'string' ? wordFor(route, name, schema, given) : undefined;
  return { kind: 'value', field: name, words, nearest };
}

function oddNumber({ name, schema, numbers }: QueryField, given: unknown): UnexpectedInput | undefined {
  if (!numbers) return undefined;
  const used = numberIn(schema, given);
  if (used === Number(given)) return undefined;
  const nearest = used ?? numberIn(schema, Number.parseFloat(String(given)));
  return { kind: 'number', field: name, ...numbers, used, nearest };
}

function numberIn(schema: z.ZodType, given: unknown): number | undefined {
  const { data } = schema.safeParse(given);
  return typeof data === 'number' ? data : undefined;
}

function asWritten(field: string, unexpected: readonly UnexpectedInput[]): string {
  return unexpected.find((each) => each.kind === 'renamed' && each.to === field)?.field ?? field;
}
