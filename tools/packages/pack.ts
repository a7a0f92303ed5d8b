import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folder of each package. */
const PLACES = { arkhouse: '.', 'arkhouse-agent': 'packages/agent' } as const;
export type PackageName = keyof typeof PLACES;
export const PACKAGE_NAMES = Object.keys(PLACES) as readonly PackageName[];

export interface PackedPackage {
  readonly tarball: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly unpackedBytes: number;
}

/** Packs a built package as a tarball into a folder. */
export function packPackage(name: PackageName, folder: string): PackedPackage {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const said = execFileSync('npm', args, {
    cwd: join(ROOT, PLACES[name]),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(said) as [NpmPackReport];
  return {
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    bytes: packed.size,
    unpackedBytes: packed.unpackedSize,
  };
}

interface NpmPackReport {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
