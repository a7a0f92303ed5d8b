import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { expect, test } from 'vitest';

import { ROUTES } from '../../src/api/routes.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { HEADER_KEY_POLICY } from '../../src/mcp/connection.ts';
import { toToolSteps } from '../../src/mcp/tool-text.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { aKeptHouse, aPlainHouse, letFeel, of } from '../support/asking.ts';
import { ID } from '../support/facts.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { expectShort, httpWordsIn, message, useTool, type ToolAnswer, type Step } from './messages.ts';

const NAMES = TOOLS.map(({ name }) => name);

test('every operation is a tool, except for HTTP descriptions, other media types and operator routes', () => {
  const operations = Object.values(ROUTES).map(({ operationId }) => operationId);
  expect(operations.filter((name) => !NAMES.includes(name)).join(' ')).toBe(
    'get_registration_schema get_api_index get_house_index get_health get_analytics get_calendar',
  );
});

test.each(TOOLS)('$name has a short description, and an idempotency key exactly if it writes', (tool) => {
  const { name, title, description, input, row } = tool;
  expect(name).toMatch(/^[a-z_]{1,30}$/);
  expect(title).not.toBe('');
  expect(description.length).toBeLessThanOrEqual(500);
  for (const [field, { description: about }] of Object.entries(input.schema.properties)) {
    // The instructions describe what many tools have.
    if (['idempotency_key', 'include_untrusted'].includes(field)) continue;
    expect(about, field).toEqual(expect.any(String));
    expect(String(about).length, field).toBeLessThanOrEqual(150);
  }
  expect('idempotency_key' in input.schema.properties).toBe(row.method !== 'GET');
});

const toolNamed = (name: string) => TOOLS.find((tool) => tool.name === name);

test('annotations mark read-only, destructive and open-world tools; nothing irreversible without a named creature', () => {
  for (const [name, hints] of Object.entries({
    get_care_history: { readOnlyHint: true, destructiveHint: false },
    // The first status hatches an egg.
    get_creature_status: { readOnlyHint: false, idempotentHint: true },
    release_creature: { destructiveHint: true, idempotentHint: true },
    care_for_creature: { destructiveHint: false, idempotentHint: false },
  }))
    expect(toolNamed(name)?.hints, name).toMatchObject(hints);
  const quoting = TOOLS.filter(({ hints }) => hints.openWorldHint).map(({ name }) => name);
  expect(quoting).toContain('list_hall');
  expect(quoting).not.toContain('get_credit_balance');
  for (const name of ['release_creature', 'resurrect_creature'])
    expect(toolNamed(name)?.input.schema.required).toEqual(['creature_id']);
});

// At most 4,800 tokens: this JSON has 4.2 characters to a token of o200k_base.
const MOST_CHARACTERS = 20_000;

test('the list of tools is the same for all callers, cacheable and short enough for every context', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  const told = await ask(message({ method: 'tools/list' }));
  const { tools, ...rest } = told.body['result'] as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(NAMES);
  expect(rest).toMatchObject({ cacheScope: 'public', ttlMs: 3_600_000 });
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(MOST_CHARACTERS);
});

/** Calls a tool as an agent would, and gives what it suggests. */
async function follow(house: TestHouse, step: Step, key: string): Promise<ToolAnswer> {
  expect(NAMES, JSON.stringify(step)).toContain(step.tool);
  const answer = await useTool(house, String(step.tool), step.arguments, { key });
  expectShort(answer);
  expect(httpWordsIn([answer.words, answer.data]), answer.words).toEqual([]);
  return answer;
}

test('an agent that follows every step it is shown never meets a dead end', async () => {
  const house = await aPlainHouse(await anyStore());
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
  ['adopt_creature', { name: '' }],
  ['get_creature_status', { creature_id: 'nobody' }],
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

test('a refusal has its reason and next step, as text and data', async () => {
  const house = await aPlainHouse(await anyStore());
  const key = await house.registered('wren');
  for (const [name, given] of REFUSED) {
    const answer = await follow(house, { tool: name, arguments: given }, key);
    const where = `${name} ${JSON.stringify(given)}`;
    expect(answer.isError, where).toBe(true);
    const { problem } = answer.data as { problem: { error: string; code: string } };
    expect(answer.words, where).toContain(problem.error);
  }
});

test('a tool called with an unknown creature_id says so and lists whose is alive', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch({ name: 'Ada' });
  house.clock.forward('40h');
  for (const [tool, given] of [
    ['get_creature_status', {}],
    ['care_for_creature', { action: 'feed' }],
    ['get_creature_preferences', {}],
  ] as const) {
    const { words } = await useTool(house, tool, { ...given, creature_id: ID }, { key: wren.key });
    expect(words, tool).toContain('You have no creature with this id, and never had one.');
    expect(words, tool).toMatch(new RegExp(`Ada; .*alive false.*${id}`));
    expect(words, tool).not.toContain('house is empty');
  }
});

test('a call repeated with the same idempotency key is done once, and optional arguments may be null', async () => {
  const house = await aPlainHouse(await anyStore());
  // Another name for register_agent, which is not listed.
  const joined = await useTool(house, 'register', { username: 'wren' });
  const key = String(joined.data['your_token']);
  expect(joined.words).toContain(key);
  expect(NAMES).not.toContain('register');
  const given = { name: 'Bo', family: null, image_url: null, idempotency_key: 'once' };
  const adopt = () => useTool(house, 'adopt_creature', given, { key });
  const [first, second] = [await adopt(), await adopt()];
  expect(first.isError, first.words).toBe(false);
  expect(second.data).toEqual(first.data);
  const looked = await useTool(house, 'get_creature_status', { creature_id: null, view: null }, { key });
  expect(looked.isError, looked.words).toBe(false);
  const { data } = await useTool(house, 'get_creature_status', { view: 'full' }, { key });
  expect(data).not.toHaveProperty('other_creatures');
});

interface ToolStep {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

test('a tool refuses a name as creature_id, and its first step is the call with the id', async () => {
  const house = await aPlainHouse(await anyStore());
  const key = await house.registered('wren');
  await useTool(house, 'adopt_creature', { name: 'Bo', species_slug: 'plain' }, { key });
  const { data } = await useTool(house, 'get_creature_status', {}, { key });
  const { id } = data['creature'] as { id: string };
  for (const [tool, given] of [
    ['get_creature_status', { creature_id: 'Bo' }],
    ['get_care_history', { id: 'bo' }],
    ['get_creature_preferences', { pet: 'Bo' }],
    ['care_for_creature', { action: 'feed', creature_id: 'Bo' }],
    ['release_creature', { creature_id: 'Bo' }],
  ] as const) {
    const refused = await useTool(house, tool, given, { key });
    expect(refused.isError, tool).toBe(true);
    const { next_steps: steps } = refused.data['problem'] as { next_steps: readonly ToolStep[] };
    const [step] = steps;
    expect([step?.tool, Object.values(step?.arguments ?? {})]).toEqual([tool, expect.arrayContaining([id])]);
    const done = await useTool(house, tool, step?.arguments, { key });
    expect(done.isError, done.words).toBe(false);
  }
});

test('histories and care are brief, and longer on request', async () => {
  const house = await aPlainHouse(await anyStore());
  const key = await house.registered('wren');
  await useTool(house, 'adopt_creature', { name: 'Bo', species_slug: 'plain' }, { key });
  const hatched = await useTool(house, 'get_creature_status', {}, { key });
  const { id: bo } = hatched.data['creature'] as { id: string };
  for (let act = 1; act <= 7; act += 1) {
    await useTool(house, 'care_for_creature', { action: 'reflect', notes: `thought ${act}` }, { key });
    house.clock.forward('1h');
  }
  type Log = { care_log: Record<string, unknown>[]; more?: string };
  const read = async (given: object = {}) =>
    (await useTool(house, 'get_care_history', { ...given }, { key })).data as Log;
  const usual = await read();
  expect(usual.care_log).toHaveLength(5);
  expect(Object.keys(usual.care_log[0] ?? {})).toEqual(['timestamp', 'action', 'notes', 'timing']);
  expect(usual.more).toContain('offset: 5');
  expect((await read({ offset: 2, limit: 2, id: bo })).more).toContain('offset: 4');
  const rest = await read({ offset: 5 });
  expect(rest.care_log).toHaveLength(2);
  expect(rest.more).toBeUndefined();
  expect((await read({ limit: 7 })).care_log).toHaveLength(7);
  expect((await read({ view: 'full' })).care_log[0]).toHaveProperty('health_after');
  const told = await useTool(house, 'get_care_history', { format: 'markdown', limit: 7 }, { key });
  expect(told.words).toMatch(/^# Bo\n[^]*- Species: Plain[^]*thought 1/);
  const { words, data } = await useTool(house, 'care_for_creature', { action: 'play' }, { key });
  expect(data).not.toHaveProperty('soul_prompt');
  expect(data).not.toHaveProperty('house_activity');
  const full = await useTool(house, 'care_for_creature', { action: 'play', view: 'full' }, { key });
  expect(full.data).toHaveProperty('soul_prompt');
  expect(full.words.length).toBeGreaterThan(words.length);
});

test('without a name several creatures get one line each, the most urgent first', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const egg = String(of(await wren.adopt({ name: 'Egg' }), 'creature', 'id'));
  house.clock.forward('1s');
  const [bo, mo] = [await wren.hatch({ name: 'Bo' }), await wren.hatch({ name: 'Mo' })];
  house.clock.forward('2h');
  await letFeel(house.house, wren.id, mo, { health: 30 });
  const looked = await follow(house, { tool: 'get_creature_status' }, wren.key);
  const lines = looked.words.split('\n').filter((line) => line.startsWith('- ') && !line.includes('{'));
  expect(lines.map((line) => line.split(' creature_id ')[1])).toEqual([mo, egg, bo]);
  expect(lines[0]).toMatch(/^- Mo; .*health 30; feeding ok; urgency safe; creature_id/);
  const play = { tool: 'care_for_creature', arguments: { action: 'play', creature_id: bo } };
  const cared = await follow(house, play, wren.key);
  expect(cared.words).toContain(`care_for_creature {"action":"medicine","creature_id":"${mo}"`);
});

test('species are listed in pages with what matters for a choice, and every slug is in the text', async () => {
  const house = await aPlainHouse(await anyStore());
  const list = async (given: object = {}) => {
    const { words, data } = await useTool(house, 'list_species', { ...given });
    return { words, data: data as { built_in: { slug: string }[]; more?: string } };
  };
  const usual = await list();
  const { data: full } = await list({ view: 'full' });
  for (const { slug } of full.built_in) expect(usual.words).toMatch(new RegExp(`\\b${slug} \\d`));
  expect(usual.data.built_in).toHaveLength(10);
  expect(Object.keys(usual.data.built_in[0] ?? {})).toHaveLength(4);
  expect(JSON.stringify(usual.data).length).toBeLessThan(1600);
  const { data: next } = await list({ page: 2, per_page: 3 });
  expect(next.built_in.map(({ slug }) => slug)).toEqual(full.built_in.slice(3, 6).map(({ slug }) => slug));
});

test('arguments that are not what the schema says are read as the API reads them, and never as raw text', async () => {
  const { house, wren, call } = await aHome();
  const { words } = await call('list_species', { per_page: 1000, page: 'x' });
  expect(words).toContain('The data has 100 at a time');
  for (let nth = 0; nth < 5; nth += 1) await wren.care({ action: 'reflect' });
  expect((await call('get_care_history', { offset: 'many' })).words).toContain('with offset: 5,');
  const odd = { toString: 1 };
  const unknown = { isError: true, data: { problem: { code: 'no_such_species' } } };
  expect(await call('get_species', { slug: odd })).toMatchObject(unknown);
  const refused = await useTool(house, 'who_am_i', { api_key: odd });
  expect(refused).toMatchObject({ isError: true, data: { problem: { code: 'unknown_key' } } });
  const collie = (await call('get_species', { slug: 'Border Collie' })).data['next_steps'];
  expect(collie).toMatchObject([{ arguments: { species_slug: 'border_collie' } }, {}]);
  const browse = { action: 'browse', description: '', endpoint: '/api/house/species?every_hours=8&page=2' };
  expect(toToolSteps([browse])).toMatchObject([{ arguments: { every_hours: 8, page: 2 } }]);
});

test('the hall and the graveyard list built-in species, five at a time, and answers about the dead do not mention HTTP', async () => {
  const house = await aPlainHouse(await anyStore());
  let [key, creature_id] = ['', ''];
  for (let at = 0; at < 6; at += 1) {
    key = await house.registered(`wren-${at}`);
    const adopted = await useTool(house, 'adopt_creature', { name: 'Bo', species_slug: 'owl' }, { key });
    creature_id = String(of({ body: adopted.data }, 'creature', 'id'));
    await useTool(house, 'get_creature_status', {}, { key });
  }
  const hall = await useTool(house, 'list_hall');
  expect(hall.words).toContain('- rank 1; creature_species Owl; baby');
  expect(hall.data['leaderboard']).toHaveLength(5);
  expect(hall.words).toContain('with cursor: ');
  house.clock.forward('9d');
  await follow(house, { tool: 'get_creature_status' }, key);
  for (const tool of ['care_for_creature', 'resurrect_creature', 'release_creature', 'get_care_history'])
    await follow(house, { tool, arguments: { creature_id, action: 'feed' } }, key);
  const graveyard = await useTool(house, 'list_graveyard');
  expect(graveyard.words).toContain('- Owl; ');
  expect(graveyard.data['gravestones']).toHaveLength(5);
  expect(graveyard.data['more']).toContain('with cursor: ');
  expect((await useTool(house, 'list_graveyard', { per_page: 6 })).data).not.toHaveProperty('more');
});

test('an unexpected error is logged and not exposed', async () => {
  const reported: unknown[] = [];
  const secret = new Error('the secret of the house');
  const report = (error: unknown) => void reported.push(error);
  const send = () => Promise.reject(secret);
  const connection = { send, keys: HEADER_KEY_POLICY, guide: () => '', report };
  for (const tool of TOOLS) {
    const result = await callTool(connection, tool, {});
    expect(result).toMatchObject({ isError: true, structuredContent: { problem: { code: 'unexpected' } } });
    expect(JSON.stringify(result)).not.toContain('secret');
  }
  expect(reported).toEqual(TOOLS.map(() => secret));
});

async function aHome() {
  const { house, wren } = await aKeptHouse(await anyStore());
  const bo = await wren.hatch();
  house.clock.forward('6h');
  const call = (tool: string, given: Record<string, unknown>) =>
    follow(house, { tool, arguments: given }, wren.key);
  return { house, wren, bo, call };
}

const warned = ({ data: { warnings = [] } }: ToolAnswer) =>
  (warnings as { field: string }[]).map(({ field }) => field);

test('arguments are accepted under aliases and in any case and are reported; an alias overrides the default of a tool', async () => {
  const { house, wren, bo, call } = await aHome();
  const given = { action: 'feed', petId: bo, food: 'tuna', note: 'hungry today' };
  const fed = await call('care_for_creature', given);
  expect(fed.isError, fed.words).toBe(false);
  expect(warned(fed)).toEqual(['petId', 'food', 'note']);
  expect(fed.words).toContain('About "food": Read as item');
  expect(fed.data['action_result']).toHaveProperty('item_result');
  const { care_log } = await wren.client.getCareHistory();
  expect(care_log[0]).toMatchObject({ action: 'feed', notes: 'hungry today' });
  // A parameter of the path has no warning.
  for (const name of ['Slug', 'speciesSlug']) {
    const { data } = await useTool(house, 'get_species', { [name]: 'owl' });
    expect(data, name).toMatchObject({ species: { slug: 'owl' } });
    expect(data).not.toHaveProperty('warnings');
  }
  const full = await call('care_for_creature', { action: 'play', View: 'full' });
  expect(full.data).toHaveProperty('soul_prompt');
  for (let act = 0; act < 6; act += 1) {
    await call('care_for_creature', { action: 'reflect' });
    house.clock.forward('1h');
  }
  const { data } = await call('get_care_history', { creatureId: bo, count: 7 });
  expect(data['care_log']).toHaveLength(7);
  expect(data['more']).toContain('offset: 7');
  const adopt = () => call('adopt_creature', { name: 'Mo', idempotencyKey: 'once' });
  expect((await adopt()).data).toEqual((await adopt()).data);
  expect((await wren.client.whoAmI()).creatures).toHaveLength(2);
});

test('nothing irreversible is done on a guess: the right call is suggested; unknown arguments are ignored and reach no URL', async () => {
  const { wren, bo, call } = await aHome();
  const refused = await call('release_creature', { pet_id: bo });
  expect(refused.isError).toBe(true);
  expect(refused.data['problem']).toMatchObject({
    next_steps: [{ tool: 'release_creature', arguments: { creature_id: bo } }, expect.anything()],
    warnings: [{ field: 'pet_id', did_you_mean: 'creature_id' }],
  });
  expect((await wren.client.getCreatureStatus()).creature).toMatchObject({ id: bo, alive: true });
  for (const tool of ['get_creature_status', 'who_am_i', 'get_care_history']) {
    const answer = await call(tool, { secret: wren.key, mood: 'curious' });
    expect(answer.isError, answer.words).toBe(false);
    expect(warned(answer), tool).toEqual(['secret', 'mood']);
    expect(JSON.stringify(answer.data)).not.toContain(wren.key);
  }
});

const FORMER_PAGES =
  `creature/status creature/history creature/history/markdown creature/preferences credits graveyard
  hall species stats`.split(/\s+/);

test('resources of the original service are read under their names, and not listed', async () => {
  const { house, wren } = await aHome();
  const read = async (uri: string) =>
    (await house.ask({ ...message({ method: 'resources/read', params: { uri } }), key: wren.key })).body;
  for (const page of FORMER_PAGES) {
    const uri = `animalhouse://${page}`;
    const contents = [{ uri, mimeType: 'text/markdown', text: expect.stringMatching(/\S/) }];
    expect(await read(uri), page).toMatchObject({ result: { contents } });
  }
  const unknown = await read('animalhouse://nothing');
  expect(unknown).toHaveProperty('error.code');
  const code = of({ body: unknown }, 'error', 'code');
  expect(await read('animalhouse://constructor')).toHaveProperty('error.code', code);
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list'])
    expect((await house.ask(message({ method }))).text).not.toContain('animalhouse');
});

test('reply-schemas has a JSON Schema for each tool, and its data fits it', async () => {
  const { house, bo, call } = await aHome();
  const schemaOf = async (tool: string) => {
    const params = { uri: `arkhouse://reply-schemas/${tool}` };
    const { body } = await house.ask(message({ method: 'resources/read', params }));
    const { contents } = body['result'] as { contents: [{ text: string }] };
    return JSON.parse(contents[0].text) as { properties: Record<string, object> };
  };
  const ajv = new AjvJsonSchemaValidator();
  for (const name of NAMES) expect(await schemaOf(name), name).toHaveProperty('properties.next_steps');
  const looking = ['get_creature_status', 'get_care_history', 'who_am_i', 'list_species', 'get_house_stats'];
  for (const view of ['brief', 'full'])
    for (const tool of ['care_for_creature', ...looking]) {
      const { data } = await call(tool, { action: 'reflect', creature_id: bo, view });
      const schema = await schemaOf(tool);
      expect(ajv.getValidator(schema)(data), tool).toMatchObject({ valid: true });
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(data)));
    }
});
