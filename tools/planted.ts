import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readArguments } from './support/arguments.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const COPIED =
  'src test tools package.json tsconfig.json openapi.json vitest.config.ts vitest.quick.config.ts'.split(' ');
const LINKED =
  'node_modules content deploy dist docs skills README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md'.split(
    ' ',
  );

/** Tests most likely to find a bug of an area, besides those of its own subject. */
const NEAR = {
  time: 'test/lives',
  care: 'test/care',
  death: 'test/lives',
  money: 'test/money',
  keys: 'test/keepers',
  limits: 'test/server',
  moderation: 'test/moderation',
  pictures: 'test/pictures',
} as const;
type Area = keyof typeof NEAR;

interface PlantedBug {
  readonly area: Area;
  readonly file: string;
  /** It stands once in the file, and is replaced. */
  readonly find: string;
  readonly replace: string;
  /** The effect of the bug. */
  readonly says: string;
  /** No test near it found it at first; one was written since. */
  readonly since?: true;
}

const { positionals } = readArguments(`Usage: node tools/planted.ts [AREA]
Plants the bugs of test/mistakes/planted-bugs.json, one at a time, in a copy of the sources, and runs the quick tests until one
fails. Takes about an hour. Areas: ${Object.keys(NEAR).join(', ')}`);
const [only] = positionals;
const all = JSON.parse(readFileSync(join(ROOT, 'test/mistakes/planted-bugs.json'), 'utf8')) as PlantedBug[];
const bugs = all.filter(({ area }) => only === undefined || area === only);
const copy = await mkdtemp(join(tmpdir(), 'arkhouse-planted-'));
try {
  await copySources();
  const sound = firstFailure([]);
  if (sound !== undefined) throw new Error(`It fails without any bug: ${sound}`);
  const caught = new Set<PlantedBug>();
  for (const bug of bugs) {
    const caughtBy = await plant(bug);
    if (caughtBy !== undefined) caught.add(bug);
    console.log(`${caughtBy === undefined ? 'SURVIVED' : 'caught  '} ${bug.area}: ${bug.says} (${caughtBy})`);
  }
  for (const area of [...Object.keys(NEAR), 'all']) {
    const some = bugs.filter((bug) => area === 'all' || bug.area === area);
    const found = some.filter((bug) => caught.has(bug));
    const atFirst = found.filter(({ since }) => !since).length;
    console.log(`${area}: ${found.length} of ${some.length}, ${atFirst} at the first attempt`);
  }
  if (caught.size < bugs.length) process.exitCode = 1;
} finally {
  await rm(copy, { recursive: true });
}

async function copySources(): Promise<void> {
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  for (const name of LINKED) await symlink(join(ROOT, name), join(copy, name));
}

async function plant({ area, file, find, replace }: PlantedBug): Promise<string | undefined> {
  const path = join(copy, file);
  const sound = await readFile(path, 'utf8');
  if (sound.split(find).length !== 2) throw new Error(`In ${file} this no longer stands once: ${find}`);
  await writeFile(
    path,
    sound.replace(find, () => replace),
  );
  try {
    return firstFailure(nearTests(area, file)) ?? firstFailure([]);
  } finally {
    await writeFile(path, sound);
  }
}

function nearTests(area: Area, file: string): readonly string[] {
  const [, room, subject] = dirname(file).split('/');
  return ['test/mistakes', NEAR[area], join('src', room ?? '', subject ?? ''), `test/${subject ?? room}/`];
}

/** Of the tests in these folders, or of all. */
function firstFailure(folders: readonly string[]): string | undefined {
  const report = join(copy, 'report.json');
  const reporting = ['--bail', '1', '--reporter', 'json', '--outputFile', report];
  const vitest = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.quick.config.ts'];
  const { status } = spawnSync(process.execPath, [...vitest, ...reporting, ...folders], {
    cwd: copy,
    stdio: 'ignore',
  });
  return status === 0 ? undefined : nameOfFailure(report);
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

function nameOfFailure(report: string): string {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return `${relative(copy, name)}: ${failed.title}`;
  }
  return 'a file that could not be run';
}
