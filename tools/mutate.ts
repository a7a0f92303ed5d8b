import { mkdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Stryker } from '@stryker-mutator/core';

import { filesOf, GROUPS, isGroupName, type MutationPart } from './mutate/groups.ts';
import { scoreOf, unexplained, type PlantedBug } from './mutate/planted-bugs.ts';
import { end, readArguments } from './support/arguments.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MEMORY = 'data/mutations';

const USAGE = `Usage: node tools/mutate.ts [GROUP…]
Mutates the sources with Stryker and names the mutants that no test finds. A group takes minutes to an hour; what has not changed
since the last run is not tried again, unless FRESH=1. Groups: ${Object.keys(GROUPS).join(', ')}`;
const { positionals: asked } = readArguments(USAGE);
if (!asked.every(isGroupName)) end(USAGE, 2);

process.chdir(ROOT);
mkdirSync(MEMORY, { recursive: true });
const names = asked.length > 0 ? asked : Object.keys(GROUPS);
for (const name of names.filter(isGroupName)) {
  const { parts, atLeast } = GROUPS[name];
  const bugs: PlantedBug[] = [];
  for (const [at, part] of parts.entries()) {
    const planted = await plantBugs(part, `${name}-${at}`, GROUPS[name].spared);
    tellMissed(planted);
    bugs.push(...planted);
  }
  const score = scoreOf(bugs);
  console.log(`${GROUPS[name].title}: ${score.toFixed(1)} of a hundred were found; it has to be ${atLeast}.`);
  if (score < atLeast) process.exitCode = 1;
}

async function plantBugs(
  part: MutationPart,
  name: string,
  spared: readonly string[],
): Promise<readonly PlantedBug[]> {
  const files = filesOf(part, ROOT);
  // Read by vitest.mutate.config.ts in the processes that Stryker starts.
  process.env['MUTATION_TESTS'] = part.tests.join(' ');
  const stryker = new Stryker({
    mutate: files,
    mutator: { excludedMutations: [...spared] },
    incremental: true,
    incrementalFile: `${MEMORY}/${name}.json`,
    force: process.env['FRESH'] !== undefined,
  });
  const results = await stryker.runMutationTest();
  // Stryker remembers files that were planted in before.
  const planted = new Set(files);
  return results
    .filter(({ fileName, status }) => status !== 'Ignored' && planted.has(relative(ROOT, fileName)))
    .map(({ fileName, location, mutatorName, replacement, status }) => {
      const line = readFileSync(fileName, 'utf8').split('\n')[location.start.line - 1] ?? '';
      const file = relative(ROOT, fileName);
      return {
        file,
        lineNumber: location.start.line,
        line: line.trim(),
        kind: mutatorName,
        becomes: oneLine(replacement),
        status,
      };
    });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function tellMissed(bugs: readonly PlantedBug[]): void {
  for (const { file, lineNumber, line, becomes, status } of unexplained(bugs))
    console.log(
      `${file}:${lineNumber} ${status === 'NoCoverage' ? 'no test comes here' : 'missed'}\n  ${line}\n  → ${becomes}`,
    );
}
