import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { expect, test, vi } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { PROTOCOL_VERSIONS, SERVER_INFO, serverCard } from '../../src/mcp/server-card.ts';
import type { Limiter } from '../../src/outside/rate-limiter.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { aHouse, type Ask } from '../support/house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aListeningHouse } from './listening.ts';
import { HOST, message, useTool } from './messages.ts';
import { overHttp } from './speaking.ts';

const LIST = message({ method: 'tools/list' });

const nothingLeft: Limiter['take'] = (_name, { max, windowSeconds }, _who, now) => ({
  max,
  remaining: 0,
  startedAt: now,
  resetsAt: now + windowSeconds * 1000,
  allowed: false,
});

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
    expect(told, JSON.stringify(headers)).toMatchObject({
      status: 403,
      body: { jsonrpc: '2.0', id: 1, error },
    });
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

test('a local service accepts all local names at its port', async () => {
  const { address } = await aListeningHouse({ baseUrl: new URL('https://ark.example') });
  const { port } = new URL(address);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
    const request = http.request(`${address}/mcp`, { method: 'POST', headers: { ...LIST.headers, host } });
    request.end(JSON.stringify(LIST.body));
    const [{ statusCode }] = (await once(request, 'response')) as [{ statusCode: number }];
    expect(statusCode, host).toBe(200);
    request.destroy();
  }
});

test('there are no sessions, notifications or streams', async () => {
  const { ask } = await aHouse(await anyStore());
  for (const method of ['GET', 'DELETE'] as const) {
    const told = await ask({ method, path: '/mcp', headers: { host: HOST } });
    expect([told.status, told.headers['allow']]).toEqual([405, 'POST']);
  }
  expect((await ask(LIST)).headers['mcp-session-id']).toBeUndefined();
  const notifications = { toolsListChanged: true };
  const told = await ask(message({ method: 'subscriptions/listen', params: { notifications } }));
  expect(told).toMatchObject({ status: 404, body: { id: 1, error: { code: -32_601 } } });
});

test('JSON that is no message is refused with a protocol error', async () => {
  const { ask, log } = await aHouse(await anyStore());
  const noMessages = [
    '5',
    'null',
    '"hello"',
    '{}',
    '{"jsonrpc":"2.0","id":1}',
    '{"__proto__":{"method":"tools/list"}}',
  ];
  for (const [sent, status, code] of [
    [{ body: '{"jsonrpc":' }, 400, -32_700],
    [{ body: [LIST.body, LIST.body] }, 400, -32_600],
    [{ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, 400, -32_602],
    [{ headers: { ...LIST.headers, 'content-type': 'text/plain' } }, 415, -32_000],
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
  expect(first.headers).toMatchObject({
    'x-ratelimit-limit': String(max),
    'x-ratelimit-remaining': String(max - 1),
  });
  expect(first.headers['access-control-allow-origin']).toBeUndefined();
  for (let taken = 1; taken < max; taken += 1)
    await house.limiter.take('mcp', RATE_LIMITS.mcp, from, clock.now());
  const last = await ask({ ...LIST, from });
  expect(last.status).toBe(429);
  const wait = Number(last.headers['retry-after']);
  expect(last.body).toMatchObject({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32_000,
      message: `Rate limit exceeded.\nWait ${wait} seconds, then go on.`,
      data: { code: 'too_many_requests', retry_after_seconds: wait },
    },
  });
});

test('a client program reports the wait when its limit is reached', async () => {
  const { address } = await aListeningHouse({ house: { limiter: { ...NO_LIMITS, take: nothingLeft } } });
  await expect(overHttp(address, '2025-11-25')).rejects.toThrow(/"id":0.*Wait \d+ seconds, then go on\./);
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
  const { data } = await join('six', by('192.0.2.2', '10.0.0.2'));
  const key = String(data['your_token']);
  await useTool(house, 'adopt_creature', { name: 'Bo' }, { key });
  await useTool(house, 'get_creature_status', {}, { key });
  const play = () => useTool(house, 'care_for_creature', { action: 'play' }, { key });
  await play();
  await play();
  expect(await play()).toMatchObject({ isError: true, data: { problem: { code: 'too_many_requests' } } });
});

test('a key in a header is not passed to the MCP library', async () => {
  const seen: Headers[] = [];
  const { ask } = await aHouse(await anyStore(), {
    answering: {
      async answer(request) {
        seen.push(request.headers);
        return Response.json({});
      },
      close: () => Promise.resolve(),
    },
  });
  await ask({
    ...LIST,
    key: 'ah_secret',
    headers: { ...LIST.headers, 'x-api-key': 'ah_secret', cookie: 'ah_secret' },
  });
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
  const answer = fetch(`${address}/mcp`, {
    method: 'POST',
    headers: { ...headers, connection: 'close' },
    body: JSON.stringify(LIST.body),
  });
  await asked.promise;
  const closing = app.close();
  ready.resolve();
  expect(await (await answer).json()).toEqual({ late: true });
  await closing;
  expect(done).toEqual(['answered', 'closed']);
});

test('a tool called during shutdown is refused and does nothing', async () => {
  const { address, app, log } = await aListeningHouse();
  const sent = message({
    method: 'tools/call',
    params: { name: 'register_agent', arguments: { username: 'wren' } },
  });
  const { host: _, ...headers } = sent.headers;
  const request = http.request(`${address}/mcp`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, expect: '100-continue' },
  });
  request.flushHeaders();
  await once(request, 'continue');
  const closing = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false));
  request.end(JSON.stringify(sent.body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(await text(response)).toContain('house_unreachable');
  await closing;
  expect(log.join('')).not.toContain('"level":"error"');
});

test('sandbox payments need the sandbox token through tools, too', async () => {
  const house = await aPlayHouse(await anyStore());
  const buy = (by: Pick<Ask, 'from' | 'headers'>) =>
    useTool(house, 'buy_credits', { pack: '100' }, { key: house.key, ...by });
  expect((await buy({ headers: SANDBOX_HEADERS })).data).toMatchObject({
    checkout_url: expect.any(String),
    sandbox: true,
  });
  for (const headers of [{}, { 'x-sandbox-token': 'another' }])
    expect((await buy({ from: '127.0.0.1', headers })).data).toMatchObject({
      problem: { code: 'payments_off' },
    });
});

const baseUrl = new URL('https://ark.example');

test('server discovery finds the card, the catalog links to it, and its name fits the schema', async () => {
  for (const address of [
    'https://ark.example',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://localhost',
  ]) {
    const { name, description } = serverCard(new URL(address)) as Record<'name' | 'description', string>;
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(description.length).toBeLessThanOrEqual(100);
  }
  const { ask } = await aHouse(await anyStore(), { baseUrl });
  const catalog = await ask({ path: '/.well-known/ai-catalog.json' });
  expect(catalog.headers['content-type']).toBe('application/ai-catalog+json');
  const { entries } = JSON.parse(catalog.text) as {
    entries: { url: string; type: string; identifier: string }[];
  };
  expect(entries).toMatchObject([
    { type: 'application/mcp-server-card+json', identifier: 'urn:air:ark.example:mcp:arkhouse' },
  ]);
  const card = await ask({ path: new URL(String(entries[0]?.url)).pathname });
  expect(card.headers['content-type']).toBe('application/mcp-server-card+json');
  expect(JSON.parse(card.text)).toEqual(serverCard(baseUrl));
  for (const path of ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json']) {
    const alias = await ask({ path });
    expect(alias.status).toBe(200);
    expect(alias.body).toEqual(serverCard(baseUrl));
  }
});

test('the card supports 304 and CORS, and equals what the server reports', async () => {
  const { ask } = await aHouse(await anyStore());
  const { headers } = await ask({ path: '/mcp/server-card' });
  expect(headers['access-control-allow-origin']).toBe('*');
  const known = { 'if-none-match': String(headers['etag']) };
  expect((await ask({ path: '/mcp/server-card', headers: known })).status).toBe(304);
  const told = await ask(message({ method: 'server/discover' }));
  const { _meta: about, supportedVersions } = told.body['result'] as {
    supportedVersions: string[];
    _meta: Record<string, unknown>;
  };
  expect(about['io.modelcontextprotocol/serverInfo']).toEqual(SERVER_INFO);
  expect([...PROTOCOL_VERSIONS]).toEqual([...supportedVersions, ...SUPPORTED_PROTOCOL_VERSIONS]);
});
