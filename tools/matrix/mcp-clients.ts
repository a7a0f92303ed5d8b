import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expectThat, install, runProgram, type Installed } from './installed.ts';

/** One MCP client: lists the tools, registers, adopts and looks. */
interface McpClient {
  readonly tool: string;
  readonly packages: readonly string[];
  readonly use: (installed: Installed, url: string, username: string) => Promise<void>;
}

const LIFE = 'lists, registers, adopts, looks';

/** A program whose last line is the number of tools and the status of the creature. */
function byProgram(file: string): McpClient['use'] {
  return async (installed, url, username) => {
    copyFileSync(join(import.meta.dirname, file), join(installed.folder, 'program.mjs'));
    const ended = await runProgram(installed, 'node', ['program.mjs', url, username]);
    expectThat(ended.code === 0 && /^\d\d .*baby/m.test(ended.out), ended);
  };
}

const KEY = /ah_\w{49}/;

async function useInspector(installed: Installed, url: string, username: string): Promise<void> {
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
}

/** The handshake of MCP over stdio, and then these messages. */
export function stdioInput(...messages: readonly object[]): string {
  const clientInfo = { name: 'matrix', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const begin = [{ id: 0, method: 'initialize', params }, { method: 'notifications/initialized' }];
  const lines = [...begin, ...messages].map((each) => JSON.stringify({ jsonrpc: '2.0', ...each }));
  return `${lines.join('\n')}\n`;
}

async function useRemote(installed: Installed, url: string, username: string): Promise<void> {
  const remote = async (until: RegExp, args: readonly string[], ...messages: readonly object[]) => {
    const given = { input: stdioInput(...messages), until };
    const ended = await runProgram(installed, 'mcp-remote', [url, '--allow-http', ...args], given);
    expectThat(until.test(ended.out), ended);
    return ended.out;
  };
  const call = (name: string, given: object) => ({
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  const listing = { id: 2, method: 'tools/list' };
  const key = KEY.exec(await remote(KEY, [], listing, call('register_agent', { username })))?.[0] ?? '';
  const header = ['--header', `Authorization:Bearer ${key}`];
  await remote(/"egg"/, header, call('adopt_creature', { name: 'Pebble' }));
  await remote(/"baby"/, header, call('get_creature_status', {}));
}

const CLIENTS: readonly McpClient[] = [
  { tool: '@ai-sdk/mcp', packages: ['@ai-sdk/mcp', 'ai'], use: byProgram('visit-by-ai-sdk.mjs') },
  {
    tool: '@langchain/mcp-adapters',
    // 1.1.4 could not be installed: npm had no version of @langchain/protocol that its langgraph accepts.
    packages: ['@langchain/mcp-adapters@1.1.3', '@langchain/langgraph@1.2.0', '@langchain/core'],
    use: byProgram('visit-by-langchain.mjs'),
  },
  { tool: 'mcp-remote', packages: ['mcp-remote'], use: useRemote },
  {
    tool: '@modelcontextprotocol/inspector',
    packages: ['@modelcontextprotocol/inspector'],
    use: useInspector,
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
      await use(installed, `${address}/mcp`, `client-${process.pid}-${at}`);
      rows.push({ tool, version, result: LIFE });
    } catch (error) {
      rows.push({ tool, version, result: step, problem: String(error) });
    }
  }
  return rows;
}
