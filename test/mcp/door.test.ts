import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { PROTOCOL_VERSIONS, SERVER_INFO, serverCard } from '../../src/mcp/server-card.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { aHouse, type Ask } from '../support/house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aListeningHouse } from './listening.ts';
import { HOST, message, useTool } from './messages.ts';

const LIST = message({ method: 'tools/list' });

test('the endpoint refuses foreign hosts and origins, forwarded ones too; a public one accepts its own', async () => {
  const { ask } = await aHouse(await anyStore(), { trustedProxies: 1 });
  for (const headers of [
    { host: 'evil.example' },
    { host: '127.0.0.1:4000' },
    { host: `evil@${HOST}` },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:4000' },
    { host: 'evil.example', 'x-forwarded-host': HOST },
  ]) {
    const told = await ask({ ...LIST, headers: { ...LIST.headers, ...headers } });
    const error = { message: expect.stringContaining(HOST), data: { code: 'foreign_address' } };
    expect(told, JSON.stringify(headers)).toMatchObject({ status: 403, body: { id: 1, error } });
  }
  const open = await aHouse(await anyStore(), { baseUrl: new URL('https://ark.example') });
  for (const [headers, status] of [
    [{ host: 'ark.example' }, 200],
    [{ host: 'ARK.example:443', origin: 'https://ark.example' }, 200],
    [{ host: 'ark.example', origin: 'http://ark.example' }, 403],
    [{ host: HOST }, 403],
  ] as const)
    expect((await open.ask({ ...LIST, headers: { ...LIST.headers, ...headers } })).status).toBe(status);
});

test('there are no sessions, notifications or streams', async () => {
  const { ask } = await aHouse(await anyStore());
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'] as const) {
    const told = await ask({ method, path: '/mcp', headers: { host: HOST } });
    const isAdvised = method === 'HEAD' || told.text.includes('"This address takes POST.');
    expect([told.status, told.headers['allow'], isAdvised]).toEqual([405, 'POST', true]);
  }
  expect((await ask(LIST)).headers['mcp-session-id']).toBeUndefined();
  const notifications = { toolsListChanged: true };
  const told = await ask(message({ method: 'subscriptions/listen', params: { notifications } }));
  expect(told).toMatchObject({ status: 404, body: { id: 1, error: { code: -32_601 } } });
});

test('JSON that is no message is refused with a protocol error', async () => {
  const { ask, log } = await aHouse(await anyStore());
  const noMessages = ['5', 'null', '{}', '{"jsonrpc":"2.0","id":1}', '{"__proto__":{"method":"tools/list"}}'];
  for (const [sent, status, code] of [
    [{ body: '{"jsonrpc":' }, 400, -32_700],
    [{ body: [LIST.body, LIST.body] }, 400, -32_600],
    [{ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, 400, -32_602],
    [{ headers: { ...LIST.headers, 'content-type': 'text/plain' } }, 415, -32_000],
    // The limits of JSON are those of the API.
    [{ body: '['.repeat(40) + ']'.repeat(40) }, 400, -32_000],
    ...noMessages.map((body) => [{ body }, 400, expect.any(Number)] as const),
  ] as const)
    expect(await ask({ ...LIST, ...sent }), JSON.stringify(sent)).toMatchObject({
      status,
      body: { jsonrpc: '2.0', error: { code } },
    });
  expect(log.join('')).not.toContain('"level":"error"');
});

test('every reply has its limits, and too many or too large requests are refused', async () => {
  const { ask, house, clock } = await aHouse(await anyStore());
  expect((await ask({ ...LIST, body: 'x'.repeat(65_537) })).status).toBe(413);
  const { max } = RATE_LIMITS.mcp;
  const from = '10.9.8.7';
  const first = await ask({ ...LIST, from });
  expect(first.headers['x-ratelimit-remaining']).toBe(String(max - 1));
  expect(first.headers['access-control-allow-origin']).toBeUndefined();
  for (let taken = 1; taken < max; taken += 1)
    await house.limiter.take('mcp', RATE_LIMITS.mcp, from, clock.now());
  const last = await ask({ ...LIST, from });
  const wait = Number(last.headers['retry-after']);
  const data = { code: 'too_many_requests', retry_after_seconds: wait };
  const error = { code: -32_000, message: `Rate limit exceeded.\nWait ${wait} seconds, then go on.`, data };
  expect(last).toMatchObject({ status: 429, body: { id: 1, error } });
});

test.each([
  ['without a proxy the address of the connection', undefined, '198.51.100.7'],
  ['behind a proxy the address it adds', 1, '198.51.100.7, 192.0.2.1'],
])('a tool counts against the limit of its route: %s, whatever a client adds', async (_, proxies, forged) => {
  const house = await aHouse(await anyStore(), proxies ? { trustedProxies: proxies } : {});
  const by = (forwarded: string, from = '10.0.0.1') => ({ from, headers: { 'x-forwarded-for': forwarded } });
  const join = (username: string, who = by('192.0.2.1')) =>
    useTool(house, 'register_agent', { username }, who);
  for (const name of ['one', 'two', 'three']) expect((await join(name)).isError).toBe(false);
  expect((await join('four', by(forged))).words).toMatch(/Rate limit exceeded.*Wait \d+ s/s);
  const body = { username: 'five' };
  const rest = { method: 'POST', path: '/api/auth/register', body, ...by('192.0.2.1') } as const;
  expect((await house.ask(rest)).status).toBe(429);
  expect((await join('six', by('192.0.2.2', '10.0.0.2'))).isError).toBe(false);
});

test('a key in a header is not passed to the MCP library', async () => {
  const seen: Headers[] = [];
  const answer = async ({ headers }: Request) => (seen.push(headers), Response.json({}));
  const { ask } = await aHouse(await anyStore(), { answering: { answer, close: () => Promise.resolve() } });
  const headers = { ...LIST.headers, 'x-api-key': 'ah_secret', cookie: 'ah_secret' };
  await ask({ ...LIST, key: 'ah_secret', headers });
  expect(seen).toHaveLength(1);
  expect(JSON.stringify([...(seen[0] ?? [])])).not.toContain('ah_secret');
});

test('on shutdown pending replies are sent', async () => {
  const asked = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const done: string[] = [];
  const { address, app } = await aListeningHouse({
    answering: {
      async answer() {
        asked.resolve();
        await ready.promise;
        done.push('answered');
        return Response.json({ late: true });
      },
      close: async () => void done.push('closed'),
    },
  });
  const { host: _, ...headers } = LIST.headers;
  const body = JSON.stringify(LIST.body);
  const sent = { method: 'POST', headers: { ...headers, connection: 'close' }, body };
  const answer = fetch(`${address}/mcp`, sent);
  await asked.promise;
  const closing = app.close();
  ready.resolve();
  expect(await (await answer).json()).toEqual({ late: true });
  await closing;
  expect(done).toEqual(['answered', 'closed']);
});

test('a tool called during shutdown is refused and does nothing', async () => {
  const { address, app, log } = await aListeningHouse();
  const params = { name: 'register_agent', arguments: { username: 'wren' } };
  const sent = message({ method: 'tools/call', params });
  const headers = { ...sent.headers, host: new URL(address).host, expect: '100-continue' };
  const request = http.request(`${address}/mcp`, { method: 'POST', agent: false, headers });
  request.flushHeaders();
  await once(request, 'continue');
  const closing = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  request.end(JSON.stringify(sent.body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(await text(response)).toContain('house_unreachable');
  await closing;
  expect(log.join('')).not.toContain('"level":"error"');
});

test('sandbox payments need the sandbox token through tools, too', async () => {
  const house = await aPlayHouse(await anyStore());
  const buy = (headers: Ask['headers'] = {}) =>
    useTool(house, 'buy_credits', { pack: '100' }, { key: house.key, from: '127.0.0.1', headers });
  const { data } = await buy(SANDBOX_HEADERS);
  expect(data).toMatchObject({ checkout_url: expect.any(String), sandbox: true });
  for (const headers of [{}, { 'x-sandbox-token': 'another' }])
    expect((await buy(headers)).data).toMatchObject({ problem: { code: 'payments_off' } });
});

const baseUrl = new URL('https://ark.example');

test('server discovery finds the card, the catalog links to it, and its name fits the schema', async () => {
  for (const address of ['https://ark.example', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    const { name, description } = serverCard(new URL(address)) as Record<'name' | 'description', string>;
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(description.length).toBeLessThanOrEqual(100);
  }
  const { ask } = await aHouse(await anyStore(), { baseUrl });
  const catalog = await ask({ path: '/.well-known/ai-catalog.json' });
  expect(catalog.headers['content-type']).toBe('application/ai-catalog+json');
  const { entries } = JSON.parse(catalog.text) as { entries: { url: string }[] };
  const type = 'application/mcp-server-card+json';
  expect(entries[0]).toMatchObject({ type, identifier: 'urn:air:ark.example:mcp:arkhouse' });
  const card = await ask({ path: new URL(String(entries[0]?.url)).pathname });
  expect(card.headers).toMatchObject({ 'content-type': type, 'access-control-allow-origin': '*' });
  expect(JSON.parse(card.text)).toEqual(serverCard(baseUrl));
  for (const path of ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'])
    expect(await ask({ path })).toMatchObject({ status: 200, body: serverCard(baseUrl) });
});

test('the card equals what the server reports', async () => {
  const { ask } = await aHouse(await anyStore());
  const told = await ask(message({ method: 'server/discover' }));
  const { _meta: about, supportedVersions } = told.body['result'] as {
    supportedVersions: string[];
    _meta: Record<string, unknown>;
  };
  expect(about['io.modelcontextprotocol/serverInfo']).toMatchObject(SERVER_INFO);
  expect([...PROTOCOL_VERSIONS]).toEqual([...supportedVersions, ...SUPPORTED_PROTOCOL_VERSIONS]);
});
