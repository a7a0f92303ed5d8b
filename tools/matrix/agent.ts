import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expectThat, runProgram, type Installed } from './installed.ts';
import { compilerArguments, TYPED_PROGRAM } from './typed-program.ts';

/** Steps of an agent with its package, by their name in the table. */
export const AGENT_CHECKS: Readonly<
  Record<string, (agent: Installed, given: AgentSurroundings) => Promise<void>>
> = {
  help: helps,
  'keep --once': keepsOnce,
  'MCP over stdio': speaksMcp,
  'client in JS': isImported,
  'client in TS': isTyped,
};

export interface AgentSurroundings {
  /** URL of a running service. */
  readonly address: string;
  /** Compilers, each in a folder of its own. */
  readonly compilers: readonly Installed[];
}

async function helps(agent: Installed): Promise<void> {
  const ended = await runProgram(agent, 'arkhouse-agent', ['help']);
  expectThat(ended.code === 0 && /keep[\s\S]*mcp/.test(ended.out), 'help', ended);
}

async function keepsOnce(agent: Installed, { address }: AgentSurroundings): Promise<void> {
  const ended = await runProgram(agent, 'arkhouse-agent', [
    'keep',
    '--once',
    '--json',
    '--base-url',
    address,
  ]);
  expectThat(ended.code === 0 && ended.out.includes('"kind":"adopted"'), 'keep --once', ended);
}

const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'matrix', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];

async function speaksMcp(agent: Installed, { address }: AgentSurroundings): Promise<void> {
  const input = MESSAGES.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const until = /"serverInfo"[\s\S]*"name":"register_agent"/;
  const ended = await runProgram(agent, 'arkhouse-agent', ['mcp', '--base-url', address], { input, until });
  expectThat(ended.code === 0 && until.test(ended.out), 'mcp', ended);
}

const PLAIN_PROGRAM = `import { connect, RefusedError } from 'arkhouse-agent';

const [address, username] = process.argv.slice(2);
const { your_token: key } = await connect(address).registerAgent({ body: { username } });
const house = connect(address, { key });
const refusal = await house.getCreatureStatus().catch((error) => error);
if (!(refusal instanceof RefusedError)) throw new Error('nobody has been adopted yet');
await house.adoptCreature({ body: { name: 'Pebble' } });
const { creature } = await house.getCreatureStatus();
console.log(creature.stage);
`;

async function isImported(agent: Installed, { address }: AgentSurroundings): Promise<void> {
  writeFileSync(join(agent.folder, 'program.mjs'), PLAIN_PROGRAM);
  const username = `wren-${process.pid}-${agent.folder.replace(/\D/g, '').slice(-2)}`;
  const ended = await runProgram(agent, 'node', ['program.mjs', address, username]);
  expectThat(ended.code === 0 && ended.out === 'baby\n', 'client in JS', ended);
}

async function isTyped(agent: Installed, { compilers }: AgentSurroundings): Promise<void> {
  writeFileSync(join(agent.folder, 'program.mts'), TYPED_PROGRAM);
  for (const compiler of compilers)
    for (const resolution of ['node16', 'nodenext', 'bundler'] as const) {
      const tsc = join(compiler.folder, 'node_modules/typescript/bin/tsc');
      const ended = await runProgram(agent, 'node', [tsc, ...compilerArguments(resolution), 'program.mts']);
      expectThat(ended.code === 0, `client in TS (${resolution})`, ended);
    }
}
