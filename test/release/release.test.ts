import { expect, test } from 'vitest';

import { notesOf, releasedVersions } from '../../tools/release/release-notes.ts';
import { releaseProblems, type ReleaseFacts } from '../../tools/release/release-problems.ts';
import { sbomOfBundle, type Sbom } from '../../tools/release/supply-chain.ts';

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

const READY: ReleaseFacts = {
  version: '1.1.0',
  mode: 'tag',
  changelog: CHANGELOG,
  uncommitted: '',
  branch: 'main',
  isTagged: false,
  origin: 'git@github.com:arkhouse/arkhouse.git',
  repository: 'git+https://github.com/arkhouse/arkhouse.git',
  versions: { 'server.json': '1.1.0' },
  apiVersion: '1.0.0',
  isPromised: true,
  kept: ['1.0.0'],
};

test.each<[string, Partial<ReleaseFacts>]>([
  ['everything agrees', {}],
  ['nobody knows yet where it will be pushed to', { origin: undefined, repository: undefined }],
  ['a tag is built again to be published', { mode: 'tagged', branch: '', isTagged: true }],
])('nothing prevents a release when %s', (_, facts) => {
  expect(releaseProblems({ ...READY, ...facts })).toEqual([]);
});

test.each<[string, Partial<ReleaseFacts>, RegExp]>([
  ['changes nobody committed', { uncommitted: ' M README.md' }, /uncommitted/],
  ['another branch', { branch: 'idea' }, /not main/],
  ['a version that exists', { isTagged: true }, /v1\.1\.0 exists already/],
  ['a commit that nobody tagged', { mode: 'tagged' }, /not tagged v1\.1\.0/],
  ['a changelog that does not know it', { changelog: '# Changelog\n' }, /no section "## \[1\.1\.0\] - DATE"/],
  ['another version elsewhere', { versions: { 'server.json': '1.0.0' } }, /server\.json says 1\.0\.0/],
  ['a version that is missing elsewhere', { versions: { 'server.json': undefined } }, /says nothing/],
  ['an API of another major version', { apiVersion: '2.0.0' }, /openapi\.json is of version 2\.0\.0/],
  ['promises nobody wrote down', { isPromised: false }, /npm run tool promises/],
  ['an older release of which no house is kept', { kept: [] }, /upgrade-fixture v1\.0\.0/],
  [
    'another origin',
    { origin: 'https://me@git.example/fork.git' },
    /origin is git\.example\/fork and package\.json says github\.com\/arkhouse\/arkhouse/,
  ],
  ['no repository', { repository: undefined }, /package\.json names no repository/],
])('%s prevents a release, and is reported with the fix', (_, facts, told) => {
  expect(releaseProblems({ ...READY, ...facts })).toEqual([expect.stringMatching(told)]);
});

test('the package for agents is made of what its file of licences names', () => {
  const whole: Sbom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'arkhouse', version: '1.0.0' } },
    components: [
      { name: 'zod', version: '4.0.0' },
      { name: 'pg', version: '8.0.0' },
      { name: '@modelcontextprotocol/server', version: '2.0.0' },
    ],
  };
  const line = '-'.repeat(72);
  const licences = `@modelcontextprotocol/server\n\nMIT\n\n${line}\n\nzod\n\nMIT, too\n`;
  const { metadata, components } = sbomOfBundle(whole, licences);
  expect(metadata.component).toMatchObject({
    name: 'arkhouse-agent',
    version: '1.0.0',
    purl: 'pkg:npm/arkhouse-agent@1.0.0',
  });
  expect(components.map(({ name }) => name)).toEqual(['zod', '@modelcontextprotocol/server']);
});
