import { expect, test } from 'vitest';

import { ROUTES } from '../../src/contract/routes.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { HEADER_KEY_POLICY } from '../../src/mcp/connection.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { aPlainHouse } from '../support/asking.ts';
import { ID } from '../support/facts.ts';
import type { TestHouse } from '../support/house.ts';
import { aStore } from './listening.ts';
import { expectShort, message, useTool, type ToolAnswer } from './messages.ts';

const NAMES = TOOLS.map(({ name }) => name);

test('every operation is a tool, but for what describes HTTP, is no JSON, or is the operator’s', () => {
  const without = Object.values(ROUTES)
    .map(({ operationId }) => operationId)
    .filter((name) => !NAMES.includes(name));
  expect(without).toEqual([
    'get_registration_schema',
    'get_api_index',
    'get_house_index',
    'get_health',
    'get_analytics',
    'get_calendar',
  ]);
});

test.each(TOOLS)('$name says what it is in few words', ({ name, title, description, input }) => {
  expect(name).toMatch(/^[a-z_]{1,30}$/);
  expect(title).not.toBe('');
  expect(description.length).toBeLessThanOrEqual(500);
  for (const [field, { description: about }] of Object.entries(input.schema.properties)) {
    expect(about, field).toEqual(expect.any(String));
    expect(String(about).length, field).toBeLessThanOrEqual(150);
  }
});

test.each(TOOLS)('$name can be repeated by name exactly if it changes something', ({ row, input }) => {
  expect('idempotency_key' in input.schema.properties).toBe(row.method !== 'GET');
});

const hintsOf = (name: string) => TOOLS.find((tool) => tool.name === name)?.hints;

test('hints tell what is only read, what ends something, and where strangers may speak', () => {
  expect(hintsOf('get_care_history')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  // The first look hatches an egg.
  expect(hintsOf('get_creature_status')).toMatchObject({ readOnlyHint: false, idempotentHint: true });
  expect(hintsOf('release_creature')).toMatchObject({ destructiveHint: true, idempotentHint: true });
  expect(hintsOf('care_for_creature')).toMatchObject({ destructiveHint: false, idempotentHint: false });
  const quoting = TOOLS.filter(({ hints }) => hints.openWorldHint).map(({ name }) => name);
  expect(quoting).toContain('list_hall');
  expect(quoting).not.toContain('get_credit_balance');
});

test('nothing final happens to a creature that was not named', () => {
  for (const name of ['release_creature', 'resurrect_creature'])
    expect(TOOLS.find((tool) => tool.name === name)?.input.schema.required).toEqual(['creature_id']);
});

test('the list of tools is the same for everyone and may be kept', async () => {
  const { ask } = await aPlainHouse(await aStore());
  const told = await ask(message({ method: 'tools/list' }));
  const { result } = told.body as {
    result: { tools: { name: string }[]; cacheScope: string; ttlMs: number };
  };
  expect(result.tools.map(({ name }) => name)).toEqual(NAMES);
  expect(result).toMatchObject({ cacheScope: 'public', ttlMs: 3_600_000 });
});

// A small context window must hold it: 6,000 tokens, where even JSON has more than three characters to a token.
const MOST_CHARACTERS = 20_000;

test('the list of tools is short enough to be read before every word', async () => {
  const { ask } = await aPlainHouse(await aStore());
  const { body } = await ask(message({ method: 'tools/list' }));
  const { tools } = body['result'] as { tools: unknown[] };
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(MOST_CHARACTERS);
});

interface Step {
  readonly tool?: string;
  readonly arguments?: Record<string, unknown>;
}

/** Calls a tool as an agent would, and gives what it suggests. */
async function follow(house: TestHouse, step: Step, key: string): Promise<ToolAnswer> {
  expect(NAMES, JSON.stringify(step)).toContain(step.tool);
  const answer = await useTool(house, String(step.tool), step.arguments, { key });
  expectShort(answer);
  return answer;
}

test('an agent that follows every step it is shown never meets a dead end', async () => {
  const house = await aPlainHouse(await aStore());
  let key = await house.registered('wren');
  const open: Step[] = [{ tool: 'get_house_stats' }, { tool: 'adopt_creature', arguments: { name: 'Bo' } }];
  const seen = new Set<string>();
  for (let step = open.pop(); step; step = open.pop()) {
    const written = JSON.stringify([step.tool, step.arguments]);
    if (step.tool === undefined || seen.has(written) || seen.size > 60) continue;
    seen.add(written);
    const answer = await follow(house, step, key);
    expect(answer.isError, `${written}: ${answer.words}`).toBe(false);
    if (typeof answer.data['your_token'] === 'string') key = answer.data['your_token'];
    open.push(...(answer.data['next_steps'] as Step[]));
    house.clock.forward('1m');
  }
  expect(seen.size).toBeGreaterThan(15);
});

const REFUSED: readonly [string, Record<string, unknown>][] = [
  ['register_agent', { username: 'wren' }],
  ['register_agent', { username: '!' }],
  ['adopt_creature', { name: '' }],
  ['get_creature_status', { creature_id: 'nobody' }],
  ['get_creature_status', {}],
  ['care_for_creature', { action: 'fly' }],
  ['care_for_creature', { action: 'feed', creature_id: ID }],
  ['release_creature', {}],
  ['resurrect_creature', { creature_id: ID }],
  ['get_species', { slug: 'nobody_designed_this' }],
  ['get_species', { slug: '\uD800' }],
  ['get_species', {}],
  ['create_species', { slug: 'fox', name: 'Fox', family: 'exotic', personality: 'Quiet and curious.' }],
  ['list_hall', { category: 'tallest' }],
  ['buy_credits', { pack: '7' }],
  ['rotate_api_key', { idempotency_key: 'not ä word' }],
];

test('a refusal tells what went wrong and the way out, in words and in data', async () => {
  const house = await aPlainHouse(await aStore());
  const key = await house.registered('wren');
  for (const [name, given] of REFUSED) {
    const answer = await follow(house, { tool: name, arguments: given }, key);
    const where = `${name} ${JSON.stringify(given)}`;
    expect(answer.isError, where).toBe(true);
    const { problem } = answer.data as { problem: { error: string; code: string } };
    expect(answer.words, where).toContain(problem.error);
    expect(answer.words, where).not.toMatch(/\b(?:GET|POST|DELETE) \/api/);
  }
});

test('a call that is repeated under the same word is done once', async () => {
  const house = await aPlainHouse(await aStore());
  const key = await house.registered('wren');
  const adopt = () => useTool(house, 'adopt_creature', { name: 'Bo', idempotency_key: 'once' }, { key });
  const [first, second] = [await adopt(), await adopt()];
  expect(second.data).toEqual(first.data);
  await useTool(house, 'get_creature_status', {}, { key });
  expect((await useTool(house, 'get_creature_status', { view: 'full' }, { key })).data).not.toHaveProperty(
    'other_creatures',
  );
});

test('what a model leaves open, it may also fill with null', async () => {
  const house = await aPlainHouse(await aStore());
  const key = await house.registered('wren');
  const adopted = await useTool(
    house,
    'adopt_creature',
    { name: 'Bo', family: null, image_url: null },
    { key },
  );
  expect(adopted.isError, adopted.words).toBe(false);
  const looked = await useTool(house, 'get_creature_status', { creature_id: null, view: null }, { key });
  expect(looked.isError, looked.words).toBe(false);
});

test('a history is data, also for one who asks for a page', async () => {
  const house = await aPlainHouse(await aStore());
  const key = await house.registered('wren');
  await useTool(house, 'adopt_creature', { name: 'Bo' }, { key });
  const read = await useTool(house, 'get_care_history', { format: 'markdown' }, { key });
  expect(read.data).toMatchObject({ care_log: [] });
});

test('what nobody foresaw is reported, and told to no one', async () => {
  const reported: unknown[] = [];
  const secret = new Error('the secret of the house');
  const connection = {
    send: () => Promise.reject(secret),
    keys: HEADER_KEY_POLICY,
    guide: () => '',
    report: (error: unknown) => void reported.push(error),
  };
  for (const tool of TOOLS) {
    const result = await callTool(connection, tool, {});
    expect(result).toMatchObject({ isError: true, structuredContent: { problem: { code: 'unexpected' } } });
    expect(JSON.stringify(result)).not.toContain('secret');
  }
  expect(reported).toEqual(TOOLS.map(() => secret));
});
