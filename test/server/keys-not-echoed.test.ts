import { expect, test } from 'vitest';

import { fieldsOf } from '../../src/api/fields.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { PAGE_PATHS } from '../../src/app/pages.ts';
import { MCP, message } from '../mcp/messages.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { aHouse, type Ask, type TestHouse } from '../support/house.ts';
import { aResidentOf } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

async function aHouseWithAKey(): Promise<{ house: TestHouse; mine: string; key: string }> {
  const house = await aHouse(await anyStore(), { house: { limiter: NO_LIMITS } });
  const { key: mine } = await aResidentOf(house, 'wren');
  const key = await house.registered('crow');
  return { house, mine, key };
}

async function echoesIn(house: TestHouse, key: string, asks: readonly Ask[]): Promise<string[]> {
  const found: string[] = [];
  for (const ask of asks) {
    const { status, text, headers } = await house.ask(ask);
    const { location: _, ...others } = headers;
    if ((text + JSON.stringify(others)).includes(key)) {
      const at = text.indexOf(key);
      found.push(
        `${ask.method ?? 'GET'} ${ask.path.slice(0, 90)} ${JSON.stringify(ask.body ?? '').slice(0, 120)}: ${status} …${text.slice(Math.max(0, at - 60), at + 20)}`.replaceAll(
          key,
          'KEY',
        ),
      );
    }
  }
  return found;
}

test('no API route repeats a key from its path, query, body or headers', async () => {
  const { house, mine, key } = await aHouseWithAKey();
  const asks = Object.values<Route>(ROUTES).flatMap((route) =>
    asksOf(route, key).flatMap((ask) => [ask, { ...ask, key: mine }]),
  );
  expect(asks.length).toBeGreaterThan(300);
  expect(await echoesIn(house, key, asks)).toEqual([]);
});

function asksOf(route: Route, key: string): Ask[] {
  const { method } = route;
  const path = route.path.replace(/\{\w+\}/g, key);
  const queries = [...Object.keys(fieldsOf(route.query)), 'q', 'search', 'api_key', 'token', key].map(
    (name) => ({ method, path: `${path}?${name}=${key}` }),
  );
  const whole = [key, [key], { [key]: 1 }, { key }, { nested: { deep: [key] } }];
  const bodies = route.body
    ? [
        ...Object.keys(fieldsOf(route.body)).flatMap((name) => [
          { [name]: key },
          { [name]: [key] },
          { [name]: `x ${key} y` },
        ]),
        ...whole,
      ]
    : whole;
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return [
    { method, path },
    ...queries,
    ...(method === 'GET' ? [] : bodies.map((body) => ({ method, path, body, headers: json }))),
    ...(method === 'GET'
      ? []
      : Object.keys(fieldsOf(route.body)).flatMap((name) => [
          { method, path, body: `${name}=${key}`, headers: form },
          { method, path, body: `{"${name}": "${key}"`, headers: json },
          { method, path, body: `${name}: ${key}`, headers: { 'content-type': 'text/plain' } },
        ])),
    ...[
      'idempotency-key',
      'x-request-id',
      'accept',
      'content-type',
      'x-forwarded-for',
      'cookie',
      'payment-signature',
      'x-payment',
    ].map((name) => ({ method, path, headers: { [name]: key } })),
    { method: 'PATCH', path: `${path}/${key}` },
  ];
}

const MISREADABLE: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>])[] = [
  ['/api/house/care', { action: 'feeed', notes: 'a' }],
  ['/api/house/care', { action: 'feed', item: 7, notes: 'a' }],
  ['/api/house/adopt', { name: 'Moss', species: 'owl', notes: 'a' }],
  ['/api/house/adopt', { name: 'Moss!', species_slug: 'Tabby', personality_prompt: 'a' }],
  ['/api/auth/register', { username: 'No Name', bio: 'a', display_name: 'a' }],
  ['/api/house/species', { name: 'Fog', description: 'a', family: 'cat', slug: 'Fog!' }],
  ['/api/house/resurrect', { creature_id: 'Moss', notes: 'a' }],
  ['/api/house/credits', { pack: 'a' }],
];

test('no repair of a misread body repeats a key', async () => {
  const { house, mine, key } = await aHouseWithAKey();
  const asks = MISREADABLE.flatMap(([path, body]) => {
    const keyed = [key, `my key is ${key}`].flatMap((value) =>
      [...Object.keys(body), 'api_key', 'note', 'anything', key].map((field) => ({
        ...body,
        [field]: value,
      })),
    );
    const written = keyed.flatMap((each): Ask[] => {
      const form = new URLSearchParams(
        Object.entries(each).map(([name, value]) => [name, String(value)]),
      ).toString();
      const json = JSON.stringify(each);
      const typed = (type: string, text: string): Ask => ({
        path,
        body: text,
        headers: { 'content-type': type },
      });
      return [
        ...[each, [each], { data: each }, { body: json }, json].map((sent) =>
          typed('application/json', JSON.stringify(sent)),
        ),
        typed('application/json', json.replaceAll('"', "'")),
        typed('application/json', `${json.slice(0, -1)},}`),
        typed('application/json', `\`\`\`json\n${json}\n\`\`\``),
        typed('application/json', form),
        typed('application/x-www-form-urlencoded', form),
        typed('application/x-www-form-urlencoded', json),
        typed('text/plain', json),
        typed('text/plain', form),
        typed('application/xml', `<a>${key}</a>`),
        typed(
          'multipart/form-data; boundary=x',
          `--x\r\nContent-Disposition: form-data; name="notes"\r\n\r\n${key}\r\n--x--`,
        ),
        { path: `${path}?${form}`, body: '{}', headers: { 'content-type': 'application/json' } },
      ];
    });
    return written.map((ask) => ({ ...ask, method: 'POST' as const, key: mine }));
  });
  expect(await echoesIn(house, key, asks)).toEqual([]);
});

test('no page repeats a key from its path or query', async () => {
  const { house, key } = await aHouseWithAKey();
  const paths = [
    ...new Set(PAGE_PATHS.map((path) => path.replace(/\{\w+\}/g, key))),
    `/${key}`,
    `/api/${key}`,
    `/api/house/${key}`,
    `/creatures/${key}.png`,
  ];
  const asks = paths
    .flatMap((path) => [
      path,
      ...['q', 'search', 'family', 'sort', 'category', 'agent', 'cursor', 'page', 'ids', 'token'].map(
        (name) => `${path}?${name}=${key}`,
      ),
    ])
    .flatMap((path) => [{ path, headers: { accept: 'text/html' } }, { path }]);
  expect(await echoesIn(house, key, asks)).toEqual([]);
});

test('no answer over MCP repeats a key from a message', async () => {
  const { house, mine, key } = await aHouseWithAKey();
  const messages = [
    { method: key },
    { method: 'tools/call', params: { name: key, arguments: {} } },
    { method: 'tools/call', params: { name: 'check_status', arguments: { creature_id: key, [key]: key } } },
    { method: 'tools/call', params: { name: 'care_for_creature', arguments: { action: key } } },
    { method: 'tools/list', params: { cursor: key } },
    { method: 'resources/read', params: { uri: key } },
    { method: 'resources/read', params: { uri: `arkhouse://${key}` } },
    { method: 'prompts/get', params: { name: key } },
    {
      method: 'completion/complete',
      params: { ref: { type: 'ref/prompt', name: key }, argument: { name: key, value: key } },
    },
    {
      method: 'completion/complete',
      params: { ref: { type: 'ref/resource', uri: key }, argument: { name: 'x', value: key } },
    },
    {
      method: 'initialize',
      params: { protocolVersion: key, capabilities: {}, clientInfo: { name: key, version: key } },
    },
    { method: 'logging/setLevel', params: { level: key } },
  ];
  const asks = messages.flatMap((each) => {
    const sent = message(each);
    const old: Ask = { ...MCP, body: { jsonrpc: '2.0', id: 1, ...each } };
    return [
      sent,
      { ...sent, key: mine },
      old,
      { ...old, headers: { ...MCP.headers, 'mcp-protocol-version': key } },
    ];
  });
  expect(await echoesIn(house, key, asks)).toEqual([]);
});

test('a key in a header of the MCP protocol is refused as any other wrong value', async () => {
  const { house, key } = await aHouseWithAKey();
  const asked = (version: string): Ask => ({
    ...MCP,
    headers: { ...MCP.headers, 'mcp-protocol-version': version },
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
  });
  const refused = await house.ask(asked('1999-01-01'));
  expect(refused.status).toBe(400);
  const { status, text } = await house.ask(asked(key));
  expect(status).toBe(400);
  expect(text).not.toContain(key);
});

/** One of each kind that a terminal or a reader obeys: C1 escape, delete, bidi override and isolate, tag, zero width. */
const OBEYED = ['\u009b31m', '\u007f', '\u202e', '\u2066', '\u{e0041}', '\u200b'];

test('no API route repeats characters that terminals and readers obey, from any field of the contract', async () => {
  const { house, mine } = await aHouseWithAKey();
  const text = `x${OBEYED.join('y')}z`;
  const asks = Object.values<Route>(ROUTES).flatMap((route) => {
    const { method } = route;
    const path = route.path.replace(/\{\w+\}/g, encodeURIComponent(text));
    const queries = Object.keys(fieldsOf(route.query)).map((name) => ({
      method,
      path: `${path}?${name}=${encodeURIComponent(text)}`,
    }));
    const bodies = Object.keys(fieldsOf(route.body)).flatMap((name) =>
      [text, [text], { [text]: text }].map((value) => ({ method, path, body: { [name]: value } })),
    );
    return [{ method, path }, ...queries, ...bodies].flatMap((ask) => [ask, { ...ask, key: mine }]);
  });
  expect(asks.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const ask of asks) {
    const { status, text: told, headers } = await house.ask(ask);
    const { location: _, ...others } = headers;
    if (status >= 500 || OBEYED.some((each) => (told + JSON.stringify(others)).includes(each)))
      found.push(`${ask.method} ${ask.path.slice(0, 60)} ${JSON.stringify(ask).slice(0, 160)}: ${status}`);
  }
  expect(found).toEqual([]);
});
