import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';

import { PROTOCOL_VERSIONS, SERVER_INFO, serverCard } from '../../src/mcp/server-card.ts';
import { aHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { message } from './messages.ts';

const baseUrl = new URL('https://ark.example');

test('server discovery finds the card, and the catalog links to it', async () => {
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

test.each(['https://ark.example', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost'])(
  'the card of %s has a name that fits its schema',
  (address) => {
    const card = serverCard(new URL(address)) as { name: string; description: string };
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.description.length).toBeLessThanOrEqual(100);
  },
);
