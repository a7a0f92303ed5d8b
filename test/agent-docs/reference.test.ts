import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { fieldsOf } from '../../src/api/fields.ts';
import { definitions, parametersOf, schemaOf } from '../../src/api/openapi-schemas.ts';
import { exampleReply } from '../../src/api/openapi.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { type JsonSchema, sectionPath } from '../../src/text/pages/api-reference.ts';
import { callExamples, curl, EXAMPLE_OPTIONS } from '../../src/text/pages/call-examples.ts';
import { CORS_EXPOSED_HEADERS } from '../../src/http/send.ts';
import { openApiDocument } from '../../src/server/discovery.ts';
import { createHouseClient, createSandboxClient, type TransportRequest } from '../../src/client/client.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { minifyCss } from '../../tools/build/assets.ts';
import { aKeptHouse, of } from '../support/asking.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aPaperHouse, paper, readPaper } from './paper-house.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const ALL: readonly Route[] = Object.values(ROUTES);
const SHAPES: Readonly<Record<string, JsonSchema>> = definitions(ALL);

const isTool = (route: Route) => TOOLS.some(({ row }) => row === route);
const examplesOf = (route: Route) => callExamples({ origin: ORIGIN }, route, isTool(route));

test.each(ALL)('the reference of $operationId has every field, problem and example', async (route) => {
  const page = await paper(sectionPath(route.tag));
  const [told = '', more] = partsOf(page, `<section class="operation" id="${route.operationId}"`);
  expect(more).toBeUndefined();
  expect(told).toContain(`>${route.method}</b> <code>${route.path}</code>`);
  expect(told).toContain('<dt>Who may call</dt>');
  const body = route.body ? namesIn(schemaOf(route.body, 'input')) : [];
  const taken = [...parametersOf(route).map(({ name }) => name), ...body];
  const answered = route.onlyAs === undefined ? namesIn(schemaOf(route.reply, 'output')) : [];
  expect([...taken, ...answered].filter((name) => !told.includes(`<code>${name}</code>`))).toEqual([]);
  for (const code of route.problems) expect(told).toContain(`<code>${code}</code>`);
  const { curl: inShell, typescript, mcp } = examplesOf(route);
  for (const example of [inShell, typescript, mcp].filter((each) => each !== undefined)) {
    const escaped = example.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    expect(page).toContain(`data-copy><code>${escaped}</code></pre>`);
  }
  const first = await paper('/docs');
  expect(first).toContain(`id="${route.operationId}"`);
  expect(first).toContain(`href="${sectionPath(route.tag)}#${route.operationId}"`);
});

test('a reference page has every schema it names, loads little, and the sandbox clock only where it exists', async () => {
  const house = await aPaperHouse();
  const pages = (await readPaper(house, '/docs')).matchAll(/href="(\/docs\/\w+)"/g);
  const paths = new Set(['/docs', ...[...pages].map(([, path = '']) => path)]);
  expect([...paths]).not.toContain('/docs/sandbox');
  expect((await house.ask({ path: '/docs/sandbox' })).status).toBe(404);
  for (const path of paths) {
    const page = await readPaper(house, path);
    for (const [, name = ''] of page.matchAll(/href="#shape-(\w+)"/g)) {
      const [shape = ''] = partsOf(page, `<div id="shape-${name}"`, '</details>');
      const missing = namesIn(SHAPES[name] ?? {}).filter((field) => !shape.includes(`<code>${field}</code>`));
      expect([name, shape === '', missing]).toEqual([name, false, []]);
    }
    const loaded = [...page.matchAll(/(?:src|rel="(?:stylesheet|icon)"[^>]* href)="([^"]+)"/g)];
    expect(loaded.length, path).toBeGreaterThan(3);
    const sizes = loaded.map(async ([, address = '']) => {
      const { text, headers } = await house.ask({ path: address });
      const whole = Number(headers['content-length']);
      // As served: minified by the build, and compressed.
      return address.endsWith('.css') ? gzipSync(minifyCss(text)).length : whole;
    });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, gzipSync(page).length);
    expect(bytes, path).toBeLessThan(60_000);
    expect(loaded.filter(([, address = '']) => !/^\/[^/]/.test(address))).toEqual([]);
  }
});

test('the policy of the reference allows its two scripts by hash, no other content and no form targets', async () => {
  const { text, headers } = await (await aPaperHouse()).ask({ path: '/docs' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; .*form-action 'none'/);
  expect(policy).not.toMatch(/unsafe|data:/);
  const hashes = text.matchAll(/<script src="[^"]+" integrity="([^"]+)"/g);
  const scripts = [...hashes].map(([, hash]) => `'${hash}'`);
  expect(scripts).toHaveLength(2);
  expect(policy).toContain(`script-src ${scripts.join(' ')};`);
});

test('each form for the sandbox clock asks for the token, as a header, and names the 404 without it', async () => {
  const sandbox = sandboxClock({ wall: NOON, shown: NOON, scale: 1 }, () => NOON);
  const house = await aHouse(await anyStore(), { house: { clock: sandbox, sandbox } });
  const page = await readPaper(house, '/docs/sandbox');
  const fields = page.match(/<input[^>]*name="X-Sandbox-Token"[^>]*>/g) ?? [];
  expect(fields).toHaveLength(Object.keys(SANDBOX_ROUTES).length);
  for (const field of fields) expect(field).toMatch(/ required.* data-place="header"/);
  expect(page.match(/<code>no_such_route<\/code>/g)?.length).toBe(fields.length);
});

const WITH_SANDBOX = [...ALL, ...Object.values<Route>(SANDBOX_ROUTES)];

test.each(WITH_SANDBOX)('the examples of $operationId are the same call', async (route) => {
  const examples = examplesOf(route);
  expect(examples.curl).toBe(curl({ origin: ORIGIN }, route, EXAMPLE_OPTIONS.get(route)));
  // The request a shell would send, with variables unexpanded.
  const [, method = 'GET', path = ''] =
    /^curl(?: -X (\w+))? "?http:\/\/127\.0\.0\.1:3000([^"\s]*)/.exec(examples.curl) ?? [];
  const [, quote, quoted] = /-d (['"])(.*)\1$/.exec(examples.curl) ?? [];
  const json = quote === '"' ? quoted?.replaceAll('\\"', '"') : quoted?.replaceAll(String.raw`'\''`, "'");
  expect(method).toBe(route.method);
  // The other example runs in an environment where every variable contains its own name.
  const [imports = '', calls = ''] = (examples.typescript ?? '').split('\n\n');
  expect(imports).toMatch(/^(?:import \{ [\w, ]+ \} from '(?:arkhouse\/client|node:process)';\n?)+$/);
  let asked: object | undefined;
  const send = async (sent: TransportRequest) => {
    const body = sent.body === undefined ? undefined : (JSON.parse(sent.body) as unknown);
    asked = { method: sent.method, path: decodeURIComponent(sent.path), body };
    return { status: 200, body: {} };
  };
  await runInNewContext(`(async () => {${calls}})()`, {
    connect: () => createHouseClient(send),
    createSandboxClient: () => createSandboxClient(send),
    httpTransport: () => send,
    env: new Proxy({}, { get: (_, name) => `$${String(name)}` }),
  });
  const body = json === undefined ? undefined : (JSON.parse(json) as unknown);
  expect(asked).toEqual({ method, path, body });
});

test.each(TOOLS)('the tool $name accepts its example', ({ row, name, input }) => {
  const message = JSON.parse(examplesOf(row).mcp ?? '') as {
    readonly params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
  };
  expect(message).toMatchObject({ jsonrpc: '2.0', method: 'tools/call', params: { name } });
  const { properties, required = [] } = input.schema;
  const given = Object.keys(message.params.arguments);
  expect(given.filter((argument) => !(argument in properties))).toEqual([]);
  expect(required.filter((argument) => !given.includes(argument))).toEqual([]);
});

test('the reference script stores no key', async () => {
  const script = await readFile(new URL('../../dist/browser/try-it.js', import.meta.url), 'utf8');
  expect(script).not.toMatch(/localStorage|sessionStorage|indexedDB|cookie|innerHTML|history|location/);
});

/** The text between this mark and the next of its kind. */
function partsOf(page: string, mark: string, end = '<section class="operation"'): readonly string[] {
  const [, ...parts] = page.split(mark);
  return parts.map((part) => part.split(end, 1)[0] ?? '');
}

function namesIn({ properties = {}, items, anyOf = [] }: JsonSchema): readonly string[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...Object.keys(properties), ...inner.flatMap(namesIn)];
}

type Named<Value> = Readonly<Record<string, Value>>;

type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly (Link & { readonly name?: string; readonly example?: unknown })[];
  readonly responses: Named<Answer>;
  readonly 'x-mcp'?: { readonly tool: string };
};
type Link = { readonly $ref?: string };
type Answer = Link & {
  readonly headers?: Named<Link>;
  readonly content?: Named<{ schema?: unknown; example?: unknown; examples?: Named<unknown> }>;
  readonly links?: Named<{ readonly operationId: string }>;
};

const DOCUMENT = openApiDocument(Object.values(ROUTES)) as unknown as {
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
  expect(Buffer.byteLength(served)).toBeLessThanOrEqual(177_000);
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
  const taken = OPERATIONS.flatMap(({ parameters = [] }) => parameters.map((each) => linked(each).name));
  expect(taken).toEqual(
    expect.arrayContaining(['Accept-Payment', 'Payment-Authorization', 'PAYMENT-SIGNATURE']),
  );
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
    expect(fits(value).valid, value).toBe(route.body.safeParse({ ...body, [field]: value }).success);
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

type Property = Link & { readonly type?: string | readonly string[]; readonly description?: string };

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
