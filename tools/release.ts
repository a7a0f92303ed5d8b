import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import agentJson from '../packages/agent/package.json' with { type: 'json' };
import openapi from '../openapi.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };
import server from '../server.json' with { type: 'json' };
import { keptReleases } from '../test/upgrades/releases.ts';
import { PACKAGE_NAMES, packPackage, PLACES } from './packages/pack.ts';
import { buildWheel } from './packages/wheel.ts';
import {
  publishedManifest,
  publishedServer,
  type Publisher,
  PUBLISHER_FILE,
  readPublisher,
  withPublishedNames,
} from './release/publisher.ts';
import { notesOf, releaseProblems, type ReleaseFacts, type ReleaseMode } from './release/release-problems.ts';
import { makeSbom, MIN_RELEASE_AGE_DAYS, sbomOfBundle } from './release/supply-chain.ts';
import { readArguments } from './support/arguments.ts';
import { HERE } from './support/report.ts';

const { values } = readArguments(
  `Usage: node tools/release.ts [--dry-run | --tagged]
Tests and packs both packages, writes down what they are made of, and tags the commit.
  --dry-run  tags nothing
  --tagged   for the machine that publishes what was tagged`,
  { 'dry-run': { type: 'boolean' }, tagged: { type: 'boolean' } },
);
const { promisesOf, PROMISES_FILE } = await import('../test/promises/promised.ts');

const AGENT = PLACES['arkhouse-agent'];
const { version } = packageJson;
const tag = `v${version}`;
const folder = join(HERE, 'data/release', tag);
const changelog = textOf('CHANGELOG.md');
const publisher = readPublisher(existsSync(join(HERE, PUBLISHER_FILE)) ? textOf(PUBLISHER_FILE) : undefined);

/** In this order, each when all before it went well. */
const STEPS: readonly (readonly [name: string, step: (publisher: Publisher) => void])[] = [
  ['dependencies', () => run('npm', 'ci', `--min-release-age=${MIN_RELEASE_AGE_DAYS}`)],
  ['every test', () => run('npm', 'test')],
  ['what both packages hold', () => run('npm', 'run', 'packages')],
  ['both packages on every Node', () => run('npm', 'run', 'matrix')],
  ['tarballs and registry entry', pack],
  ['wheel of the Python client', ({ pypi }) => buildWheel(folder, pypi)],
  ['notes', () => keep('notes.md', `${notesOf(changelog, version)}\n`)],
  ['what they are made of', writeSboms],
  ['checksums', writeChecksums],
];

const mode: ReleaseMode = values['dry-run'] ? 'dry-run' : values.tagged ? 'tagged' : 'tag';
const problems = releaseProblems(await factsFor(mode));
if (problems.length > 0 || 'problem' in publisher) {
  console.error([`${tag} cannot be released:`, ...problems].join('\n- '));
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, step] of STEPS) {
  console.log(`\n${tag}: ${name}`);
  step(publisher);
}
const endings: Readonly<Record<ReleaseMode, string>> = {
  tag: `tagged: git push origin main ${tag}`,
  'dry-run': 'fit to be released',
  tagged: 'ready to be published',
};
if (mode === 'tag') git('tag', '--annotate', tag, '--message', `${tag}\n\n${notesOf(changelog, version)}`);
console.log(`\n${tag} is ${endings[mode]}. Everything is in ${folder}.`);

async function factsFor(chosen: ReleaseMode): Promise<ReleaseFacts> {
  return {
    version,
    mode: chosen,
    changelog,
    uncommitted: git('status', '--porcelain'),
    branch: git('branch', '--show-current'),
    isTagged: git('tag', '--list', tag, ...(chosen === 'tagged' ? ['--points-at', 'HEAD'] : [])) !== '',
    origin: git('remote').split('\n').includes('origin') ? git('remote', 'get-url', 'origin') : undefined,
    publisher,
    versions: {
      [`${AGENT}/package.json`]: agentJson.version,
      'server.json': server.version,
    },
    apiVersion: openapi.info.version,
    isPromised: readFileSync(PROMISES_FILE, 'utf8') === (await promisesOf(version)),
    kept: keptReleases().map((release) => release.version),
  };
}

/** Packs copies of what `npm pack` would pack, with the names of the publisher. */
function pack(names: Publisher): void {
  const manifests = { arkhouse: packageJson, 'arkhouse-agent': agentJson };
  for (const name of PACKAGE_NAMES) {
    const copy = join(folder, name);
    const directory = PLACES[name];
    for (const file of packPackage(name, folder, '--dry-run').files) {
      cpSync(join(HERE, directory, file), join(copy, file));
      if (/\.(?:md|ts|py|sh|json|js)$/.test(file))
        writeFileSync(join(copy, file), withPublishedNames(readFileSync(join(copy, file), 'utf8'), names));
    }
    const manifest = publishedManifest(manifests[name], names, name === 'arkhouse' ? undefined : directory);
    keep(`${name}/package.json`, manifest);
    execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: copy, stdio: 'inherit' });
    rmSync(copy, { recursive: true });
  }
  keep('server.json', publishedServer(server, names));
  keep(PUBLISHER_FILE, names);
}

function writeSboms(): void {
  const whole = makeSbom();
  const bundle = sbomOfBundle(whole, textOf(`${AGENT}/dist/LICENSES.txt`));
  for (const sbom of [whole, bundle]) keep(`${sbom.metadata.component.name}-${version}.cdx.json`, sbom);
}

/** As sha256sum writes and reads them. */
function writeChecksums(): void {
  const sums = readdirSync(folder).map(
    (name) => `${hash('sha256', readFileSync(join(folder, name)))}  ${name}\n`,
  );
  keep('SHA256SUMS', sums.join(''));
}

function keep(name: string, content: string | object): void {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;
  writeFileSync(join(folder, name), text);
}

function textOf(path: string): string {
  return readFileSync(join(HERE, path), 'utf8');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: HERE, encoding: 'utf8' }).trim();
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd: HERE, stdio: 'inherit' });
}
