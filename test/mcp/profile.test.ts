import { expect, test } from 'vitest';

import { TOOLS } from '../../src/mcp/tools.ts';
import { aFolder } from '../program/arkhouse.ts';
import { aPlainHouse } from '../support/asking.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aListeningHouse } from './listening.ts';
import { message } from './messages.ts';
import { call, done, ERAS, overHttp, overStdio } from './speaking.ts';

const CARE = ['register', 'adopt', 'status', 'care', 'due', 'letters', 'resurrect'];

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly annotations: Readonly<Record<string, boolean>>;
}

async function listed({ ask }: Pick<TestHouse, 'ask'>, path = '/mcp') {
  const { body } = await ask({ ...message({ method: 'tools/list' }), path });
  return (body as { result: { tools: ListedTool[] } }).result.tools;
}

async function useAt({ ask }: TestHouse, name: string, given: object = {}) {
  const sent = message({ method: 'tools/call', params: { name, arguments: given } });
  const { body } = await ask({ ...sent, path: '/mcp?tools=care' });
  const { result } = body as {
    result: { content: { text: string }[]; structuredContent: Record<string, unknown> };
  };
  return { text: String(result.content[0]?.text), data: result.structuredContent };
}

const DESTRUCTIVE = [
  'release_creature',
  'delete_my_account',
  'rotate_api_key',
  'revoke_owner_link',
  'revoke_sitter',
  'revoke_calendar_feed',
];

test('every tool says whether it reads, destroys and reaches others, and has a title', async () => {
  const tools = await listed(await aPlainHouse(await anyStore()));
  for (const { name, title, annotations } of tools) {
    expect(title, name).not.toBe('');
    for (const hint of ['readOnlyHint', 'destructiveHint', 'openWorldHint'])
      expect(annotations[hint], `${name} ${hint}`).toEqual(expect.any(Boolean));
    expect(annotations['readOnlyHint'] && annotations['destructiveHint'], name).toBe(false);
  }
  const destructive = tools.filter(({ annotations }) => annotations['destructiveHint']);
  expect(destructive.map(({ name }) => name)).toEqual(expect.arrayContaining(DESTRUCTIVE));
});

test('the small profile lists seven tools in at most 6,000 characters, in both eras and over stdio', async () => {
  const house = await aPlainHouse(await anyStore());
  const tools = await listed(house, '/mcp?tools=care');
  expect(tools.map(({ name }) => name)).toEqual(CARE);
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(6000);
  expect(await listed(house, '/mcp?tools=all')).toHaveLength(TOOLS.length);
  const { address } = await aListeningHouse();
  for (const { era } of ERAS) {
    const clients = [
      await overHttp(address, era, {}, '/mcp?tools=care'),
      await overStdio(['--base-url', address, '--key-file', `${aFolder()}/key.json`, '--tools', 'care'], era),
    ];
    for (const client of clients)
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(CARE);
  }
});

test('a life in the small profile needs no tool outside it, and no answer names one', async () => {
  const house = await aPlainHouse(await anyStore());
  const others = TOOLS.map(({ name }) => name).filter((name) => !CARE.includes(name));
  const outside = new RegExp(`\\b(?:${others.join('|')})\\b`);
  const key = String((await useAt(house, 'register', { username: 'wren' })).data['your_token']);
  await useAt(house, 'adopt', { api_key: key, name: 'Bo' });
  for (const [name, given] of [
    ['status', {}],
    ['care', { action: 'feed' }],
    ['due', {}],
    ['letters', {}],
    ['resurrect', { creature_id: '00000000-0000-4000-8000-000000000000' }],
  ] as const) {
    const { text, data } = await useAt(house, name, { ...given, api_key: key });
    expect(text, name).not.toMatch(outside);
    const steps = (data['next_steps'] ?? []) as { tool?: string }[];
    for (const { tool } of steps) expect([undefined, ...CARE]).toContain(tool);
  }
});

test('tools are called by either name in either profile', async () => {
  const { address } = await aListeningHouse();
  const client = await overHttp(address, '2025-11-25');
  const { data } = await done(client, 'register', { username: 'wren' });
  const api_key = data['your_token'];
  await done(client, 'adopt', { api_key, name: 'Bo' });
  const small = await overHttp(address, '2025-11-25', {}, '/mcp?tools=care');
  await done(small, 'get_creature_status', { api_key });
  expect((await call(small, 'care', { api_key, action: 'reflect' })).isError).toBe(false);
});

test('the server shows an icon that it serves', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  const { body } = await ask(message({ method: 'server/discover' }));
  const found = JSON.stringify(body).match(/"icons":\[\{"src":"http:\/\/127\.0\.0\.1:3000(\/[^"]+)"/);
  expect(await ask({ path: String(found?.[1]) })).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/png' },
  });
});

const SITTER_TOOLS = ['get_creature_status', 'care_for_creature', 'get_due'];

test('the key of a sitter lists the tools that it opens, over HTTP and stdio in both eras; others are refused', async () => {
  const { as, registered, address } = await aListeningHouse();
  const wren = as(await registered('wren'));
  await wren.adoptCreature({ body: { name: 'Bo' } });
  const { key } = await wren.createSitter({ body: { name: 'Robin', hours: 5 } });
  for (const { era } of ERAS) {
    const stdio = ['--base-url', address, '--key-file', `${aFolder()}/key.json`];
    const clients = [
      await overHttp(address, era, { authorization: `Bearer ${key}` }),
      await overStdio(stdio, era, { ARKHOUSE_API_KEY: key }),
    ];
    for (const client of clients) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(SITTER_TOOLS);
      expect(client.getInstructions()).toContain('key of a sitter');
      expect(JSON.stringify(await call(client, 'get_creature_status'))).toContain('Bo');
      const refused = await client.callTool({ name: 'list_letters', arguments: {} });
      expect([refused.isError, JSON.stringify(refused)]).toEqual([
        true,
        expect.stringContaining('limited_key'),
      ]);
    }
  }
});
