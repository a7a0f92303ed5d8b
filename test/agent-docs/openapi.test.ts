import { expect, test } from 'vitest';

import { ROUTES } from '../../src/api/routes.ts';
import { schemaOf } from '../../src/api/openapi-schemas.ts';
import { SERVED_ROUTES } from '../../src/server/open-server.ts';
import { CORS_EXPOSED_HEADERS } from '../../src/server/headers.ts';
import { openApiDocument } from '../../src/server/api-reference.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
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
    Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, unknown>> }>
  >;
}

const DOCUMENT = openApiDocument(SERVED_ROUTES) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((path) => Object.values(path));

function linked<Found extends Link>(found: Found): Found {
  if (found.$ref === undefined) return found;
  const names = found.$ref.slice(2).split('/');
  return names.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], DOCUMENT) as Found;
}

test('the OpenAPI document is within its size', async () => {
  const served = await paper('/openapi.json');
  expect(Buffer.byteLength(served)).toBeLessThanOrEqual(145_000);
  expect(JSON.parse(served)).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
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

function fits(
  { pattern = '', minLength = 0, maxLength = Infinity }: TextSchema = {},
  value: string,
): boolean {
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
