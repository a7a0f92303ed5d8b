import { describe, expect, test } from 'vitest';
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
const UUID = '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40';
const OTHER = '1b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40';

test('the routes follow the endpoint table in order, then our own', () => {
  expect(Object.values(ROUTES).map((row) => [row.method, row.path, row.auth, row.operationId])).toEqual([
    ...ENDPOINTS,
    ...OUR_OWN,
  ]);
});

test('the sandbox adds only the clock route', () => {
  expect(Object.values(SANDBOX_ROUTES).map((row) => `${row.method} ${row.path}`)).toEqual([
    'GET /api/sandbox/clock',
    'POST /api/sandbox/clock',
  ]);
});

test('no two routes share an operationId', () => {
  expect(new Set(NAMED.map(([, row]) => row.operationId)).size).toBe(NAMED.length);
});

test('every tag has a route', () => {
  expect(new Set(NAMED.map(([, row]) => row.tag))).toEqual(new Set(TAGS));
});

describe.each(NAMED)('%s', (name, row) => {
  test('is named after its operationId', () => {
    expect(name).toBe(row.operationId.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  });

  test('has a summary that fits in a list', () => {
    expect(row.summary.length).toBeLessThanOrEqual(60);
  });

  test('accepts its own example', () => {
    expect(row.example === undefined).toBe(row.body === undefined);
    expect(row.body?.safeParse(row.example).error).toBeUndefined();
  });

  test('can be written as JSON Schema', () => {
    for (const schema of sentParts(row)) expect(written(schema, 'input')).toMatchObject({ type: 'object' });
    expect(written(row.reply, 'output')).toMatchObject({ type: row.onlyAs ? 'string' : 'object' });
  });

  test('describes every request field', () => {
    for (const schema of sentParts(row)) expect(unexplained(written(schema, 'input'))).toEqual([]);
  });

  test('ignores fields it does not know', () => {
    if (typeof row.example !== 'object') return;
    expect(row.body?.parse({ ...row.example, mystery: 1 })).not.toHaveProperty('mystery');
  });
});

describe('release and resurrection', () => {
  test.each([
    ['creature_id', { creature_id: UUID }, true],
    ['its alias', { id: UUID }, true],
    ['the other one null', { creature_id: UUID, id: null }, true],
    ['a UUID in capitals', { id: UUID.toUpperCase() }, true],
    ['both', { creature_id: UUID, id: UUID }, false],
    ['neither', {}, false],
    ['nothing at all', undefined, false],
    ['a word', { creature_id: 'Pebble' }, false],
  ])('take exactly one creature: %s', (_, body, taken) => {
    expect(ROUTES.releaseCreature.body.safeParse(body).success).toBe(taken);
    expect(ROUTES.resurrectCreature.body.safeParse(body).success).toBe(taken);
  });
});

describe('the creature a query names', () => {
  const { query } = ROUTES.getCreatureStatus;

  test.each([
    [{}, true],
    [{ creature_id: UUID }, true],
    [{ creature_id: UUID, id: UUID.toUpperCase() }, true],
    [{ creature_id: UUID, id: OTHER }, false],
    [{ creature_id: '' }, false],
    [{ id: `${UUID}0` }, false],
  ])('%j', (given, taken) => {
    expect(query.safeParse(given).success).toBe(taken);
  });

  test('is read in lower case', () => {
    expect(query.parse({ id: UUID.toUpperCase() })).toEqual({ id: UUID, view: 'full' });
  });

  test('an unknown view falls back to the full view', () => {
    expect(query.parse({ view: 'sideways' })).toEqual({ view: 'full' });
  });
});

describe('pages', () => {
  test.each([
    [{}, { page: 1, per_page: 50 }],
    [
      { page: '0', per_page: '0' },
      { page: 1, per_page: 1 },
    ],
    [
      { page: '-3', per_page: '201' },
      { page: 1, per_page: 200 },
    ],
    [
      { page: '2.9', per_page: '200', agent: ' WREN ' },
      { page: 2, per_page: 200, agent: 'wren' },
    ],
    [{ agent: ' ' }, { page: 1, per_page: 50, agent: undefined }],
  ])('%j become %j in the graveyard', (given, read) => {
    expect(ROUTES.listGraveyard.query.parse(given)).toEqual(read);
  });

  test.each([
    ['hall', ROUTES.listHall.query, { maximum: 100, default: 25 }],
    ['species', ROUTES.listSpecies.query, { maximum: 100, default: 25 }],
    ['graveyard', ROUTES.listGraveyard.query, { maximum: 200, default: 50 }],
  ])('show their limits: %s', (_, query, limits) => {
    expect(written(query, 'input')).toMatchObject({
      properties: { per_page: { type: 'integer', minimum: 1, ...limits } },
    });
  });
});

describe('a name for a creature', () => {
  test.each([
    ['P', true],
    ['Little Pebble_2-b', true],
    ['x'.repeat(50), true],
    ['x'.repeat(51), false],
    ['', false],
    ['   ', false],
    ['Zoë', false],
    ['a\nb', false],
  ])('%j', (name, taken) => {
    expect(ROUTES.adoptCreature.body.safeParse({ name }).success).toBe(taken);
  });
});

describe('a species', () => {
  const { body, example } = ROUTES.createSpecies;

  test('default numbers apply when none are given', () => {
    expect(body.parse({ ...example, trust_speed: null })).toMatchObject({
      trust_speed: 'medium',
      feeding_window_hours: 5,
      special_mechanic: null,
      hunger_decay_per_hour: 1.6,
      happiness_decay_per_hour: 0.8,
      image_prompt: null,
    });
  });

  test.each([
    ['feeding_window_hours', 2, 24],
    ['hunger_decay_per_hour', 0.2, 3],
    ['happiness_decay_per_hour', 0.2, 2],
  ])('%s lies between %d and %d', (field, lowest, highest) => {
    const takes = (number: number) => body.safeParse({ ...example, [field]: number }).success;
    expect([lowest - 0.01, lowest, highest, highest + 0.01].map(takes)).toEqual([false, true, true, false]);
  });

  test.each([
    ['slug', 'ab', true],
    ['slug', 'a', false],
    ['slug', 'x'.repeat(41), false],
    ['slug', 'Moss', false],
    ['slug', 'moss-fox', false],
    ['name', '', false],
    ['personality', 'x'.repeat(9), false],
    ['personality', 'x'.repeat(301), false],
    ['innate_traits', ['vocal', 'gentle', 'social', 'stoic'], false],
    ['innate_traits', ['cheerful'], false],
    ['special_mechanic', 'x'.repeat(201), false],
    ['image_prompt', 'x'.repeat(501), false],
  ])('%s %j', (field, value, taken) => {
    expect(body.safeParse({ ...example, [field]: value }).success).toBe(taken);
  });
});

describe('the sandbox clock', () => {
  test.each([
    [{ advance_hours: 0.5 }, true],
    [{ advance_hours: 8760 }, true],
    [{ to: '2030-01-31T12:00:00Z' }, true],
    [{ to: '2030-01-31T12:00:00+05:30' }, true],
    [{ advance_hours: 6, to: null }, true],
    [{ advance_hours: 6, to: '2030-01-31T12:00:00Z' }, false],
    [{ advance_hours: 0 }, false],
    [{ advance_hours: -1 }, false],
    [{ advance_hours: 8760.1 }, false],
    [{ advance_hours: '6' }, false],
    [{ to: 'tomorrow' }, false],
    [{}, false],
  ])('%j', (body, taken) => {
    expect(SANDBOX_ROUTES.turnSandboxClock.body.safeParse(body).success).toBe(taken);
  });
});

function sentParts(row: Route): z.ZodType[] {
  return [row.body, row.query, row.params].filter((schema) => schema !== undefined);
}

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
