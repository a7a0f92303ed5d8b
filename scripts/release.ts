// A release: checks that everything agrees, runs the whole suite, packs, writes down what it is made of, and tags.
// `npm run release -- --dry-run` tags nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

import packageJson from '../package.json' with { type: 'json' };
import { makeSbom, MIN_RELEASE_AGE_DAYS } from './supply-chain.ts';

const { version } = packageJson;
const tag = `v${version}`;
const isDryRun = process.argv.includes('--dry-run');

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'inherit' });
}

/** What CHANGELOG says about one version; empty when it says nothing. */
function notesOf(wanted: string): string {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const sections = changelog.split(/^## /m).slice(1);
  const [heading = '', ...notes] = sections.find((each) => each.startsWith(`${wanted} `))?.split('\n') ?? [];
  return /^\S+ \(\d{4}-\d{2}-\d{2}\)$/.test(heading) ? notes.join('\n').trim() : '';
}

/** What is packed and should not be. */
function strayFiles(files: readonly string[]): string[] {
  return files.filter((file) => !/^(?:dist\/|openapi\.json$|package\.json$|README\.md$|LICENSE$)/.test(file));
}

const notes = notesOf(version);
const problems = [
  ...(git('status', '--porcelain') === '' ? [] : ['there are uncommitted changes']),
  ...(git('branch', '--show-current') === 'main' ? [] : ['this is not main']),
  ...(git('tag', '--list', tag) === '' ? [] : [`${tag} exists already: raise the version in package.json`]),
  ...(notes === '' ? [`CHANGELOG.md has no section "## ${version} (date)"`] : []),
];
if (problems.length > 0) {
  console.error(`Not released: ${problems.join('; ')}.`);
  process.exit(1);
}

run('npm', 'ci', `--min-release-age=${MIN_RELEASE_AGE_DAYS}`);
run('npm', 'test');
const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json'], { encoding: 'utf8' })) as [PackResult];
const stray = strayFiles(packed.files.map(({ path }) => path));
if (stray.length > 0) throw new Error(`the package holds what it should not: ${stray.join(', ')}`);
console.log(`${packed.filename}: ${packed.files.length} files, ${Math.round(packed.size / 1024)} KB`);
const sbomFile = packed.filename.replace(/\.tgz$/, '.cdx.json');
const sbom = makeSbom();
writeFileSync(new URL(`../${sbomFile}`, import.meta.url), `${JSON.stringify(sbom, undefined, 2)}\n`);
console.log(`${sbomFile}: ${sbom.components.length} packages`);
if (!isDryRun) git('tag', '--annotate', tag, '--message', `${tag}\n\n${notes}`);
console.log(
  isDryRun
    ? `${tag} could be released.`
    : `${tag} is tagged. Push it, and publish ${packed.filename} with ${sbomFile}.`,
);

interface PackResult {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
