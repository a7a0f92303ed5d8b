import { existsSync, readFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openKeyRing, type KeyRingOptions } from '../../src/agent/key-ring.ts';
import { connectionWith } from '../../src/agent/mcp.ts';
import { httpTransport } from '../../src/client/client.ts';
import { readPendingRegistration, readKeyFile, writeKeyFile } from '../../src/client/key-file.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { aFolder } from '../program/arkhouse.ts';
import { localServer, sendJson } from '../support/local-server.ts';
import { aListeningHouse } from './listening.ts';
import { message, useTool, type Step } from './messages.ts';
import { call, done, ERAS, overHttp, type Called } from './speaking.ts';

/** Calls tools as `arkhouse mcp` does, without a process of its own. */
async function toolsOf(wishes: KeyRingOptions) {
  const connection = connectionWith(await openKeyRing(wishes));
  return async (name: string, given: Record<string, unknown> = {}): Promise<Called> => {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const { content, structuredContent: data, isError } = await callTool(connection, tool, given);
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    return { isError: isError === true, text, data: data as Called['data'] };
  };
}

async function aHouseAndAFile() {
  const house = await aListeningHouse();
  const file = join(aFolder(), 'key.json');
  return { ...house, file, wishes: { file, baseUrl: house.address } };
}

const WORKS = { isError: false };

test.each(ERAS)('a client of $era without headers registers and follows its steps', async ({ era }) => {
  const client = await overHttp((await aListeningHouse()).address, era);
  expect((await call(client, 'get_creature_status')).text).toContain('register_agent');
  const joined = await done(client, 'register_agent', { username: 'wren' });
  const key = String(joined.data['your_token']);
  expect(joined.text).toContain('api_key');
  const used: string[] = [];
  let last = joined;
  for (let nth = 0; nth < 4; nth += 1) {
    const [step] = last.data['next_steps'] as readonly Required<Step>[];
    if (!step || used.includes(step.tool)) break;
    expect(step.arguments, step.tool).toMatchObject({ api_key: '<your key>' });
    last = await done(client, step.tool, { ...step.arguments, api_key: key });
    expect(JSON.stringify(last)).not.toContain(key);
    used.push(step.tool);
  }
  expect(used.slice(0, 2)).toEqual(['adopt_creature', 'get_creature_status']);
  const cared = await done(client, 'care_for_creature', { action: 'reflect', api_key: key });
  expect(cared.data).toMatchObject({ action_result: { action: 'reflect', success: true } });
  expect(cared.data).not.toHaveProperty('warnings');
});

test('api_key is accepted in any spelling, overrides the header and is never echoed; an invalid one is refused without suggesting registration', async () => {
  const { ask, registered } = await aListeningHouse();
  const [key, other] = [await registered('wren'), await registered('robin')];
  for (const given of [{ api_key: key }, { apiKey: `Bearer ${key}` }, { authorization: ` "${key}"` }]) {
    const told = await useTool({ ask }, 'who_am_i', given, { key: other });
    expect(told.data, told.words).toMatchObject({ agent: { username: 'wren' } });
    expect(told.text).not.toContain(key);
  }
  const wrong = await useTool({ ask }, 'care_for_creature', { action: 'fly', api_key: key });
  expect([wrong.isError, wrong.text.includes(key)]).toEqual([true, false]);
  for (const api_key of [`ah_${'0'.repeat(49)}`, 'ah_0123456789', '<your key>', 'Schlüssel\n']) {
    const told = await useTool({ ask }, 'get_creature_status', { api_key });
    expect(told.isError, api_key).toBe(true);
    expect(told.words).toContain('api_key');
    expect(told.text).not.toMatch(/regist/i);
  }
});

test('the list of tools over HTTP offers api_key where a key is needed', async () => {
  const { ask } = await aListeningHouse();
  const { body } = await ask(message({ method: 'tools/list' }));
  type Listed = { name: string; inputSchema: { properties: object; required?: string[] } };
  const { tools } = body['result'] as { tools: Listed[] };
  const offered = tools.filter(({ inputSchema }) => 'api_key' in inputSchema.properties);
  const needed = TOOLS.filter(({ row }) => row.auth === 'required').map(({ name }) => name);
  expect(offered.map(({ name }) => name)).toEqual(needed);
  expect(tools.flatMap(({ inputSchema }) => inputSchema.required ?? [])).not.toContain('api_key');
});

test('a refused registration leaves no file, a registered agent is not registered again, and a rotated key replaces the old one', async () => {
  const { wishes, file, registered } = await aHouseAndAFile();
  const use = await toolsOf(wishes);
  await registered('taken');
  const refused = await use('register_agent', { username: 'taken' });
  expect(refused).toMatchObject({ isError: true, data: { problem: { code: 'username_taken' } } });
  expect(existsSync(file)).toBe(false);
  expect(await use('register_agent', { username: 'wren' })).toMatchObject(WORKS);
  const before = readFileSync(file, 'utf8');
  const again = await use('register_agent', { username: 'robin' });
  expect(again).toMatchObject({ isError: true, data: { problem: { code: 'already_registered' } } });
  expect(again.text).toContain('get_creature_status');
  expect(readFileSync(file, 'utf8')).toBe(before);
  const old = await readKeyFile(file);
  const rotated = await use('rotate_api_key');
  const kept = await readKeyFile(file);
  expect(kept?.key).not.toBe(old?.key);
  expect(rotated.data).toMatchObject({ saved_to: file });
  expect(JSON.stringify(rotated)).not.toContain(kept?.key);
  expect(await use('get_credit_balance')).toMatchObject(WORKS);
});

test('a key in the file is used at once, and reported by its source if it is unknown', async () => {
  const { address, wishes, file, registered } = await aHouseAndAFile();
  const use = await toolsOf(wishes);
  await writeKeyFile(file, { baseUrl: address, username: 'wren', key: await registered('wren') });
  expect(await use('get_credit_balance')).toMatchObject(WORKS);
  await writeKeyFile(file, { baseUrl: address, username: 'wren', key: 'ah_secret' });
  const { text } = await (await toolsOf(wishes))('get_creature_status');
  expect(text).toContain(file);
  expect(text).not.toContain('ah_secret');
});

test('a key from the environment is used; after rotation the reply says to remove it, and a foreign key in the file stays', async () => {
  const { address, wishes, file, registered } = await aHouseAndAFile();
  const use = await toolsOf({ ...wishes, givenKey: await registered('wren') });
  expect(await use('register_agent', { username: 'robin' })).toMatchObject({ isError: true });
  expect((await use('rotate_api_key')).text).toContain('ARKHOUSE_API_KEY');
  expect(await readKeyFile(file)).toMatchObject({ username: 'wren' });
  expect(await use('get_credit_balance')).toMatchObject(WORKS);

  await writeKeyFile(file, { baseUrl: address, username: 'robin', key: await registered('robin') });
  const before = readFileSync(file, 'utf8');
  const other = await toolsOf({ ...wishes, givenKey: await registered('bee') });
  const rotated = await other('rotate_api_key');
  expect(rotated.text).toContain(String(rotated.data['your_token']));
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(await other('get_credit_balance')).toMatchObject(WORKS);
});

test('a key that cannot be stored is returned to the caller', async () => {
  const { address } = await aHouseAndAFile();
  // A name so long that no temporary file fits beside it.
  const file = join(aFolder(), 'k'.repeat(255));
  const use = await toolsOf({ file, baseUrl: address });
  const joined = await use('register_agent', { username: 'wren' });
  expect(joined.text).toContain(String(joined.data['your_token']));
  expect(joined.text).toContain(`could not be kept in ${file}`);
  expect(await use('get_credit_balance')).toMatchObject(WORKS);
});

test('a key is sent to no service but its own', async () => {
  const seen: unknown[] = [];
  const { url } = await localServer(async (request, _, response) => {
    seen.push(request.headers.authorization);
    sendJson(response, 401, { error: 'Invalid API key', code: 'unknown_key' });
  });
  const file = join(aFolder(), 'key.json');
  await writeKeyFile(file, { baseUrl: 'http://127.0.0.1:9', username: 'wren', key: 'ah_secret' });
  const use = await toolsOf({ file, baseUrl: url });
  expect((await use('get_creature_status')).text).toContain('another --key-file');
  const joined = await use('register_agent', { username: 'robin' });
  expect(joined).toMatchObject({ isError: true, data: { problem: { code: 'key_file_taken' } } });
  expect(seen).toEqual([undefined]);
});

test('after a lost reply the next call gets the key of the same registration, and of the same rotation', async () => {
  const { address, wishes, file } = await aHouseAndAFile();
  let swallowed = Promise.withResolvers<void>();
  let swallows = true;
  // Forwards requests and at first drops every reply.
  const { url } = await localServer(async ({ method, url: path = '', headers }, body, response) => {
    const passed = forward(new URL(path, address), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        if (swallows) return swallowed.resolve();
        return response.writeHead(answer.statusCode ?? 500, answer.headers).end(Buffer.concat(parts));
      });
    });
    passed.end(body);
  });
  const first = await toolsOf({ ...wishes, baseUrl: url });
  // Not awaited: the program that sent it counts as gone.
  void first('register_agent', { username: 'Wren', bio: 'Keeps late hours.' });
  await swallowed.promise;
  expect(await readKeyFile(file)).toBeUndefined();
  expect(await readPendingRegistration(file)).toMatchObject({ username: 'wren' });
  swallows = false;
  const second = await toolsOf({ file });
  const joined = await second('register_agent', { username: 'wren' });
  expect(joined.data).toMatchObject({ agent: { bio: 'Keeps late hours.' }, saved_to: file });
  swallows = true;
  swallowed = Promise.withResolvers();
  void second('rotate_api_key');
  await swallowed.promise;
  swallows = false;
  expect(await second('rotate_api_key')).toMatchObject(WORKS);
  expect(await second('get_credit_balance')).toMatchObject(WORKS);
});

test('an act with a lost reply is done once when repeated as the refusal says', async () => {
  const words: unknown[] = [];
  let isAway = true;
  const { url } = await localServer(async ({ headers, socket }, _, response) => {
    words.push(headers['idempotency-key']);
    if (isAway) socket.destroy();
    else sendJson(response, 200, { success: true, revoked: true, message: 'Ended.', next_steps: [] });
  });
  const connection = connectionWith(await openKeyRing({ file: join(aFolder(), 'key.json'), baseUrl: url }));
  const tool = TOOLS.find(({ route }) => route === 'revokeCalendarFeed');
  if (!tool) throw new Error('there is no such tool');
  const send: typeof connection.send = (request) => httpTransport(url)(request);
  const lost = await callTool({ ...connection, send }, tool, {});
  expect(lost.isError).toBe(true);
  const word = /idempotency_key "([^"]+)"/.exec(JSON.stringify(lost.content).replaceAll('\\"', '"'))?.[1];
  isAway = false;
  await callTool({ ...connection, send }, tool, { idempotency_key: word });
  expect(word).toBeDefined();
  expect(words).toEqual([word, word]);
});
