import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';

import packageJson from '../package.json' with { type: 'json' };
import { SETTINGS } from '../src/config/settings.ts';
import { end, readArguments } from './support/arguments.ts';

const USAGE = `Usage: node tools/generate.ts [openapi | python | settings | skill | doctor-docs | guide-dates | limits | regexes | promises]
Writes a generated file that is committed; without a word all of them but the promises, which only a release makes.
  openapi      openapi.json and its recorded examples
  python       the generated part of packages/python
  settings     docs/run/settings.md
  skill        skills/arkhouse
  doctor-docs  docs/run/doctor.md
  guide-dates  content/guides/dates.json: the day on which each guide last changed
  limits       the limit of every address, as test/server/every-limit.test.ts expects it
  regexes      the regular expressions that are known to take linear time
  promises     what the version in package.json promises; refuses to break what was promised`;

const WRITERS: Readonly<Record<string, () => Promise<void>>> = {
  openapi: async () => {
    await updateByTest('test/agent-docs/examples.test.ts', 'the.examples.of');
    const { openApiDocument } = await import('../src/server/discovery.ts');
    const { ROUTES } = await import('../src/api/routes.ts');
    // Served minified; indented here, so that changes can be reviewed.
    const file = new URL('../openapi.json', import.meta.url);
    await writeFile(file, `${JSON.stringify(openApiDocument(Object.values(ROUTES)), undefined, 2)}\n`);
  },
  python: async () => {
    const { PYTHON_FOLDER, pythonFiles } = await import('./generate/python-client.ts');
    for (const [name, text] of Object.entries(pythonFiles()))
      await writeFile(new URL(name, PYTHON_FOLDER), text);
  },
  settings: async () => {
    const file = new URL('../docs/run/settings.md', import.meta.url);
    const rows = Object.entries(SETTINGS).map(
      ([name, { usual, meaning }]) => `| \`${name}\` | ${usual} | ${meaning} |\n`,
    );
    const table = `\n| setting | without it | meaning |\n| --- | --- | --- |\n${rows.join('')}\n`;
    const page = await readFile(file, 'utf8');
    const text = page.replace(/(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/, `$1${table}$2`);
    await writeFile(file, (await format('settings.md', text, { singleQuote: true, printWidth: 110 })).code);
  },
  skill: async () => {
    const { SKILL_FOLDER, skillFiles } = await import('./generate/skill-folder.ts');
    await rm(SKILL_FOLDER, { recursive: true, force: true });
    for (const [path, text] of Object.entries(skillFiles())) {
      const file = new URL(path, SKILL_FOLDER);
      await mkdir(new URL('.', file), { recursive: true });
      await writeFile(file, text, { mode: path.startsWith('scripts/') ? 0o755 : 0o644 });
    }
  },
  'doctor-docs': () => updateByTest('test/doctor/doctor.test.ts', 'docs/run/doctor.md'),
  'guide-dates': async () => {
    const { GUIDE_DATES, datesOfGuides } = await import('./generate/guide-dates.ts');
    await writeFile(GUIDE_DATES, datesOfGuides(new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)));
  },
  limits: () => updateByTest('test/server/every-limit.test.ts'),
  regexes: () => updateByTest('test/shape/linear-regexes.test.ts'),
  promises: async () => {
    const { PROMISES_FILE, promisesInTheWay, promisesOf } = await import('../test/promises/promised.ts');
    const { version } = packageJson;
    const broken = promisesInTheWay(version);
    if (broken.length > 0)
      end(`Not written, since ${version} would break what was promised:\n${broken.join('\n')}`, 1);
    await writeFile(PROMISES_FILE, await promisesOf(version));
  },
};

/** Runs a test that compares a file with what it should be, and lets it write that. */
async function updateByTest(file: string, title?: string): Promise<void> {
  const only = title === undefined ? [] : ['-t', title];
  const args = ['node_modules/vitest/vitest.mjs', 'run', file, ...only, '--update'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const { positionals } = readArguments(USAGE);
const all = Object.keys(WRITERS).filter((name) => name !== 'promises');
for (const name of positionals.length > 0 ? positionals : all)
  await (WRITERS[name] ?? (() => end(USAGE, 2)))();
