// Measures requests against bare node:http in the same run. The machine is noisy: trust ratios, not absolutes.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { MAIN_ROUTES } from './bench/asked.ts';
import { creatureTable } from './bench/creature.ts';
import { Checkout, GROUPS, startGroup } from './bench/groups.ts';
import { inRounds, type Plan, type Result } from './bench/measure.ts';
import { measureOnPostgres } from './bench/postgres.ts';
import { profileGroup } from './bench/profile.ts';
import { benchFile } from './bench/server-process.ts';
import { comparisonTable, speedTable } from './bench/tables.ts';
import { end, readArguments } from './support/arguments.ts';
import { commitOf, exitOnSignals, HERE, machineAndCommit } from './support/report.ts';

const USAGE = `Usage: npm run bench -- [quick | profile | postgres] [words] [against=FOLDER]
Cost of requests to the service, relative to bare node:http.
  words           measure only what has one of them in its name
  quick           the main things in about a minute
  profile         where the CPU goes, by folder and by function
  postgres        on PostgreSQL, with statements and round trips
  against=FOLDER  another checkout, measured in the same rounds`;
const CREATURE = 'creature';
const ROUNDS = 3;
const ROUNDS_OF_A_COMPARISON = 7;

// The compiler needs some twenty thousand requests until it has optimized the service.
const THOROUGH = { agents: 1000, warmUp: { ms: 60_000, most: 25_000 }, round: { ms: 1000, most: 8000 } };
const QUICK = { agents: 300, warmUp: { ms: 8000, most: 5000 }, round: { ms: 500, most: 4000 } };

const { positionals } = readArguments(USAGE);
const mode = ['quick', 'profile', 'postgres'].find((word) => positionals.includes(word)) ?? 'speed';
const option = positionals.find((word) => word.startsWith('against='));
const against = option && resolve(option.slice('against='.length));
const words = positionals.filter((word) => word !== mode && word !== option);
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
const wanted = GROUPS.filter(({ main, name }) => (main || mode !== 'quick') && isWanted(name));
const routes = MAIN_ROUTES.filter(({ name }) => isWanted(name));
const names = [...(mode === 'postgres' ? MAIN_ROUTES : GROUPS).map(({ name }) => name), CREATURE];
const unknown = words.find((word) => !names.some((name) => name.includes(word)));
if (unknown !== undefined) end(`No name contains "${unknown}": ${names.join('; ')}.\n\n${USAGE}`, 2);
if (against !== undefined && (mode === 'profile' || !existsSync(benchFile(against, 'server-child.ts'))))
  end(`${option} does not go with profile, or is no checkout with a server-child.ts.\n\n${USAGE}`, 2);

console.log(`${machineAndCommit()}${against === undefined ? '' : ` against ${commitOf(against)}`}\n`);
const rounds = against === undefined ? ROUNDS : ROUNDS_OF_A_COMPARISON;
// Not the system's temporary folder, which is often in memory.
mkdirSync(join(HERE, 'data'), { recursive: true });
const folder = mkdtempSync(join(HERE, 'data/bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
exitOnSignals();

if (mode === 'profile') {
  for (const group of wanted) console.log(`${await profileGroup(group, folder, THOROUGH)}\n`);
} else if (mode === 'postgres') {
  print(await measureOnPostgres(routes, { against, rounds }));
} else {
  const { agents, ...plan } = mode === 'quick' ? QUICK : THOROUGH;
  if (mode === 'speed' && isWanted(CREATURE)) console.log(`${creatureTable()}\n`);
  if (wanted.length > 0) print(await measureGroups(agents, { ...plan, rounds }));
}

function print(results: readonly Result[]): void {
  console.log(speedTable(results));
  if (against !== undefined) console.log(`\n${comparisonTable(results)}`);
}

async function measureGroups(agents: number, plan: Plan): Promise<Result[]> {
  const here = new Checkout(HERE, join(folder, 'here'), agents);
  const other = against === undefined ? undefined : new Checkout(against, join(folder, 'other'), agents);
  try {
    const started = [];
    for (const group of wanted) started.push(...(await startGroup(group, here, other)));
    return await inRounds(started, plan);
  } finally {
    await Promise.all([here.stop(), other?.stop()]);
  }
}
