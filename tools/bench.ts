// Measures requests against bare node:http in the same run. The machine is noisy: trust ratios, not absolutes.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Checkout, startOperation } from './bench/checkout.ts';
import { creatureTable } from './bench/creature.ts';
import { inRounds, type Plan, type Result } from './bench/measure.ts';
import { profileOperation } from './bench/profile.ts';
import { ON_POSTGRES, ON_SQLITE } from './bench/requests.ts';
import { benchFile } from './bench/server-process.ts';
import { comparisonTable, speedTable } from './bench/tables.ts';
import { measureWork, WORK_FILE, workTable } from './bench/work.ts';
import { end, readArguments } from './support/arguments.ts';
import { commitOf, exitOnSignals, HERE, machineAndCommit } from './support/report.ts';

const USAGE = `Usage: node tools/bench.ts [quick | profile | postgres | work] [words] [against=FOLDER]
Cost of requests to the service, relative to bare node:http.
  words           measure only what has one of them in its name
  quick           less exact, in about a minute
  profile         where the CPU goes, by folder and by function
  postgres        on PostgreSQL, with statements and round trips
  work            what a request does: calls, observations, statements, bytes; \`work keep\` commits to it
  against=FOLDER  another checkout, measured in the same rounds`;
const ROUNDS = 3;
const ROUNDS_OF_A_COMPARISON = 7;

const PLANS = {
  // The compiler needs some twenty thousand requests until it has optimized the service.
  speed: { agents: 1000, warmUp: { ms: 60_000, most: 25_000 }, round: { ms: 1000, most: 8000 } },
  quick: { agents: 300, warmUp: { ms: 8000, most: 5000 }, round: { ms: 500, most: 4000 } },
  postgres: { agents: 0, warmUp: { ms: 20_000, most: 1000 }, round: { ms: 10_000, most: 500 } },
};

const { positionals } = readArguments(USAGE);
const mode =
  (['quick', 'profile', 'postgres', 'work'] as const).find((word) => positionals.includes(word)) ?? 'speed';
const option = positionals.find((word) => word.startsWith('against='));
const against = option && resolve(option.slice('against='.length));
const words = positionals.filter((word) => word !== mode && word !== option);
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
const operations = mode === 'postgres' ? ON_POSTGRES : ON_SQLITE;
const wanted = operations.filter(({ name }) => isWanted(name));
const names = [...operations.map(({ name }) => name), 'creature', ...(mode === 'work' ? ['keep'] : [])];
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

if (mode === 'work') {
  const table = await measureWork(folder);
  console.log(workTable(table));
  if (words.includes('keep')) writeFileSync(WORK_FILE, `${JSON.stringify(table, undefined, 2)}\n`);
} else if (mode === 'profile') {
  for (const each of wanted) console.log(`${await profileOperation(each, folder, PLANS.speed)}\n`);
} else {
  if (mode === 'speed' && isWanted('creature')) console.log(`${creatureTable()}\n`);
  if (wanted.length === 0) process.exit();
  const { agents, ...bounds } = PLANS[mode];
  const results = await measureAll(agents, { ...bounds, rounds });
  console.log(speedTable(results));
  if (against !== undefined) console.log(`\n${comparisonTable(results)}`);
}

async function measureAll(agents: number, plan: Plan): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const open = (root: string, name: string) =>
    opened.use(new Checkout(root, join(folder, name), { agents, isOnPostgres: mode === 'postgres' }));
  const here = open(HERE, 'here');
  const other = against === undefined ? undefined : open(against, 'other');
  const most = plan.warmUp.most + plan.rounds * plan.round.most;
  const started = [];
  for (const each of wanted) started.push(...(await startOperation(each, [here, other], most)));
  return await inRounds(started, plan);
}
