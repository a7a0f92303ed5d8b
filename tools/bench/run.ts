// Measures status requests and server overhead against bare node:http in the same run. The machine is noisy: trust ratios,
// not absolutes.
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { isCheckout } from './checkout.ts';
import { creatureTable } from './creature.ts';
import { commitOf, machine } from './machine.ts';
import { measureOnPostgres, POSTGRES_NAMES, postgresTable } from './postgres.ts';
import { profileGroup } from './profile.ts';
import { readArguments, UsageError, wantedOf, type Mode, type Wish } from './read-arguments.ts';
import { HERE } from './server-process.ts';
import { QUICK, ROUNDS_OF_A_COMPARISON, runOnce, THOROUGH, type Plan, type Run } from './speed.ts';
import { GROUPS } from './groups.ts';
import { comparisonTable, speedTable, spreadTable, writesTable } from './tables.ts';
import { countWritesOf } from './writes.ts';

const CREATURE = 'creature';
const MAIN = GROUPS.filter(({ main }) => main);
const namesOf = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name);
const NAMES: Readonly<Record<Mode, readonly string[]>> = {
  speed: [CREATURE, ...namesOf(GROUPS)],
  quick: namesOf(MAIN),
  frames: [],
  profile: namesOf(GROUPS),
  postgres: POSTGRES_NAMES,
};

const WORK: Readonly<Record<Mode, (wish: Wish, folder: string) => Promise<void>>> = {
  speed: async (wish, folder) => {
    if (wantedOf([{ name: CREATURE }], wish.words).length > 0) print(creatureTable());
    await measureSpeed(wish, folder, THOROUGH);
  },
  quick: (wish, folder) => measureSpeed(wish, folder, QUICK),
  frames: async ({ against }, folder) => {
    for (const writes of await countWritesOf({ folder, against })) print(writesTable(writes));
  },
  profile: async ({ words }, folder) => {
    for (const group of wantedOf(GROUPS, words)) print(await profileGroup(group, folder));
  },
  postgres: async ({ words, against }) => {
    const results = await measureOnPostgres(words, against);
    print(postgresTable(results));
    if (against !== undefined) print(comparisonTable([results]));
  },
};

try {
  const wish = readArguments(process.argv.slice(2), NAMES);
  const { against } = wish;
  if (against !== undefined && !isCheckout(against))
    throw new UsageError(`${against} is no checkout with a server-child.ts.`);
  print(`${machine()}, ${commitOf(HERE)}${against === undefined ? '' : ` against ${commitOf(against)}`}`);
  await inFolder((folder) => WORK[wish.mode](wish, folder));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function measureSpeed({ mode, words, runs, against }: Wish, folder: string, plan: Plan): Promise<void> {
  const groups = wantedOf(mode === 'quick' ? MAIN : GROUPS, words);
  if (groups.length === 0) return;
  const compared = against === undefined ? plan : { ...plan, rounds: ROUNDS_OF_A_COMPARISON };
  const all: Run[] = [];
  for (let nth = 0; nth < runs; nth += 1)
    all.push(await runOnce(groups, { plan: compared, folder: join(folder, `run-${nth}`), against }));
  const results = all.map((run) => run.results);
  print(speedTable(results));
  if (runs > 1) print(spreadTable(results));
  if (against !== undefined) print(comparisonTable(results));
  // Every run writes the same.
  for (const writes of all[0]?.writes ?? []) print(writesTable(writes));
}

/** Runs `work` with a temporary folder in `data/`, since /tmp is often in memory. The folder is deleted afterwards, also after a signal. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const data = join(HERE, 'data/');
  await mkdir(data, { recursive: true });
  const folder = await mkdtemp(`${data}bench-`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(1);
    });
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
