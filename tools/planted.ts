import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtempDisposable, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { JsonTestResults } from 'vitest/node';

import { end, readArguments } from './support/arguments.ts';
import { HERE } from './support/report.ts';

/** What bugs are planted in, and what refers to it; the rest of the checkout is linked. */
const COPIED =
  'src test tools package.json tsconfig.json openapi.json vitest.config.ts vitest.quick.config.ts';

interface PlantedBug {
  readonly area: string;
  readonly file: string;
  /** It stands once in the file, and is replaced. */
  readonly find: string;
  readonly replace: string;
  readonly says: string;
}

const all = JSON.parse(readFileSync(join(HERE, 'test/mistakes/planted-bugs.json'), 'utf8')) as PlantedBug[];
const areas = new Set(all.map(({ area }) => area));
const USAGE = `Usage: node tools/planted.ts [AREA]
Plants the bugs of test/mistakes/planted-bugs.json, one at a time, in a copy of the sources, and runs the tests without servers until
one fails. Takes about an hour. Areas: ${[...areas].join(', ')}`;
const [only] = readArguments(USAGE).positionals;
if (only !== undefined && !areas.has(only)) end(USAGE, 2);
const bugs = all.filter(({ area }) => only === undefined || area === only);
await using folder = await mkdtempDisposable(join(tmpdir(), 'arkhouse-planted-'));
const copy = folder.path;
for (const name of (await readdir(HERE)).filter((each) => each === '.git' || !each.startsWith('.')))
  if (COPIED.split(' ').includes(name)) await cp(join(HERE, name), join(copy, name), { recursive: true });
  else await symlink(join(HERE, name), join(copy, name));
const failure = firstFailure([]);
if (failure !== undefined) throw new Error(`It fails without any bug: ${failure}`);
let caught = 0;
for (const bug of bugs) {
  const caughtBy = await plant(bug);
  if (caughtBy !== undefined) caught += 1;
  console.log(`${caughtBy === undefined ? 'SURVIVED' : 'caught  '} ${bug.area}: ${bug.says} (${caughtBy})`);
}
console.log(`${caught} of ${bugs.length} were caught.`);
if (caught < bugs.length) process.exitCode = 1;

async function plant({ file, find, replace }: PlantedBug): Promise<string | undefined> {
  const path = join(copy, file);
  const sound = await readFile(path, 'utf8');
  if (sound.split(find).length !== 2) throw new Error(`In ${file} this no longer stands once: ${find}`);
  await writeFile(path, sound.split(find).join(replace));
  try {
    const [top = '', room = '', subject = ''] = dirname(file).split('/');
    // The tests most likely to find it come first.
    const near = ['test/mistakes', join(top, room, subject), `test/${subject || room}/`];
    return firstFailure(near) ?? firstFailure([]);
  } finally {
    await writeFile(path, sound);
  }
}

function firstFailure(folders: readonly string[]): string | undefined {
  const report = join(copy, 'report.json');
  const reporting = ['--bail', '1', '--reporter', 'json', '--outputFile', report];
  const vitest = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.quick.config.ts'];
  const args = [...vitest, ...reporting, ...folders];
  const env = { ...process.env, TEST_SLOW: '1' };
  const { status } = spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', env });
  if (status === 0) return undefined;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults;
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ title }) => `${relative(copy, name)}: ${title}`),
  );
  return failures[0] ?? 'a file that could not be run';
}
