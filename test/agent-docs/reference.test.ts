import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

import { minifyCss } from '../../tools/build/assets.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { createHouseClient, createSandboxClient, type TransportRequest } from '../../src/client/client.ts';
import { definitions, parametersOf, schemaOf } from '../../src/api/openapi-schemas.ts';
import type { Route } from '../../src/api/route.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { type JsonSchema, sectionPath } from '../../src/text/pages/api-reference.ts';
import { callExamples, curl, EXAMPLE_OPTIONS } from '../../src/text/pages/call-examples.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
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
  for (const example of [inShell, typescript, mcp].filter((each) => each !== undefined))
    expect(page).toContain(`data-copy><code>${escaped(example)}</code></pre>`);
  const first = await paper('/docs');
  expect(first).toContain(`id="${route.operationId}"`);
  expect(first).toContain(`href="${sectionPath(route.tag)}#${route.operationId}"`);
});

test('a reference page has every schema it names, loads little, and the sandbox clock only where it exists', async () => {
  const house = await aPaperHouse();
  const paths = await pagesOf(house);
  expect(paths).not.toContain('/docs/sandbox');
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
      // As served, minified by the build.
      return address.endsWith('.css') ? Buffer.byteLength(minifyCss(text)) : whole;
    });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, Buffer.byteLength(page));
    expect(bytes, path).toBeLessThan(150_000);
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

test('each form for the sandbox clock asks for the token, as a header', async () => {
  const sandbox = sandboxClock({ wall: NOON, shown: NOON, scale: 1 }, () => NOON);
  const house = await aHouse(await anyStore(), { house: { clock: sandbox, sandbox } });
  const page = await readPaper(house, '/docs/sandbox');
  const fields = page.match(/<input[^>]*name="X-Sandbox-Token"[^>]*>/g) ?? [];
  expect(fields).toHaveLength(Object.keys(SANDBOX_ROUTES).length);
  for (const field of fields) expect(field).toMatch(/ required.* data-place="header"/);
});

const WITH_SANDBOX = [...ALL, ...Object.values<Route>(SANDBOX_ROUTES)];

test.each(WITH_SANDBOX)('the examples of $operationId are the same call', async (route) => {
  const examples = examplesOf(route);
  expect(examples.curl).toBe(curl({ origin: ORIGIN }, route, EXAMPLE_OPTIONS.get(route)));
  const asked = readCurl(examples.curl);
  expect(await runExample(examples.typescript ?? '')).toEqual(asked);
  expect(asked.method).toBe(route.method);
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

async function pagesOf(house: TestHouse): Promise<readonly string[]> {
  const page = await readPaper(house, '/docs');
  return ['/docs', ...new Set([...page.matchAll(/href="(\/docs\/\w+)"/g)].map(([, path = '']) => path))];
}

/** The text between this mark and the next of its kind. */
function partsOf(page: string, mark: string, end = '<section class="operation"'): readonly string[] {
  const [, ...parts] = page.split(mark);
  return parts.map((part) => part.split(end, 1)[0] ?? '');
}

function namesIn({ properties = {}, items, anyOf = [] }: JsonSchema): readonly string[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...Object.keys(properties), ...inner.flatMap(namesIn)];
}

type Asked = Pick<TransportRequest, 'method' | 'path'> & { readonly body: unknown };

/** The request a shell would send, with variables unexpanded. */
function readCurl(call: string): Asked {
  const [, method = 'GET', path = ''] =
    /^curl(?: -X (\w+))? "?http:\/\/127\.0\.0\.1:3000([^"\s]*)/.exec(call) ?? [];
  const [, quote, quoted] = /-d (['"])(.*)\1$/.exec(call) ?? [];
  const json = quote === '"' ? quoted?.replaceAll('\\"', '"') : quoted?.replaceAll(String.raw`'\''`, "'");
  return { method, path, body: json === undefined ? undefined : (JSON.parse(json) as unknown) };
}

/** Runs an example in an environment where every variable contains its own name. */
async function runExample(code: string): Promise<Asked | undefined> {
  const [imports = '', calls = ''] = code.split('\n\n');
  expect(imports).toMatch(/^(?:import \{ [\w, ]+ \} from '(?:arkhouse\/client|node:process)';\n?)+$/);
  let asked: Asked | undefined;
  const send = async ({ method, path, body }: TransportRequest) => {
    const sent = body === undefined ? undefined : (JSON.parse(body) as unknown);
    asked = { method, path: decodeURIComponent(path), body: sent };
    return { status: 200, body: {} };
  };
  const env = new Proxy({}, { get: (_, name) => `$${String(name)}` });
  await runInNewContext(`(async () => {${calls}})()`, {
    connect: () => createHouseClient(send),
    createSandboxClient: () => createSandboxClient(send),
    httpTransport: () => send,
    env,
  });
  return asked;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
