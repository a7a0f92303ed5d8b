import type { PodTemplateSpec } from 'kubernetes-types/core/v1.d.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { SECRETS_TABLE } from '../../packages/database/settings.ts';
import { isSettingName, readConfig } from '../../src/config/config.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { read, ROOT } from './sources.ts';

/** The server exits at the latest this long after SIGTERM and the configured delay. */
const CLOSE_WITHIN_SECONDS = 10;

/** The instructions of the Containerfile, each with the lines that continue it. */
const STEPS = read('Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .map((line) => ({ word: line.split(' ', 1)[0], rest: line.slice(line.indexOf(' ') + 1) }));
const FINAL = STEPS.slice(STEPS.findLastIndex(({ word }) => word === 'FROM'));
const allOf = (wanted: string) => FINAL.filter(({ word }) => word === wanted).map(({ rest }) => rest);
const listOf = (wanted: string) =>
  allOf(wanted).flatMap((rest) => JSON.parse(rest.slice(rest.indexOf('['))) as string[]);
const ENV: Words = Object.fromEntries(
  allOf('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=') as [string, string])),
);
const USER = allOf('USER').at(-1);
const PROBED = read('src/features/stats/stats.http.ts').matchAll(/app\.get\('(\/\w+)'/g);
const PROBES = [...PROBED].map(([, path]) => path);

type Words = Readonly<Record<string, string>>;
interface ComposeService {
  readonly image: string;
  readonly environment?: Words;
  readonly read_only: boolean;
  readonly stop_grace_period?: string;
  readonly secrets?: readonly string[];
}
interface ComposeFile {
  readonly services: Readonly<Record<'house' | 'postgres', ComposeService>>;
  readonly secrets?: object;
}
const COMPOSE = ['deploy/compose.yaml', 'deploy/compose.full.yaml'].map(
  (file) => [file, parse(read(file), { merge: true }) as ComposeFile] as const,
);

const KUSTOMIZATION = 'kustomization.yaml';
const IN_KUBERNETES = readdirSync(new URL('deploy/kubernetes/', ROOT));
const MANIFEST_FILES = IN_KUBERNETES.filter((file) => file !== KUSTOMIZATION);
const MANIFESTS = MANIFEST_FILES.flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((one) => one.toJS() as Manifest),
);
interface PodOwner {
  readonly template?: PodTemplateSpec;
  readonly jobTemplate?: { readonly spec: { readonly template: PodTemplateSpec } };
}
type Manifest = Record<'apiVersion' | 'kind', string> &
  Partial<Record<'data' | 'stringData', Words>> & { readonly spec?: PodOwner };
const PODS = MANIFESTS.flatMap(
  ({ spec }) => (spec?.template ?? spec?.jobTemplate?.spec.template)?.spec ?? [],
);

/** Names that are no setting. CREDENTIALS_DIRECTORY is set by systemd and names a folder with settings. */
const unknown = (names: Iterable<string>) =>
  [...names].filter((name) => !isSettingName(name) && name !== 'CREDENTIALS_DIRECTORY');

test('everything the image copies exists and is in the build context', () => {
  const own = STEPS.filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from='));
  const sources = own.flatMap(({ rest }) => rest.split(' ').slice(0, -1));
  expect(sources.length).toBeGreaterThan(5);
  // .dockerignore excludes everything it does not name.
  const [everything, ...sent] = read('.dockerignore').trim().split('\n');
  expect(everything).toBe('*');
  const isSent = (path: string) => existsSync(new URL(path, ROOT)) && sent.includes(`!${path}`);
  expect(sources.filter((path) => !isSent(path))).toEqual([]);
});

test('the image has valid settings, an unprivileged user, one volume, a health check and a start command', () => {
  expect(unknown(Object.keys(ENV))).toEqual([]);
  expect(readConfig(ENV)).toMatchObject({ production: true, host: '0.0.0.0', port: 3000 });
  expect(allOf('VOLUME')).toEqual([ENV['ARKHOUSE_DATA_DIR']]);
  expect(USER).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(PROBES.some((path) => listOf('HEALTHCHECK').join(' ').includes(`}${path}\``))).toBe(true);
  const command = [...listOf('ENTRYPOINT'), ...listOf('CMD')];
  expect(command).toEqual(expect.arrayContaining(['node', '/app/dist/cli/arkhouse.js', 'serve']));
});

test.each(COMPOSE)(
  '%s uses existing settings, declared secrets, read-only containers and a sufficient stop grace period',
  (_, { services, secrets }) => {
    const { environment = {}, stop_grace_period: grace = '' } = services.house;
    expect(unknown(Object.keys(environment))).toEqual([]);
    const closing = Number(environment['ARKHOUSE_CLOSE_AFTER_SECONDS'] ?? 0);
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(closing + CLOSE_WITHIN_SECONDS);
    expect(Object.values(services).filter((service) => !service.read_only)).toEqual([]);
    const named = Object.values(services).flatMap((service) => service.secrets ?? []);
    expect(new Set(named)).toEqual(new Set(Object.keys(secrets ?? {})));
  },
);

test('deploy/.env.example names only existing settings', () => {
  const names = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  expect(unknown(names.filter((name) => name.startsWith('ARKHOUSE_')))).toEqual([]);
});

test('pods use existing settings, the user and port of the image, existing probe paths and a sufficient grace period', () => {
  const kept = MANIFESTS.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
  expect(unknown(kept)).toEqual([]);
  const services = COMPOSE[1]?.[1].services;
  const images = [services?.house.image, services?.postgres.image];
  expect(PODS).toHaveLength(4);
  expect(read('deploy/kubernetes/maintenance.yaml')).toContain(`--exclude-table-data='*.${SECRETS_TABLE}'`);
  for (const { securityContext, enableServiceLinks, containers } of PODS) {
    expect(`${securityContext?.runAsUser}:${securityContext?.runAsGroup}`).toBe(USER);
    // With service links, Kubernetes sets ARKHOUSE_PORT, which is no setting and stops the start.
    expect(enableServiceLinks).toBe(false);
    for (const { image } of containers) expect(images).toContain(image);
  }
  const house = PODS.find(({ containers }) => containers[0]?.args?.[0] === 'serve');
  const [container] = house?.containers ?? [];
  for (const kind of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
    expect(PROBES).toContain(container?.[kind]?.httpGet?.path);
  expect(String(container?.ports?.[0]?.containerPort)).toBe(ENV['PORT']);
  const settings = MANIFESTS.find(({ kind }) => kind === 'ConfigMap')?.data;
  const closing = Number(settings?.['ARKHOUSE_CLOSE_AFTER_SECONDS']);
  expect(house?.terminationGracePeriodSeconds).toBeGreaterThan(closing + CLOSE_WITHIN_SECONDS);
});

test('the kustomization has every manifest but the secrets, and overrides the image that pods name', () => {
  const { resources, images } = parse(read(`deploy/kubernetes/${KUSTOMIZATION}`)) as {
    readonly resources: readonly string[];
    readonly images: readonly { readonly name: string }[];
  };
  expect(new Set(resources)).toEqual(new Set(MANIFEST_FILES.filter((file) => !file.startsWith('secrets'))));
  const named = PODS.flatMap(({ containers }) => containers.map(({ image }) => image));
  expect(named.filter((image) => image?.startsWith(`${images[0]?.name}:`))).toHaveLength(3);
});

test('the systemd unit loads the secret settings of the service as credentials and allows enough time to stop', () => {
  const unit = read('deploy/systemd/arkhouse.service');
  const names = [...unit.matchAll(/^LoadCredential=(\w+)$/gm)].map(([, name = '']) => name);
  const isSecret = /(?:DATABASE|REPLICA|REDIS|RPC)_URL$|(?<!ARKHOUSE_API_)KEY$|SECRET$|TOKEN$/;
  expect(new Set(names)).toEqual(new Set(Object.keys(SETTINGS).filter((name) => isSecret.test(name))));
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(CLOSE_WITHIN_SECONDS);
});

test('every manifest has the type that Kubernetes publishes for its kind', () => {
  const first = MANIFESTS.find(({ kind }) => kind === 'Deployment');
  // A misspelt manifest proves that the compiler checks field names.
  const misspelt = { ...first, spec: { replica: 3 } } as unknown as Manifest;
  expect(typeErrorsOf([...MANIFESTS, misspelt])).toEqual([expect.stringContaining('replica')]);
});

/** Compiler errors of the manifests, typed with kubernetes-types. */
function typeErrorsOf(manifests: readonly Manifest[]): readonly string[] {
  const folder = new URL('node_modules/.cache/manifests/', ROOT);
  const lines = manifests.map((one, nth) => {
    const from = one.apiVersion.includes('/') ? one.apiVersion.replace('.k8s.io', '') : 'core/v1';
    return `export const m${nth}: import('kubernetes-types/${from}').${one.kind} = ${JSON.stringify(one)};`;
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('manifests.ts', folder), lines.join('\n'));
  const options =
    '--ignoreConfig --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler';
  const file = fileURLToPath(new URL('manifests.ts', folder));
  try {
    const tsc = fileURLToPath(new URL('node_modules/.bin/tsc', ROOT));
    execFileSync(tsc, [...options.split(' '), '--types', '', file]);
    return [];
  } catch (error) {
    const said = String((error as { stdout?: Buffer }).stdout);
    return said.split('\n').filter((line) => line.includes(': error TS'));
  }
}
