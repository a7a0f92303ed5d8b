import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { commitOf, machine } from './bench/machine.ts';
import { install, type Installed } from './matrix/installed.ts';
import { AGENT_CHECKS, type AgentSurroundings } from './matrix/agent.ts';
import { HOUSE_CHECKS, openInstalled, refusesOldNode, runsByOtherNode, turnClock } from './matrix/house.ts';
import { packPackage } from './packages/pack.ts';
import { readArguments } from './support/arguments.ts';

const ROOT = new URL('../', import.meta.url);
const NODES = ['20', '22', '24', '26'];
const HOUSE_FROM = 24;
const COMPILERS = ['5.9.3', '7.0.2'];

const { positionals: wanted } = readArguments(`Usage: npm run matrix -- [NODE…]
Installs both tarballs into empty folders on Node ${NODES.join(', ')}, or on those given, and uses them.`);
const folder = mkdtempSync(join(tmpdir(), 'arkhouse-matrix-'));
const failures: string[] = [];

/** Tells that it is fine, or what went wrong. */
async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`✓ ${what}`);
  } catch (error) {
    console.log(`✗ ${what}\n  ${error instanceof Error ? error.message : String(error)}`);
    failures.push(what);
  }
}

async function tryAgent(node: string, runtime: Installed, given: AgentSurroundings): Promise<void> {
  const agent = await install(join(folder, `agent-${node}`), [agentTarball], runtime);
  for (const [name, check] of Object.entries(AGENT_CHECKS))
    await attempt(`agent on Node ${node}: ${name}`, () => check(agent, given));
  tellSize('agent', node, agent);
}

async function tryHouse(node: string, runtime: Installed): Promise<void> {
  const house = await install(join(folder, `house-${node}`), [houseTarball], runtime);
  const old = {
    'says what it needs': refusesOldNode,
    'the way out': (each: Installed) => runsByOtherNode(each, houseTarball),
  };
  const checks = Number(node) < HOUSE_FROM ? old : HOUSE_CHECKS;
  for (const [name, check] of Object.entries(checks))
    await attempt(`house on Node ${node}: ${name}`, () => check(house));
  tellSize('house', node, house);
}

function tellSize(what: string, node: string, { megabytes, seconds }: Installed): void {
  console.log(`${what} on Node ${node}: ${megabytes.toFixed(1)} MB, installed in ${seconds.toFixed(1)} s`);
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
try {
  const given = await surroundings();
  for (const node of wanted.length > 0 ? wanted : NODES) {
    const runtime = await install(join(folder, `node-${node}`), [`node@${node}`]);
    // A house takes in a few agents an hour from one address.
    await turnClock(given.address, 2);
    await tryAgent(node, runtime, given);
    await tryHouse(node, runtime);
  }
  await given.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(`${machine()}, ${commitOf(fileURLToPath(ROOT))}`);
if (failures.length > 0) process.exitCode = 1;
