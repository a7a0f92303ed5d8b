import { mkdtempDisposableSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as checks from './matrix/checks.ts';
import { install, type Installed } from './matrix/installed.ts';
import { type MatrixRow, tryMcpClients } from './matrix/mcp-clients.ts';
import { packPackage } from './packages/pack.ts';
import { readArguments } from './support/arguments.ts';
import { machineAndCommit } from './support/report.ts';

const NODES = ['20', '22', '24', '26'];
const HOUSE_FROM = 24;
const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

const { positionals: wanted } = readArguments(`Usage: node tools/matrix.ts [NODE…]
Installs both tarballs into empty folders on Node ${NODES.join(', ')}, or on those given, uses them, and
lets the newest MCP clients use the house. Prints one table.`);
using temporary = mkdtempDisposableSync(join(tmpdir(), 'arkhouse-matrix-'));
const folder = temporary.path;

const rows: MatrixRow[] = [];

async function tryAll(what: string, tarball: string, runtime: Installed, all: checks.Checks): Promise<void> {
  const installed = await install(join(folder, what.replaceAll(' ', '-')), [tarball], runtime);
  const problems: string[] = [];
  for (const [name, check] of Object.entries(all))
    await check(installed).catch((error: unknown) => problems.push(`${name}: ${String(error)}`));
  const problem = problems.length > 0 && { problem: problems.join('\n') };
  rows.push({ tool: what, version, result: Object.keys(all).join(', '), ...problem });
}

function printTable(): void {
  console.log('| tool | version | result |\n| --- | --- | --- |');
  for (const { tool, version: of, result, problem } of rows)
    console.log(`| ${tool} | ${of} | ${problem === undefined ? result : `failed: ${result}`} |`);
  const failed = rows.filter(({ problem }) => problem !== undefined);
  for (const { tool, problem } of failed) console.log(`${tool}: ${problem}`);
  if (failed.length > 0) process.exitCode = 1;
}

const houseTarball = packPackage('arkhouse', folder).tarball;
const agentTarball = packPackage('arkhouse-agent', folder).tarball;
const compilers: Installed[] = [];
for (const compiler of ['5.9.3', '7.0.2'])
  compilers.push(await install(join(folder, `typescript-${compiler}`), [`typescript@${compiler}`]));
const { address, close } = await checks.openInstalled(await install(join(folder, 'house'), [houseTarball]));
for (const node of wanted.length > 0 ? wanted : NODES) {
  const runtime = await install(join(folder, `node-${node}`), [`node@${node}`]);
  await checks.turnClock(address, 2);
  await tryAll(`agent on Node ${node}`, agentTarball, runtime, checks.AGENT_CHECKS(address, compilers));
  const ofNewest = node === NODES.at(-1) ? checks.DOCUMENT_CHECKS : {};
  const ofHouse = { ...checks.HOUSE_CHECKS, ...ofNewest };
  const isOld = Number(node) < HOUSE_FROM;
  const wantedOfHouse = isOld ? checks.OLD_NODE_CHECKS : ofHouse;
  await tryAll(`house on Node ${node}`, houseTarball, runtime, wantedOfHouse);
}
// The house takes in a few agents an hour from one address.
rows.push(...(await tryMcpClients(address, folder, () => checks.turnClock(address, 2))));
await close();
printTable();
console.log(machineAndCommit());
