import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import packageJson from '../package.json' with { type: 'json' };
import { notesOf } from './release/release-notes.ts';
import { releaseProblems, type ReleaseFacts, type ReleaseMode } from './release/release-problems.ts';
import { makeSbom, MIN_RELEASE_AGE_DAYS, sbomOfBundle } from './release/supply-chain.ts';
import { readArguments } from './support/arguments.ts';
import { keptReleases } from './upgrade-fixture/releases.ts';

const { values } = readArguments(
  `Usage: npm run release -- [--dry-run | --tagged]
Tests and packs both packages, writes down what they are made of, and tags the commit.
  --dry-run  tags nothing
  --tagged   for the machine that publishes what was tagged`,
  { 'dry-run': { type: 'boolean' }, tagged: { type: 'boolean' } },
);
const { promisesOf, PROMISES_FILE } = await import('./promises/promises-file.ts');

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const AGENT = 'packages/agent';
const { version } = packageJson;
const tag = `v${version}`;
const folder = join(ROOT, 'data/release', tag);
const changelog = textOf('CHANGELOG.md');

/** In this order, each when all before it went well. */
const STEPS: readonly (readonly [name: string, step: () => void])[] = [
  ['dependencies', () => run('npm', 'ci', `--min-release-age=${MIN_RELEASE_AGE_DAYS}`)],
  ['every test', () => run('npm', 'test')],
  ['what both packages hold', () => run('npm', 'run', 'packages')],
  ['both packages on every Node', () => run('npm', 'run', 'matrix')],
  ['tarballs', pack],
  ['notes', () => keep('notes.md', `${notesOf(changelog, version)}\n`)],
  ['what they are made of', writeSboms],
  ['checksums', writeChecksums],
];

const ENDINGS: Readonly<Record<ReleaseMode, string>> = {
  tag: `${tag} is tagged: git push origin main ${tag}.`,
  'dry-run': `${tag} could be released.`,
  tagged: `${tag} is ready to be published.`,
};

const mode: ReleaseMode = values['dry-run'] ? 'dry-run' : values.tagged ? 'tagged' : 'tag';
const problems = releaseProblems(await factsFor(mode));
if (problems.length > 0) {
  console.error([`${tag} cannot be released:`, ...problems].join('\n- '));
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, step] of STEPS) {
  console.log(`\n${tag}: ${name}`);
  step();
}
if (mode === 'tag') git('tag', '--annotate', tag, '--message', `${tag}\n\n${notesOf(changelog, version)}`);
console.log(`\n${ENDINGS[mode]} Everything is in ${folder}.`);

async function factsFor(chosen: ReleaseMode): Promise<ReleaseFacts> {
  const server = jsonOf('server.json') as { version?: string; packages?: readonly { version?: string }[] };
  const { info } = jsonOf('openapi.json') as { info: { version: string } };
  return {
    version,
    mode: chosen,
    changelog,
    uncommitted: git('status', '--porcelain'),
    branch: git('branch', '--show-current'),
    isTagged: git('tag', '--list', tag, ...(chosen === 'tagged' ? ['--points-at', 'HEAD'] : [])) !== '',
    origin: git('remote').split('\n').includes('origin') ? git('remote', 'get-url', 'origin') : undefined,
    repository: (jsonOf('package.json') as { repository?: { url: string } }).repository?.url,
    versions: {
      [`${AGENT}/package.json`]: (jsonOf(`${AGENT}/package.json`) as { version?: string }).version,
      'server.json': server.version,
      'the package in server.json': server.packages?.[0]?.version,
    },
    apiVersion: info.version,
    isPromised: readFileSync(PROMISES_FILE, 'utf8') === (await promisesOf(version)),
    kept: keptReleases().map((release) => release.version),
  };
}

function pack(): void {
  for (const place of ['.', AGENT])
    execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: join(ROOT, place), stdio: 'inherit' });
}

function writeSboms(): void {
  const whole = makeSbom();
  const bundle = sbomOfBundle(whole, textOf(`${AGENT}/dist/LICENSES.txt`));
  for (const sbom of [whole, bundle]) {
    const { name } = sbom.metadata.component;
    keep(`${name}-${version}.cdx.json`, `${JSON.stringify(sbom, undefined, 2)}\n`);
  }
}

/** As sha256sum writes and reads them. */
function writeChecksums(): void {
  const sums = readdirSync(folder).map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  keep('SHA256SUMS', sums.join(''));
}

function keep(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Empty when there is no such file. */
function jsonOf(path: string): unknown {
  return existsSync(join(ROOT, path)) ? JSON.parse(textOf(path)) : {};
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' });
}
