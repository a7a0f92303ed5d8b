import { mkdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { filesOf, GROUPS, scoreOf, unexplained, type Mutant, type MutationPart } from './mutate/groups.ts';
import { end, readArguments } from './support/arguments.ts';
import { HERE } from './support/report.ts';

/** Not a dependency: it would be a quarter of what `npm ci` installs, for a tool that is seldom run. */
const STRYKER = '@stryker-mutator/core';
const INSTALL = `npm install --no-save ${STRYKER}@10.1.1 @stryker-mutator/vitest-runner@10.1.1`;

const MEMORY = 'data/mutations';
const USAGE = `Usage: node tools/mutate.ts [GROUP…]
Mutates the sources with Stryker and names the mutants that no test finds. A group takes minutes to an hour; what has not changed
since the last run is not tried again, unless FRESH=1. Groups: ${[...GROUPS.keys()].join(', ')}`;
const { positionals: asked } = readArguments(USAGE);
if (!asked.every((name) => GROUPS.has(name))) end(USAGE, 2);

const { Stryker } = (await import(STRYKER).catch(() =>
  end(`Stryker is not installed: ${INSTALL}`, 1),
)) as StrykerModule;

process.chdir(HERE);
mkdirSync(MEMORY, { recursive: true });
for (const [name, { title, parts, spared, atLeast }] of GROUPS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const mutants: Mutant[] = [];
  for (const [at, part] of parts.entries()) mutants.push(...(await mutate(part, `${name}-${at}`, spared)));
  for (const { file, lineNumber, line, becomes, status } of unexplained(mutants))
    console.log(`${file}:${lineNumber} ${status}\n  ${line}\n  → ${becomes}`);
  const score = scoreOf(mutants);
  console.log(`${title}: ${score.toFixed(1)} of a hundred were found; it has to be ${atLeast}.`);
  if (score < atLeast) process.exitCode = 1;
}

async function mutate(part: MutationPart, name: string, spared: readonly string[]): Promise<Mutant[]> {
  const files = filesOf(part, HERE);
  // Read by vitest.mutate.config.ts in the processes that Stryker starts.
  process.env['MUTATION_TESTS'] = part.tests.join(' ');
  const stryker = new Stryker({
    mutate: files,
    mutator: { excludedMutations: [...spared] },
    incremental: true,
    incrementalFile: `${MEMORY}/${name}.json`,
    force: process.env['FRESH'] !== undefined,
  });
  const mutants = (await stryker.runMutationTest()).map(({ fileName, location, replacement, status }) => ({
    file: relative(HERE, fileName),
    lineNumber: location.start.line,
    line: (readFileSync(fileName, 'utf8').split('\n')[location.start.line - 1] ?? '').trim(),
    becomes: replacement.replaceAll(/\s+/g, ' ').trim(),
    status,
  }));
  // Stryker remembers files that were mutated before.
  return mutants.filter(({ file, status }) => status !== 'Ignored' && files.includes(file));
}

interface StrykerModule {
  readonly Stryker: new (options: object) => { runMutationTest(): Promise<readonly StrykerMutant[]> };
}

interface StrykerMutant extends Readonly<Record<'fileName' | 'replacement' | 'status', string>> {
  readonly location: { readonly start: { readonly line: number } };
}
