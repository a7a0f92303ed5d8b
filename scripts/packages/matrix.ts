// Installs both packages, as they are packed, into empty folders on every Node that they promise to run on, and uses them. Writes
// docs/reliability/packages.md; `npm run matrix -- 20 24` tries some of the Nodes and writes nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';

import { commitOf, machine } from '../../bench/machine.ts';
import { install, type Installed } from './installed.ts';
import { AGENT_CHECKS, type AgentSurroundings } from './matrix-agent.ts';
import { HOUSE_CHECKS, openInstalled, refusesOldNode, runsByOtherNode, turnClock } from './matrix-house.ts';
import { packagesPage, type MatrixRow } from './matrix-page.ts';
import { packPackage } from './pack.ts';

const ROOT = new URL('../../', import.meta.url);
const NODES = ['20', '22', '24', '26'];
const HOUSE_FROM = 24;
const COMPILERS = ['5.9.3', '7.0.2'];

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'arkhouse-matrix-'));
const failures: string[] = [];

/** One cell of the table: fine, or what went wrong. */
async function attempt(what: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    console.log(`✓ ${what}`);
    return true;
  } catch (error) {
    console.log(`✗ ${what}\n  ${error instanceof Error ? error.message : String(error)}`);
    failures.push(what);
    return false;
  }
}

async function agentRow(node: string, runtime: Installed, given: AgentSurroundings): Promise<MatrixRow> {
  const agent = await install(join(folder, `agent-${node}`), [agentTarball], runtime);
  const cells: [string, boolean][] = [];
  for (const [name, check] of Object.entries(AGENT_CHECKS))
    cells.push([name, await attempt(`agent on Node ${node}: ${name}`, () => check(agent, given))]);
  return { node, cells, megabytes: agent.megabytes, seconds: agent.seconds };
}

async function houseRow(node: string, runtime: Installed): Promise<MatrixRow> {
  const house = await install(join(folder, `house-${node}`), [houseTarball], runtime);
  const old = {
    'says what it needs': refusesOldNode,
    'the way out': (each: Installed) => runsByOtherNode(each, houseTarball),
  };
  const checks = Number(node) < HOUSE_FROM ? old : HOUSE_CHECKS;
  const cells: [string, boolean][] = [];
  for (const [name, check] of Object.entries(checks))
    cells.push([name, await attempt(`house on Node ${node}: ${name}`, () => check(house))]);
  return { node, cells, megabytes: house.megabytes, seconds: house.seconds };
}

async function surroundings(): Promise<AgentSurroundings & { readonly close: () => Promise<void> }> {
  const compilers: Installed[] = [];
  for (const version of COMPILERS)
    compilers.push(await install(join(folder, `typescript-${version}`), [`typescript@${version}`]));
  const house = await install(join(folder, 'house'), [houseTarball]);
  const { address, close } = await openInstalled(house);
  return { address, compilers, close };
}

const houseTarball = packPackage('arkhouse', folder).tarball;
const agentTarball = packPackage('arkhouse-agent', folder).tarball;
const agents: MatrixRow[] = [];
const houses: MatrixRow[] = [];
try {
  const given = await surroundings();
  for (const node of wanted.length > 0 ? wanted : NODES) {
    const runtime = await install(join(folder, `node-${node}`), [`node@${node}`]);
    // A house takes in a few agents an hour from one address.
    await turnClock(given.address, 2);
    agents.push(await agentRow(node, runtime, given));
    houses.push(await houseRow(node, runtime));
  }
  await given.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (wanted.length === 0) {
  const place = `${machine()}, ${commitOf(fileURLToPath(ROOT))}`;
  const page = await format(packagesPage({ agents, houses, place }), { parser: 'markdown', printWidth: 140 });
  writeFileSync(new URL('docs/reliability/packages.md', ROOT), page);
}
if (failures.length > 0) process.exitCode = 1;
