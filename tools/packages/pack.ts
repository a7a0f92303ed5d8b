import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { HERE } from '../support/report.ts';

export const PLACES = { arkhouse: '.', 'arkhouse-agent': 'packages/agent' } as const;
export type PackageName = keyof typeof PLACES;
export const PACKAGE_NAMES = Object.keys(PLACES) as readonly PackageName[];

export interface PackedPackage {
  readonly tarball: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly unpackedBytes: number;
}

export function packPackage(name: PackageName, folder: string, ...more: readonly string[]): PackedPackage {
  // Inside `npm pack --dry-run` the build must still write the package.
  const args = ['pack', '--json', '--no-dry-run', '--ignore-scripts', '--pack-destination', folder, ...more];
  const said = execFileSync('npm', args, {
    cwd: join(HERE, PLACES[name]),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, size, unpackedSize, files }] = JSON.parse(said) as [
    { filename: string; size: number; unpackedSize: number; files: { path: string }[] },
  ];
  return {
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    bytes: size,
    unpackedBytes: unpackedSize,
  };
}

const ALLOWED: Readonly<Record<PackageName, RegExp>> = {
  arkhouse:
    /^(?:dist\/.+\.(?:js|json|css|svg|sql|ttf|ico|png|webmanifest)|dist\/client\/client\.d\.ts|dist\/LICENSES\.txt|dist\/packages\/[\w.-]+\.(?:tgz|whl)|content\/[\w/-]+\.(?:json|md)|dist\/fonts\/LICENSE|docs\/(?:(?:use|run)\/)?[\w-]+\.md|docs\/examples\/[\w-]+\.(?:ts|py|sh|go)|skills\/arkhouse\/[\w/-]+\.(?:md|py|sh)|openapi\.json|package\.json|README\.md|LICENSE)$/,
  'arkhouse-agent':
    /^(?:dist\/(?:parts\/)?[\w-]+\.js|dist\/client\.d\.ts|dist\/LICENSES\.txt|package\.json|README\.md|LICENSE)$/,
};

/** Pictures and contributor documents are not packed. */
const IN_THE_REPOSITORY =
  /\.(?:png|jpg|svg|webp)$|^(?:CONTRIBUTING|CHANGELOG|SECURITY)\.md$|^docs\/(?:build|decisions)(?:\/|$)|^(?:src|test|deploy|packages)\//;

/** An address of the service that reads like a file. */
const ADDRESSES: ReadonlySet<string> = new Set(['docs/api.md']);

export function strayFiles(name: PackageName, files: readonly string[]): string[] {
  return files.filter((file) => !ALLOWED[name].test(file) || /\.test\.\w+$|\.map$|\.tsbuildinfo$/.test(file));
}

/** Targets that packed documents link to or programs name, but that are not packed. */
export function missingFiles(files: readonly string[], read: (file: string) => string): string[] {
  const known = new Set(files);
  const isThere = (path: string) =>
    known.has(path) ||
    ADDRESSES.has(path) ||
    files.some((file) => file.startsWith(`${path}/`)) ||
    IN_THE_REPOSITORY.test(path);
  const named = files.flatMap((file) => pathsIn(file, read).map((path) => ({ file, path })));
  return named
    .filter(({ path }) => !isThere(path))
    .map(({ file, path }) => `${file} names ${path}, which is not in it`);
}

function pathsIn(file: string, read: (file: string) => string): string[] {
  if (file.endsWith('.js')) return [...read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([path]) => path);
  // Links in templates are paths of the service.
  if (!file.endsWith('.md') || file.startsWith('content/')) return [];
  const links = read(file).matchAll(/\]\((?!\w+:|\$)([^)#\s]+)[^)]*\)/g);
  return [...links].map(([, link = '']) => new URL(link, `file:///${file}`).pathname.slice(1));
}
