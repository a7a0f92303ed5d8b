import { expect, test } from 'vitest';
import { z } from 'zod';

import { ROUTES, SANDBOX_ROUTES } from './routes.ts';
import { TAGS, type Route } from './route.ts';

// The endpoint table of the specification, row by row.
const ENDPOINTS = [
  ['POST', '/api/auth/register', 'none', 'register_agent'],
  ['GET', '/api/auth/register', 'none', 'get_registration_schema'],
  ['POST', '/api/auth/rotate-key', 'required', 'rotate_api_key'],
  ['POST', '/api/house/adopt', 'required', 'adopt_creature'],
  ['GET', '/api/house/status', 'required', 'get_creature_status'],
  ['POST', '/api/house/care', 'required', 'care_for_creature'],
  ['GET', '/api/house/history', 'required', 'get_care_history'],
  ['GET', '/api/house/preferences', 'required', 'get_creature_preferences'],
  ['GET', '/api/house/graveyard', 'optional', 'list_graveyard'],
  ['DELETE', '/api/house/release', 'required', 'release_creature'],
  ['GET', '/api/house/credits', 'required', 'get_credit_balance'],
  ['POST', '/api/house/credits', 'required', 'buy_credits'],
  ['POST', '/api/house/resurrect', 'required', 'resurrect_creature'],
  ['GET', '/api/house/hall', 'none', 'list_hall'],
  ['POST', '/api/house/species', 'required', 'create_species'],
  ['GET', '/api/house/species', 'none', 'list_species'],
  ['GET', '/api/house/species/{slug}', 'none', 'get_species'],
  ['GET', '/api', 'none', 'get_api_index'],
  ['GET', '/api/house', 'none', 'get_house_index'],
  ['GET', '/api/health', 'none', 'get_health'],
  ['GET', '/api/stats', 'none', 'get_house_stats'],
  ['GET', '/api/admin/analytics', 'admin', 'get_analytics'],
];

// Routes that are not in the specification.
const OUR_OWN = [
  ['GET', '/api/house/calendar.ics', 'none', 'get_calendar'],
  ['POST', '/api/house/calendar', 'required', 'create_calendar_feed'],
  ['DELETE', '/api/house/calendar', 'required', 'revoke_calendar_feed'],
  ['GET', '/api/auth/me', 'required', 'who_am_i'],
  ['PATCH', '/api/auth/me', 'required', 'update_profile'],
  ['DELETE', '/api/auth/me', 'required', 'delete_my_account'],
  ['GET', '/api/auth/me/export', 'required', 'export_my_data'],
  ['GET', '/api/house/letters', 'required', 'list_letters'],
];

const ALL: Record<string, Route> = { ...ROUTES, ...SANDBOX_ROUTES };
const NAMED = Object.entries(ALL);

test('the routes follow the endpoint table in order, then our own', () => {
  expect(Object.values(ROUTES).map((row) => [row.method, row.path, row.auth, row.operationId])).toEqual([
    ...ENDPOINTS,
    ...OUR_OWN,
  ]);
});

test('the sandbox adds only the clock route', () => {
  const rows = Object.values(SANDBOX_ROUTES).map((row) => `${row.method} ${row.path}`);
  expect(rows).toEqual(['GET /api/sandbox/clock', 'POST /api/sandbox/clock']);
});

test('no two routes share an operationId, and every tag has a route', () => {
  expect(new Set(NAMED.map(([, row]) => row.operationId)).size).toBe(NAMED.length);
  expect(new Set(NAMED.map(([, row]) => row.tag))).toEqual(new Set(TAGS));
});

test.each(NAMED)(
  '%s is named after its operationId, accepts its example and describes every field',
  (name, row) => {
    expect(name).toBe(row.operationId.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    expect(row.summary.length).toBeLessThanOrEqual(60);
    expect(row.example === undefined).toBe(row.body === undefined);
    expect(row.body?.safeParse(row.example).error).toBeUndefined();
    for (const schema of [row.body, row.query, row.params].filter((part) => part !== undefined)) {
      expect(written(schema, 'input')).toMatchObject({ type: 'object' });
      expect(unexplained(written(schema, 'input'))).toEqual([]);
    }
    expect(written(row.reply, 'output')).toMatchObject({ type: row.onlyAs ? 'string' : 'object' });
  },
);

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
