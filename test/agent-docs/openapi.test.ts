import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
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

type Named<Value> = Readonly<Record<string, Value>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Link & { readonly name?: string; readonly example?: unknown })[];
  readonly responses: Named<Answer>;
  readonly 'x-mcp'?: { readonly tool: string };
}

interface Link {
  readonly $ref?: string;
}

interface Answer extends Link {
  readonly headers?: Named<Link>;
  readonly content?: Named<{ schema?: unknown; example?: unknown; examples?: Named<unknown> }>;
  readonly links?: Named<{ readonly operationId: string }>;
}

const DOCUMENT = openApiDocument(SERVED_ROUTES) as unknown as {
  readonly paths: Named<Named<Operation>>;
  readonly components: object;
};
const OPERATIONS = Object.entries(DOCUMENT.paths)
  .filter(([path]) => path.startsWith('/api'))
  .flatMap(([, operations]) => Object.values(operations));

const AJV = new AjvJsonSchemaValidator();

function linked<Found extends Link>(found: Found): Found {
  if (found.$ref === undefined) return found;
  const names = found.$ref.slice(2).split('/');
  return names.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], DOCUMENT) as Found;
}

test('the OpenAPI document is within its size, and the same in YAML', async () => {
  const served = await paper('/openapi.json');
  expect(Buffer.byteLength(served)).toBeLessThanOrEqual(150_000);
  expect(JSON.parse(served)).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
  expect(parse(await paper('/openapi.yaml'))).toEqual(JSON.parse(served));
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

test.each(LINKED)('the link from $route.operationId to $next fits', ({ route, next, fields }) => {
  const target: Route | undefined = Object.values(ROUTES).find((each) => each.operationId === next);
  const example = { body: exampleReply(route, 'application/json') as Record<string, unknown> };
  const accepted = { ...fieldsOf(target?.body ?? target?.query), ...fieldsOf(target?.params) };
  for (const [name, pointer] of Object.entries(fields)) {
    expect(accepted).toHaveProperty(name);
    expect(of(example, ...pointer.split('/').slice(1)), pointer).toBeTypeOf('string');
  }
  const operation = OPERATIONS.find(({ operationId }) => operationId === route.operationId);
  expect(operation?.responses[route.status]?.links?.[next]?.operationId).toBe(target?.operationId);
});

test('every pattern of the OpenAPI document is anchored at both ends', () => {
  const patterns = [...JSON.stringify(DOCUMENT).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => String(JSON.parse(text)),
  );
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => !/^\^.*\$$/.test(pattern))).toEqual([]);
});

test.each(OPERATIONS)('$operationId has examples and common refusals', ({ parameters, responses }) => {
  for (const { name, example } of (parameters ?? []).map(linked)) expect(example, name).toBeDefined();
  const bodies = Object.values(responses).flatMap((answer) => Object.values(linked(answer).content ?? {}));
  for (const { example, examples = {} } of bodies)
    expect(example ?? Object.values(examples)[0]).toBeDefined();
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '500', '503']));
});

test('every header that a page may read is described, and every operation with a tool names it', () => {
  const answers = OPERATIONS.flatMap(({ responses }) => Object.values(responses).map(linked));
  const described = new Set(answers.flatMap(({ headers = {} }) => Object.keys(headers)));
  expect(CORS_EXPOSED_HEADERS.split(', ').filter((name) => !described.has(name))).toEqual([]);
  const named = OPERATIONS.flatMap((operation) => operation['x-mcp']?.tool ?? []);
  expect(named).toEqual(TOOLS.map(({ name }) => name));
});

const VALUES = [
  ...'a,ab,Wren-7,Pebble 2, ,   , x,ß,,moss_fox,MOSS'.split(','),
  'a'.repeat(51),
  ...'https://ark.example/a?b=c#d https://ark.example http://ark.example/ https://me@ark.example/'.split(' '),
  ...'https://ark.example:8443/ https://127.0.0.1/ https://ark/'.split(' '),
];

test.each([
  [ROUTES.registerAgent, 'username', { username: '' }],
  [ROUTES.adoptCreature, 'name', { name: '' }],
  [ROUTES.adoptCreature, 'species_slug', { name: 'Bo' }],
  [ROUTES.adoptCreature, 'image_url', { name: 'Bo' }],
  [ROUTES.careForCreature, 'item', { action: 'feed' }],
] as const)('the pattern of %o accepts the same words as the service: %s', (route, field, body) => {
  const { properties } = schemaOf(route.body, 'input') as { properties: Record<string, object> };
  const fits = AJV.getValidator(properties[field] ?? {});
  for (const value of VALUES) {
    const accepted = route.body.safeParse({ ...body, [field]: value }).success;
    expect(fits(value).valid, value).toBe(accepted);
  }
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

test('every property is described or links to a component, no list or object as one value, and `species` as a name', () => {
  const all = propertiesIn(DOCUMENT);
  const bare = all.filter(([, { $ref, description }]) => $ref === undefined && description === undefined);
  expect(bare).toEqual([]);
  const wrong = all
    .map(([path, property]) => [path, { ...linked(property), ...property }] as const)
    .filter(([, { type }]) => type === 'array' || type === 'object')
    .filter(([, { description = '' }]) => /^(?:Slug|Name|Number|Whether)\b/.test(description));
  expect(wrong.map(([path]) => path)).toEqual([]);
  const species = all.filter(([path]) => /\/(?:creature_)?species$/.test(path));
  expect(species.length).toBeGreaterThan(5);
  for (const [path, property] of species)
    expect(linked(property).description ?? '', path).not.toMatch(/slug/i);
});

test('the creature of a status fits exactly one schema of its `oneOf`, by `alive` and by view', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const shown = async (view: string) => of(await wren.status(`?creature_id=${id}&view=${view}`), 'creature');
  const living = [await shown('full'), await shown('brief')];
  house.clock.forward('20d');
  const creatures = [...living, await shown('full'), await shown('brief')];
  const { schema } =
    DOCUMENT.paths['/api/house/status']?.['get']?.responses['200']?.content?.['application/json'] ?? {};
  const { oneOf } = (schema as { properties: { creature: { oneOf: readonly Link[] } } }).properties.creature;
  const whole = (link: Link) => ({ ...linked(link), components: DOCUMENT.components });
  const fitting = creatures.map((creature) =>
    oneOf.filter((link) => AJV.getValidator(whole(link))(creature).valid),
  );
  const names = ['Creature', 'CompactCreature', 'DeadCreature', 'LateCreature'];
  expect(fitting).toEqual(names.map((name) => [{ $ref: `#/components/schemas/${name}` }]));
});
