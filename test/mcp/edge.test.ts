import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';

import { connect } from '../../src/client/client.ts';
import { packageVersion } from '../../src/outside/package-version.ts';
import { aFakeHouse } from '../client/fake-house.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { logEntries } from '../support/care-entries.ts';
import { aHouse, type Told } from '../support/house.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { HOST, message } from './messages.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
const CLIENT = { name: 'Old Client/7', version: '1.0.0' };

function initialize(protocolVersion: string) {
  const params = { protocolVersion, capabilities: {}, clientInfo: CLIENT };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}

const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const JSON_AND_STREAM = 'application/json, text/event-stream';

function sent(body: object, accept: string | undefined, more: Record<string, string> = {}) {
  const headers = { host: HOST, 'content-type': 'application/json', ...(accept && { accept }), ...more };
  return { method: 'POST', path: '/mcp', headers, body } as const;
}

function typeOf({ headers }: Told): string {
  return String(headers['content-type']).replace(/;.*/, '');
}

test.each([
  ['application/json', 'application/json'],
  ['*/*', 'application/json'],
  [undefined, 'application/json'],
  [JSON_AND_STREAM, 'application/json'],
  ['text/event-stream, */*;q=0.1', 'application/json'],
  ['text/html', 'application/json'],
  ['text/event-stream', 'text/event-stream'],
  ['text/event-stream, application/json;q=0', 'text/event-stream'],
])('a message that accepts %s is answered with %s, in both eras', async (accept, type) => {
  const { ask } = await aPlainHouse(await anyStore());
  const { body, headers } = message({ method: 'tools/list' });
  const { accept: _, ...modern } = headers;
  for (const told of [
    await ask(sent(initialize('2025-06-18'), accept)),
    await ask(sent(LIST, accept, { 'mcp-protocol-version': '2025-06-18' })),
    await ask(sent(body, accept, modern)),
  ]) {
    expect([told.status, typeOf(told)]).toEqual([200, type]);
    const text = type === 'application/json' ? told.text : (/^data: (.+)$/m.exec(told.text)?.[1] ?? '');
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', result: {} });
  }
});

test.each([...REVISIONS, '2023-01-01', '2031-01-01'])(
  'a client that initializes with %s gets a revision to go on with',
  async (asked) => {
    const { ask } = await aPlainHouse(await anyStore());
    const { body } = await ask(sent(initialize(asked), 'application/json'));
    const { protocolVersion } = body['result'] as { protocolVersion: string };
    expect(protocolVersion).toBe(REVISIONS.find((each) => each === asked) ?? '2025-11-25');
    const version = { 'mcp-protocol-version': protocolVersion };
    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await ask(sent(ready, 'application/json', version))).status).toBe(202);
    const listed = await ask(sent(LIST, 'application/json', version));
    expect(listed.body).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  },
);

test('a revision that is not served is answered with those that are, in both eras', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  const old = await ask(sent(LIST, 'application/json', { 'mcp-protocol-version': '2023-01-01' }));
  expect(old.status).toBe(400);
  for (const revision of REVISIONS) expect(old.text).toContain(revision);
  const { body, headers } = message({ method: 'tools/list' });
  const future = JSON.parse(JSON.stringify(body).replaceAll('2026-07-28', '2031-01-01')) as object;
  const told = await ask(
    sent(future, 'application/json', { ...headers, 'mcp-protocol-version': '2031-01-01' }),
  );
  expect(told).toMatchObject({ status: 400, body: { error: { data: { supported: ['2026-07-28'] } } } });
});

test('a browser at /mcp is sent to the page about the set-up, other programs are told the method', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const told = await ask({ path: '/mcp', headers: { host: HOST, accept } });
  expect(told.status).toBe(303);
  const page = await ask({ path: String(told.headers['location']), headers: { accept } });
  expect([page.status, typeOf(page)]).toEqual([200, 'text/html']);
  expect(page.text).toContain('claude mcp add');
  expect((await ask({ path: '/mcp', headers: { host: HOST, accept: '*/*' } })).status).toBe(405);
});

test.each(['/sse', '/mcp/sse', '/api/mcp'])('%s leads to /mcp, with any method', async (path) => {
  const { ask } = await aPlainHouse(await anyStore());
  for (const method of ['GET', 'POST'] as const)
    expect(await ask({ method, path })).toMatchObject({ status: 308, headers: { location: '/mcp' } });
});

test('the log of requests names the family of the client, method, tool and era, and why one was refused', async () => {
  const { ask, log } = await aHouse(await anyStore());
  const last = () => JSON.parse(log.findLast((line) => line.includes('"event":"request"')) ?? '{}') as object;
  const by = { 'user-agent': 'Claude-User/1.0 (+https://a.example; secret)' };
  await ask(sent({ ...LIST, method: 'tools/call', params: { name: 'get_house_stats' } }, undefined, by));
  const mcp = { method: 'tools/call', tool: 'get_house_stats', era: 'legacy' };
  expect(last()).toMatchObject({ client: 'claude-user', mcp });
  await ask({ ...sent(LIST, undefined), body: '{"jsonrpc":' });
  expect(last()).toMatchObject({ status: 400, reason: expect.stringContaining('-32700') });
  const modern = message({ method: 'ah_thing', params: { name: 'ah_other' } });
  await ask(modern);
  expect(last()).toMatchObject({ mcp: { era: '2026-07-28', method: 'other' } });
  expect(last()).not.toHaveProperty('mcp.tool');
  await ask({ method: 'POST', path: '/api/auth/register', body: { username: '!' } });
  expect(last()).toMatchObject({ status: 400, reason: 'invalid_request' });
  expect(log.join('')).not.toMatch(/ah_|a\.example/);
});

test('a client names itself and its version, and the MCP client that it serves', async () => {
  const { url, arrived } = await aFakeHouse({ status: 200, json: {} });
  await connect(url).getHealth();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...FROM_SOURCES.args, 'mcp', '--base-url', url],
    env: { PATH: process.env['PATH'] ?? '', ...FROM_SOURCES.env, ARKHOUSE_API_KEY: `ah_${'a'.repeat(49)}` },
    stderr: 'pipe',
  });
  const client = new Client(CLIENT, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  await client.callTool({ name: 'get_credit_balance', arguments: {} });
  await client.close();
  const agents = arrived.map(({ headers }) => headers['user-agent']);
  expect(agents[0]).toBe(`arkhouse-agent/${packageVersion()}`);
  expect(agents.at(-1)).toBe(`arkhouse-agent/${packageVersion()} (mcp; Old-Client-7)`);
});

test.each([
  ['/animals/owl', '/species/owl'],
  ['/animals', '/species'],
  ['/docs/api', '/docs'],
  ['/skills/arkhouse', '/skill.md'],
  ['/skills/animal-house/SKILL.md', '/skill.md'],
])('a browser at the familiar address %s is led to %s', async (path, location) => {
  const { ask } = await aPlainHouse(await anyStore());
  const told = await ask({ path, headers: { accept: 'text/html' } });
  expect(told).toMatchObject({ status: 308, headers: { location } });
  expect((await ask({ path: location })).status).toBe(200);
});

test('a creature is found by the names of its keeper and itself', async () => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  const id = await wren.hatch({ name: 'Bo Peep' });
  for (const path of ['/creatures/wren/Bo%20Peep', '/creatures/WREN/bo-peep'])
    expect(await house.ask({ path })).toMatchObject({
      status: 307,
      headers: { location: `/creatures/${id}` },
    });
  for (const path of ['/creatures/wren/Unknown', '/creatures/none/Bo'])
    expect((await house.ask({ path, headers: { accept: 'text/html' } })).status).toBe(404);
});

test('a tool tells where to download an answer that is longer than a model can read', async () => {
  const home = await aPlainHouse(await anyStore());
  const wren = await aKeeper(home);
  const id = await wren.hatch();
  const notes = 'x'.repeat(250);
  const entries = Array.from({ length: 1000 }, () => ({ action: 'reflect', notes }) as const);
  await home.house.store.transaction((db) => logEntries(db, id, entries));
  const exported = async (count: number) => {
    const params = { name: 'export_my_data', arguments: { entries: count } };
    const { body, headers } = message({ method: 'tools/call', params });
    const told = await home.ask(sent(body, 'application/json', { ...headers, 'x-api-key': wren.key }));
    return of(told, 'result') as Readonly<Record<string, unknown>>;
  };
  expect(await exported(500)).toHaveProperty('structuredContent');
  expect(await exported(1000)).toMatchObject({
    isError: true,
    structuredContent: {
      problem: {
        code: 'reply_too_long',
        details: expect.stringMatching(/^It has \d{3} kB\.$/),
        suggestion: expect.stringMatching(/ download http:\/\/.*\/api\/auth\/me\/export\b/),
      },
    },
  });
});
