import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const PLACES = { arkhouse: '.', 'arkhouse-agent': 'packages/agent' } as const;
export type PackageName = keyof typeof PLACES;
export const PACKAGE_NAMES = Object.keys(PLACES) as readonly PackageName[];

export type PackedPackage = ReturnType<typeof packPackage>;

export function packPackage(name: PackageName, folder: string, ...more: readonly string[]) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...more];
  const said = execFileSync('npm', args, {
    cwd: join(ROOT, PLACES[name]),
    encoding: 'utf8',
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
