import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { NOT_APPLICABLE, REVISIONS, runConformance } from './conformance.ts';
import { expectThat, install, runProgram, type Installed } from './installed.ts';

/** One MCP client: lists the tools, registers, adopts and looks; returns what it did. */
interface McpClient {
  readonly tool: string;
  readonly packages: readonly string[];
  readonly use: (installed: Installed, url: string, username: string) => Promise<string>;
}

const LIFE = 'lists, registers, adopts, looks';

/** A program whose last line is the number of tools and the status of the creature. */
function byProgram(code: string): McpClient['use'] {
  return async (installed, url, username) => {
    writeFileSync(join(installed.folder, 'program.mjs'), code);
    const ended = await runProgram(installed, 'node', ['program.mjs', url, username]);
    expectThat(ended.code === 0 && /^\d\d .*baby/m.test(ended.out), ended);
    return LIFE;
  };
}

const AI_SDK = `import { createMCPClient } from '@ai-sdk/mcp';

const [url, username] = process.argv.slice(2);
const client = await createMCPClient({ transport: { type: 'http', url } });
const tools = await client.tools();
const call = (name, given) => tools[name].execute(given, { messages: [], toolCallId: name });
const { your_token: api_key } = (await call('register_agent', { username })).structuredContent;
await call('adopt_creature', { name: 'Pebble', api_key });
const { creature } = (await call('get_creature_status', { api_key })).structuredContent;
console.log(Object.keys(tools).length, creature.stage);
await client.close();
`;

const LANGCHAIN = `import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const [url, username] = process.argv.slice(2);
const client = new MultiServerMCPClient({ mcpServers: { arkhouse: { transport: 'http', url } } });
const tools = await client.getTools();
const call = async (name, given) => JSON.stringify(await tools.find((tool) => tool.name === name).invoke(given));
const [api_key] = /ah_\\w{49}/.exec(await call('register_agent', { username }));
await call('adopt_creature', { name: 'Pebble', api_key });
console.log(tools.length, await call('get_creature_status', { api_key }));
await client.close();
`;

const KEY = /ah_\w{49}/;

async function useInspector(installed: Installed, url: string, username: string): Promise<string> {
  const inspect = async (...args: readonly string[]) => {
    const ended = await runProgram(installed, 'mcp-inspector', ['--cli', url, '--method', ...args]);
    expectThat(ended.code === 0, ended);
    return ended;
  };
  const call = (name: string, ...given: readonly string[]) =>
    inspect('tools/call', '--tool-name', name, ...given.flatMap((each) => ['--tool-arg', each]));
  const listed = await inspect('tools/list');
  expectThat(listed.out.includes('"register_agent"'), listed);
  const key = KEY.exec((await call('register_agent', `username=${username}`)).out)?.[0] ?? '';
  await call('adopt_creature', 'name=Pebble', `api_key=${key}`);
  const looked = await call('get_creature_status', `api_key=${key}`);
  expectThat(looked.out.includes('"baby"'), looked);
  return LIFE;
}

async function useRemote(installed: Installed, url: string, username: string): Promise<string> {
  let id = 0;
  const request = (method: string, params: object = {}) =>
    `${JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params })}\n`;
  const clientInfo = { name: 'matrix', version: '1' };
  const begin = [
    request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
  ].join('');
  const call = (name: string, given: object) => request('tools/call', { name, arguments: given });
  const remote = async (messages: string, until: RegExp, ...args: readonly string[]) => {
    const ended = await runProgram(installed, 'mcp-remote', [url, '--allow-http', ...args], {
      input: begin + messages,
      until,
    });
    expectThat(until.test(ended.out), ended);
    return ended.out;
  };
  const listed = request('tools/list');
  const key = KEY.exec(await remote(listed + call('register_agent', { username }), KEY))?.[0] ?? '';
  const header = ['--header', `Authorization:Bearer ${key}`];
  await remote(call('adopt_creature', { name: 'Pebble' }), /"egg"/, ...header);
  await remote(call('get_creature_status', {}), /"baby"/, ...header);
  return LIFE;
}

async function useConformance({ folder }: Installed, url: string): Promise<string> {
  const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const told: string[] = [];
  for (const revision of REVISIONS) {
    const results = join(folder, revision);
    mkdirSync(results);
    const { passed, failed, unknown } = await runConformance(suite, url, revision, results);
    if (failed.length + unknown.length > 0) throw new Error([...failed, ...unknown].join('; '));
    told.push(`${revision}: ${passed.length} scenarios`);
  }
  const left = NOT_APPLICABLE.map(({ why }) => why).join(', ');
  return `${told.join(', ')}; left out: what ${left}`;
}

const CLIENTS: readonly McpClient[] = [
  { tool: '@ai-sdk/mcp', packages: ['@ai-sdk/mcp', 'ai'], use: byProgram(AI_SDK) },
  {
    tool: '@langchain/mcp-adapters',
    // 1.1.4 could not be installed: npm had no version of @langchain/protocol that its langgraph accepts.
    packages: ['@langchain/mcp-adapters@1.1.3', '@langchain/langgraph@1.2.0', '@langchain/core'],
    use: byProgram(LANGCHAIN),
  },
  { tool: 'mcp-remote', packages: ['mcp-remote'], use: useRemote },
  {
    tool: '@modelcontextprotocol/inspector',
    packages: ['@modelcontextprotocol/inspector'],
    use: useInspector,
  },
  {
    tool: '@modelcontextprotocol/conformance',
    // The tag `latest` is an older line of versions.
    packages: ['@modelcontextprotocol/conformance@>=0.2.0-alpha.0'],
    use: useConformance,
  },
];

export interface MatrixRow {
  readonly tool: string;
  readonly version: string;
  readonly result: string;
  readonly problem?: string;
}

export async function tryMcpClients(
  address: string,
  folder: string,
  before: () => Promise<void>,
  clients: readonly McpClient[] = CLIENTS,
): Promise<MatrixRow[]> {
  const rows: MatrixRow[] = [];
  for (const [at, { tool, packages, use }] of clients.entries()) {
    await before();
    let version = '–';
    let step = 'installation';
    try {
      const installed = await install(join(folder, `client-${at}`), packages);
      const described = readFileSync(join(installed.folder, 'node_modules', tool, 'package.json'), 'utf8');
      ({ version } = JSON.parse(described) as { version: string });
      step = 'use';
      const result = await use(installed, `${address}/mcp`, `client-${process.pid}-${at}`);
      rows.push({ tool, version, result });
    } catch (error) {
      rows.push({ tool, version, result: step, problem: String(error) });
    }
  }
  return rows;
}
