import { expect, test } from 'vitest';
import { z } from 'zod';

import { TAGS, type Route } from './route.ts';
import { ROUTES, SANDBOX_ROUTES } from './routes.ts';

const ALL: Record<string, Route> = { ...ROUTES, ...SANDBOX_ROUTES };
const NAMED = Object.entries(ALL);

test('no two routes share an operationId, and every tag has a route', () => {
  expect(new Set(NAMED.map(([, row]) => row.operationId)).size).toBe(NAMED.length);
  expect(new Set(NAMED.map(([, row]) => row.tag))).toEqual(new Set(TAGS));
});

test.each(NAMED)('%s is named after its id, accepts its example and describes every field', (name, row) => {
  expect(name).toBe(row.operationId.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  expect(row.summary.length).toBeLessThanOrEqual(60);
  expect(row.example === undefined).toBe(row.body === undefined);
  expect(row.body?.safeParse(row.example).error).toBeUndefined();
  for (const schema of [row.body, row.query, row.params].filter((part) => part !== undefined)) {
    expect(written(schema, 'input')).toMatchObject({ type: 'object' });
    expect(unexplained(written(schema, 'input'))).toEqual([]);
  }
  expect(written(row.reply, 'output')).toMatchObject({ type: row.onlyAs ? 'string' : 'object' });
});

test('every route ignores fields it does not know', () => {
  for (const [, { body, example }] of NAMED.filter(([, row]) => typeof row.example === 'object'))
    expect(body?.parse({ ...(example as object), mystery: 1 })).not.toHaveProperty('mystery');
});

test('pages are clamped to their limits, which their schema shows', () => {
  const read = (given: object) => ROUTES.listGraveyard.query.parse(given);
  expect(read({})).toEqual({ page: 1, per_page: 50 });
  expect(read({ page: '0', per_page: '0' })).toEqual({ page: 1, per_page: 1 });
  expect(read({ page: '-3', per_page: '201' })).toEqual({ page: 1, per_page: 200 });
  const wren = { page: 2, per_page: 200, agent: 'wren' };
  expect(read({ page: '2.9', per_page: '200', agent: ' WREN ' })).toEqual(wren);
  expect(read({ agent: ' ' })).toEqual({ page: 1, per_page: 50, agent: undefined });
  const limits = [ROUTES.listHall, ROUTES.listSpecies, ROUTES.listGraveyard].map(
    ({ query }) => written(query, 'input').properties?.['per_page'],
  );
  const short = { type: 'integer', minimum: 1, maximum: 100, default: 25 };
  expect(limits).toMatchObject([short, short, { ...short, maximum: 200, default: 50 }]);
});

type JsonSchema = z.core.JSONSchema.BaseSchema;

function written(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
}

function unexplained({ properties = {} }: JsonSchema): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field === 'boolean' || field.description === undefined) return [name];
    return [...unexplained(field), ...unexplained(entryOf(field))].map((inner) => `${name}.${inner}`);
  });
}

function entryOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}
