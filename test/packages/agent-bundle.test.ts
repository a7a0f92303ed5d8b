import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { TOOLS } from '../../src/mcp/tools.ts';
import { buildAgent } from '../../tools/build/agent.ts';
import { compilerArguments, TYPED_PROGRAM } from '../../tools/matrix/typed-program.ts';
import { aSandboxHouse } from '../keeper/keeper.ts';
import { done } from '../mcp/speaking.ts';
import { aFolder } from '../program/arkhouse.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

/** A folder far from this repository, with nothing in it but the package. */
const far = mkdtempSync(join(tmpdir(), 'arkhouse-agent-'));
const home = join(far, 'node_modules', 'arkhouse-agent');
const program = join(home, 'dist', 'arkhouse-agent.js');

beforeAll(async () => {
  mkdirSync(home, { recursive: true });
  cpSync(join(ROOT, 'packages/agent/package.json'), join(home, 'package.json'));
  await buildAgent(join(home, 'dist'));
});

afterAll(() => rmSync(far, { recursive: true, force: true }));

test('a client that starts the bundle registers, adopts, cares and is recognised later; the bundled keeper makes a round', async () => {
  const { address } = await aSandboxHouse();
  const own = aFolder();
  const agent = await startedAsConfigured(address, own);
  expect((await agent.listTools()).tools).toHaveLength(TOOLS.length);
  await done(agent, 'register_agent', { username: 'wren' });
  await done(agent, 'adopt_creature', { name: 'Pebble', family: 'cat' });
  await done(agent, 'get_creature_status');
  const { data: cared } = await done(agent, 'care_for_creature', { action: 'play' });
  expect(cared).toMatchObject({ action_result: { action: 'play' } });

  const again = await startedAsConfigured(address, own);
  const { data: known } = await done(again, 'who_am_i');
  expect(known).toMatchObject({ agent: { username: 'wren' } });

  const args = [program, 'keep', '--once', '--json', '--base-url', address];
  const { stdout } = await run(process.execPath, args, { cwd: far, env: { HOME: aFolder() } });
  expect(stdout).toMatch(/"kind":"moved_in"[^]*"kind":"adopted"/);
});

/** As `npx -y arkhouse-agent mcp` in a configuration would, once npx has installed it. */
async function startedAsConfigured(address: string, own: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--base-url', address],
    env: { HOME: own },
    cwd: far,
    stderr: 'pipe',
  });
  await client.connect(transport);
  return client;
}

// What came to the language and to Node after 20; most of it the compiler finds (tsconfig.agent.json), this it does not.
const TOO_NEW =
  /\bTemporal\.|\bURL\.parse\(|\bPromise\.(?:withResolvers|try)\(|\bArray\.fromAsync\(|\bIterator\.|\bRegExp\.escape\(|\bimport\.meta\.(?:dirname|filename|main)\b|\bwith \{ type:/;

test('the bundle imports only itself and Node, and reaches for nothing that Node 20 lacks', () => {
  const files = readdirSync(join(home, 'dist'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(home, 'dist', file), 'utf8'));
  const importing = /^(?:import|export)\b[^;"']*?from ["']([^"']+)/gm;
  const imported = texts.flatMap((text) => [...text.matchAll(importing)].map(([, from = '']) => from));
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((from) => !/^(?:\.|node:)/.test(from))).toEqual([]);
  expect(texts.flatMap((text) => TOO_NEW.exec(text)?.[0] ?? [])).toEqual([]);
});

test('a program outside this repository has the types of the replies, and needs no other package', async () => {
  writeFileSync(join(far, 'program.mts'), TYPED_PROGRAM);
  const args = [...compilerArguments('nodenext'), 'program.mts'];
  expect((await run(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: far })).stdout).toBe('');
});
