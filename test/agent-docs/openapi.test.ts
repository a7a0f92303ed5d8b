import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { fieldsOf } from '../../src/api/fields.ts';
import { exampleReply } from '../../src/api/openapi.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { schemaOf } from '../../src/api/openapi-schemas.ts';
import { SERVED_ROUTES } from '../../src/server/open-server.ts';
import { CORS_EXPOSED_HEADERS } from '../../src/server/send.ts';
import { openApiDocument } from '../../src/server/discovery.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { aKeptHouse, of } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { paper } from './paper-house.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Link & { readonly name?: string; readonly example?: unknown })[];
  readonly responses: Readonly<Record<string, Answer>>;
  readonly 'x-mcp'?: { readonly tool: string };
}

interface Link {
  readonly $ref?: string;
}

interface Answer extends Link {
  readonly headers?: Readonly<Record<string, Link>>;
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema?: unknown;
        readonly example?: unknown;
        readonly examples?: Readonly<Record<string, unknown>>;
      }
    >
  >;
  readonly links?: Readonly<Record<string, { readonly operationId: string }>>;
}

const DOCUMENT = openApiDocument(SERVED_ROUTES) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const OPERATIONS = Object.entries(DOCUMENT.paths)
  .filter(([path]) => path.startsWith('/api'))
  .flatMap(([, operations]) => Object.values(operations));

function linked<Found extends Link>(found: Found): Found {
  if (found.$ref === undefined) return found;
  const names = found.$ref.slice(2).split('/');
  return names.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], DOCUMENT) as Found;
}

test('the OpenAPI document is within its size', async () => {
  const served = await paper('/openapi.json');
  expect(Buffer.byteLength(served)).toBeLessThanOrEqual(150_000);
  expect(JSON.parse(served)).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
});

test('/openapi.yaml is the same document in YAML', async () => {
  expect(parse(await paper('/openapi.yaml'))).toEqual(JSON.parse(await paper('/openapi.json')));
});

test.each(['/livez', '/readyz'])('the OpenAPI document describes the reply of %s', async (path) => {
  const { content = {} } = DOCUMENT.paths[path]?.['get']?.responses['200'] ?? {};
  const { schema, example } = content['application/json'] ?? {};
  const reply = JSON.parse(await paper(path)) as object;
  expect(Object.keys(reply)).toEqual(Object.keys(example as object));
  expect(z.fromJSONSchema(schema as z.core.JSONSchema.BaseSchema).parse(reply)).toEqual(reply);
});

const LINKED = Object.values(ROUTES).flatMap((route: Route) =>
  Object.entries(route.links ?? {}).map(([next, fields]) => ({ route, next, fields })),
);

test.each(LINKED)(
  'the link from $route.operationId to $next takes fields of the reply that the operation accepts',
  ({ route, next, fields }) => {
    const target: Route | undefined = Object.values(ROUTES).find((each) => each.operationId === next);
    const example = exampleReply(route, 'application/json');
    for (const [name, pointer] of Object.entries(fields)) {
      expect(
        Object.keys({ ...fieldsOf(target?.body ?? target?.query), ...fieldsOf(target?.params) }),
      ).toContain(name);
      expect(valueAt(example, pointer), pointer).toBeTypeOf('string');
    }
    const operation = OPERATIONS.find(({ operationId }) => operationId === route.operationId);
    expect(operation?.responses[route.status]?.links?.[next]).toMatchObject({
      operationId: target?.operationId,
    });
  },
);

function valueAt(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], value);
}

test('every pattern of the OpenAPI document is anchored at both ends', () => {
  const patterns = [...JSON.stringify(DOCUMENT).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => String(JSON.parse(text)),
  );
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => !/^\^.*\$$/.test(pattern))).toEqual([]);
});

test.each(OPERATIONS)(
  '$operationId has an example of every parameter and response, and documents refusals of unreadable requests',
  ({ parameters, responses }) => {
    for (const { name, example } of (parameters ?? []).map(linked)) expect(example, name).toBeDefined();
    const bodies = Object.values(responses).flatMap((answer) => Object.values(linked(answer).content ?? {}));
    for (const { example, examples = {} } of bodies)
      expect(example ?? Object.values(examples)[0]).toBeDefined();
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '500', '503']));
  },
);

test('every header that a page may read is described, and every operation with a tool names it', () => {
  const answers = OPERATIONS.flatMap(({ responses }) => Object.values(responses).map(linked));
  const described = new Set(answers.flatMap(({ headers = {} }) => Object.keys(headers)));
  expect(CORS_EXPOSED_HEADERS.split(', ').filter((name) => !described.has(name))).toEqual([]);
  const named = OPERATIONS.flatMap((operation) => operation['x-mcp']?.tool ?? []);
  expect(named).toEqual(TOOLS.map(({ name }) => name));
});

const VALUES = ['a,ab,Wren-7,Pebble 2, ,   , x,ß,,moss_fox,MOSS'.split(','), 'a'.repeat(51)].flat();

test.each([
  [ROUTES.registerAgent, 'username', { username: '' }],
  [ROUTES.adoptCreature, 'name', { name: '' }],
  [ROUTES.adoptCreature, 'species_slug', { name: 'Bo' }],
  [ROUTES.careForCreature, 'item', { action: 'feed' }],
] as const)('the pattern of %o accepts the same words as the service: %s', (route, field, body) => {
  const { properties } = schemaOf(route.body, 'input') as { properties: Record<string, TextSchema> };
  for (const value of VALUES) {
    const accepted = route.body.safeParse({ ...body, [field]: value }).success;
    expect(fits(properties[field], value), value).toBe(accepted);
  }
});

interface TextSchema {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

function fits({ pattern = '', minLength = 0, maxLength = Infinity }: TextSchema = {}, value: string) {
  const { length } = Array.from(value);
  return new RegExp(pattern, 'u').test(value) && length >= minLength && length <= maxLength;
}

test.each([
  ['https://ark.example/a?b=c#d', true],
  ['https://ark.example', true],
  ['http://ark.example/', false],
  ['https://user@ark.example/', false],
  ['https://ark.example:8443/', false],
  ['https://127.0.0.1/', false],
  ['https://ark/', false],
])('the URL pattern agrees with the service about %s', (url, welcome) => {
  const body = { name: 'Bo', image_url: url };
  const { properties } = schemaOf(ROUTES.adoptCreature.body, 'input') as {
    properties: Record<string, TextSchema>;
  };
  expect(fits(properties['image_url'], url)).toBe(welcome);
  expect(ROUTES.adoptCreature.body.safeParse(body).success).toBe(welcome);
});

/** Paths of all properties in a part of the document that are neither linked nor described. */
function undescribed(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'example' || key === 'examples') return [];
    if (key !== 'properties') return undescribed(value, `${path}/${key}`);
    return Object.entries(value as Record<string, Link & { readonly description?: string }>).flatMap(
      ([name, property]) => [
        ...(property.$ref === undefined && property.description === undefined ? [`${path}/${name}`] : []),
        ...undescribed(property, `${path}/${name}`),
      ],
    );
  });
}

test('every property of the OpenAPI document is described or links to a component', () => {
  expect(undescribed(DOCUMENT)).toEqual([]);
});

function propertiesIn(part: unknown, path = ''): (readonly [path: string, property: Property])[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'example' || key === 'examples') return [];
    const own = key === 'properties' ? Object.entries(value as Record<string, Property>) : [];
    return [
      ...own.map(([name, property]) => [`${path}/${name}`, property] as const),
      ...propertiesIn(value, key === 'properties' ? path : `${path}/${key}`),
    ];
  });
}

interface Property extends Link {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

test('no list and no object is described as one value', () => {
  const wrong = propertiesIn(DOCUMENT)
    .map(([path, property]) => [path, { ...linked(property), ...property }] as const)
    .filter(([, { type }]) => type === 'array' || type === 'object')
    .filter(([, { description = '' }]) => /^(?:Slug|Name|Number|Whether)\b/.test(description));
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('`species` in a reply is described as a name, never as a slug', () => {
  const species = propertiesIn(DOCUMENT).filter(([path]) => /\/(?:creature_)?species$/.test(path));
  expect(species.length).toBeGreaterThan(5);
  for (const [path, property] of species)
    expect(linked(property).description ?? '', path).not.toMatch(/slug/i);
});

interface ObjectShape extends Link {
  readonly required: readonly string[];
  readonly not?: { readonly required: readonly string[] };
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>;
}

/** True if the fields are there that a shape requires, the others missing, and constants equal. */
function hasShape(value: Readonly<Record<string, unknown>>, shape: ObjectShape): boolean {
  const { required, not, properties } = shape;
  const isExcluded = not?.required.every((name) => name in value) ?? false;
  const constants = Object.entries(properties).filter(([, property]) => 'const' in property);
  return (
    !isExcluded &&
    required.every((name) => name in value) &&
    constants.every(([name, property]) => value[name] === property.const)
  );
}

test('the creature of a status fits exactly one schema of its `oneOf`, by `alive` and by view', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const shown = async (view: string) =>
    of(
      await house.ask({ path: `/api/house/status?creature_id=${id}&view=${view}`, key: wren.key }),
      'creature',
    );
  const living = [await shown('full'), await shown('brief')];
  house.clock.forward('20d');
  const creatures = [...living, await shown('full'), await shown('brief')];
  const { schema } =
    DOCUMENT.paths['/api/house/status']?.['get']?.responses['200']?.content?.['application/json'] ?? {};
  const { oneOf } = (schema as { properties: { creature: { oneOf: readonly Link[] } } }).properties.creature;
  const fitting = creatures.map((creature) =>
    oneOf.filter((link) => hasShape(creature as Record<string, unknown>, linked(link) as ObjectShape)),
  );
  const names = ['Creature', 'CompactCreature', 'DeadCreature', 'LateCreature'];
  expect(fitting).toEqual(names.map((name) => [{ $ref: `#/components/schemas/${name}` }]));
});
