import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import agentJson from '../../packages/agent/package.json' with { type: 'json' };
import { buildWheel } from '../../tools/packages/wheel.ts';
import rootJson from '../../package.json' with { type: 'json' };
import serverJson from '../../server.json' with { type: 'json' };
import * as publisher from '../../tools/release/publisher.ts';
import {
  notesOf,
  releasedVersions,
  releaseProblems,
  type ReleaseFacts,
} from '../../tools/release/release-problems.ts';
import { sbomOfBundle, type Sbom } from '../../tools/release/supply-chain.ts';
import { aFolder } from '../program/arkhouse.ts';

const ROOT = new URL('../../', import.meta.url);
const OWN = 'test/release/release.test.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

- Not yet.

## [1.1.0] - 2027-01-02

Second.

### Added

- More.

## [1.0.0] - 2027-01-01

First.
`;

test('the notes of a release are what the changelog says about it', () => {
  expect(notesOf(CHANGELOG, '1.1.0')).toBe('Second.\n\n### Added\n\n- More.');
  expect(notesOf(CHANGELOG, '1.0.0')).toBe('First.');
  expect(notesOf(CHANGELOG, '1.1')).toBe('');
  expect(notesOf(CHANGELOG.replace('2027-01-02', 'soon'), '1.1.0')).toBe('');
  expect(releasedVersions(CHANGELOG)).toEqual(['1.1.0', '1.0.0']);
});

const PUBLISHER: publisher.Publisher = {
  repository: 'https://github.com/Wren/pets',
  packages: { arkhouse: 'arkhouse', 'arkhouse-agent': 'arkhouse-agent' },
  mcpName: 'io.github.Wren/arkhouse',
  image: 'ghcr.io/wren/arkhouse',
  pypi: 'arkhouse',
};

const SCOPED: publisher.Publisher = {
  ...PUBLISHER,
  packages: { arkhouse: '@wren/arkhouse', 'arkhouse-agent': '@wren/agent' },
};

test('the address of a repository on GitHub implies all other names of the publisher, and each may be chosen', () => {
  expect(publisher.readPublisher('{ "repository": "https://github.com/Wren/pets" }')).toEqual(PUBLISHER);
  const names = { mcpName: 'example.git/pets', image: 'ghcr.io/wren/pets', pypi: 'wren-arkhouse' };
  const chosen = { repository: 'https://git.example/wren/pets', packages: SCOPED.packages, ...names };
  expect(publisher.readPublisher(JSON.stringify(chosen))).toEqual(chosen);
});

const onGithub = (more: string) => `{ "repository": "https://github.com/a/b", ${more} }`;
// The workflow sends its token only to ghcr.io.
const NO_IMAGE = /image is not ghcr\.io\/OWNER\/NAME without a tag/;

test.each([
  ['no file', undefined, /publisher\.json is missing: write and commit \{ "repository"/],
  ['no JSON', '{', /publisher\.json: Invalid input/],
  ['an address without a host', '{ "repository": "wren/pets" }', /repository is not an https address/],
  ['an address for git', '{ "repository": "https://github.com/a/b.git" }', /repository ends with \.git/],
  ['a misspelt field', onGithub('"imag": "x"'), /Unrecognized key: "imag"/],
  ['a name that PyPI refuses', onGithub('"pypi": "@a/b"'), /pypi is not a name of PyPI/],
  ['another host', '{ "repository": "https://git.example/a" }', /"mcpName" and "image" are needed/],
  ['an image elsewhere', onGithub('"image": "images.example/a/b"'), NO_IMAGE],
  ['an image at a similar host', onGithub('"image": "ghcr.io.example/a/b"'), NO_IMAGE],
  ['an image with a tag', onGithub('"image": "ghcr.io/a/b:1"'), NO_IMAGE],
])('%s is reported with what to write', (_, text, told) => {
  expect(publisher.readPublisher(text)).toEqual({ problem: expect.stringMatching(told) });
});

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!HAS_PYTHON)('the wheel has the name that the publisher chose at PyPI', () => {
  const folder = aFolder();
  buildWheel(folder, 'Wren.arkhouse');
  const wheel = `wren_arkhouse-${rootJson.version}-py3-none-any.whl`;
  expect(readdirSync(folder)).toEqual([wheel]);
  expect(readFileSync(join(folder, wheel)).includes('wren_arkhouse-')).toBe(true);
});

test('published packages, texts and registry entry have the chosen names, and no parts for development', () => {
  const root = publisher.publishedManifest(rootJson, SCOPED);
  expect(root).toMatchObject({
    name: '@wren/arkhouse',
    homepage: 'https://github.com/Wren/pets#readme',
    bugs: 'https://github.com/Wren/pets/issues',
    repository: { type: 'git', url: 'git+https://github.com/Wren/pets.git' },
    bin: rootJson.bin,
  });
  for (const field of ['scripts', 'devDependencies', 'overrides', 'allowScripts'])
    expect(root).not.toHaveProperty([field]);
  const mcpName = 'io.github.Wren/arkhouse';
  const agent = publisher.publishedManifest(agentJson, SCOPED, 'packages/agent');
  expect(agent).toMatchObject({ name: '@wren/agent', mcpName, repository: { directory: 'packages/agent' } });
  expect(publisher.publishedServer(serverJson, SCOPED)).toMatchObject({
    name: mcpName,
    version: rootJson.version,
    repository: { url: 'https://github.com/Wren/pets', source: 'github' },
    packages: [{ identifier: '@wren/agent', version: rootJson.version }],
  });
  const text = `npx -y arkhouse-agent mcp; npx -y arkhouse serve; "-y", "arkhouse-agent"; npm i arkhouse.
import { connect } from 'arkhouse/client'; arkhouse keep; npx -y arkhouse-other`;
  expect(publisher.withPublishedNames(text, SCOPED))
    .toBe(`npx -y @wren/agent mcp; npx -y @wren/arkhouse serve; "-y", "@wren/agent"; npm i @wren/arkhouse.
import { connect } from '@wren/arkhouse/client'; arkhouse keep; npx -y arkhouse-other`);
  expect(publisher.withPublishedNames(text, PUBLISHER)).toBe(text);
});

test('no file of this repository has an address of a publisher', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const names = /github\.com\/arkhouse|io\.github\.arkhouse|ghcr\.io\/arkhouse/;
  const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
  const texts = files.filter((file) => /\.(?:json|md|ts|ya?ml)$|^Containerfile$/.test(file) && file !== OWN);
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((file) => existsSync(new URL(file, ROOT)) && names.test(read(file)))).toEqual([]);
});

const READY: ReleaseFacts = {
  version: '1.1.0',
  mode: 'tag',
  changelog: CHANGELOG,
  uncommitted: '',
  branch: 'main',
  isTagged: false,
  origin: 'git@github.com:Wren/pets.git',
  publisher: PUBLISHER,
  versions: { 'server.json': '1.1.0' },
  apiVersion: '1.0.0',
  isPromised: true,
  kept: ['1.0.0'],
};

test.each<[string, Partial<ReleaseFacts>]>([
  ['everything agrees', {}],
  ['nobody knows yet where it will be pushed to', { origin: undefined }],
  ['a tag is built again to be published', { mode: 'tagged', branch: '', isTagged: true }],
])('nothing prevents a release when %s', (_, facts) => {
  expect(releaseProblems({ ...READY, ...facts })).toEqual([]);
});

const OTHER_ORIGIN = /origin is git\.example\/fork and publisher\.json says github\.com\/Wren\/pets/;

test.each<[string, Partial<ReleaseFacts>, RegExp]>([
  ['changes nobody committed', { uncommitted: ' M README.md' }, /uncommitted/],
  ['another branch', { branch: 'idea' }, /not main/],
  ['a version that exists', { isTagged: true }, /v1\.1\.0 exists already/],
  ['a commit that nobody tagged', { mode: 'tagged' }, /not tagged v1\.1\.0/],
  ['a changelog that does not know it', { changelog: '# Changelog\n' }, /no section "## \[1\.1\.0\] - DATE"/],
  ['another version elsewhere', { versions: { 'server.json': '1.0.0' } }, /server\.json says 1\.0\.0/],
  ['a version that is missing elsewhere', { versions: { 'server.json': undefined } }, /says nothing/],
  ['an API of another major version', { apiVersion: '2.0.0' }, /openapi\.json is of version 2\.0\.0/],
  ['promises nobody wrote down', { isPromised: false }, /generate\.ts promises/],
  ['an older release of which no house is kept', { kept: [] }, /upgrade-fixture\.ts v1\.0\.0/],
  ['another origin', { origin: 'https://me@git.example/fork.git' }, OTHER_ORIGIN],
  ['no publisher', { publisher: publisher.readPublisher(undefined) }, /publisher\.json is missing/],
])('%s prevents a release, and is reported with the fix', (_, facts, told) => {
  expect(releaseProblems({ ...READY, ...facts })).toEqual([expect.stringMatching(told)]);
});

test('the package for agents is made of what its file of licences names', () => {
  const whole: Sbom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'arkhouse', version: '1.0.0' } },
    components: ['zod', 'pg', '@a/b'].map((name) => ({ name, version: '4.0.0' })),
  };
  const licences = `@a/b\n\nMIT\n\n${'-'.repeat(72)}\n\nzod\n\nMIT, too\n`;
  const { metadata, components } = sbomOfBundle(whole, licences);
  const purl = 'pkg:npm/arkhouse-agent@1.0.0';
  expect(metadata.component).toMatchObject({ name: 'arkhouse-agent', version: '1.0.0', purl });
  expect(components.map(({ name }) => name)).toEqual(['zod', '@a/b']);
});
