import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

import { sizeOf } from './check-data-folder.ts';
import { fine, note, wrong, type Diagnosis } from './diagnosis.ts';

const ROOT = new URL('../../../', import.meta.url);
/** What the house reads beside its program, and without which it does not open. */
const FOLDERS = ['dist/fonts/', 'dist/icons/', 'dist/browser/', 'dist/store/migrations/'];
const FILES = ['openapi.json'];

/** What the house runs on: the runtime, the package, memory, open files. */
export async function checkMachine(): Promise<Diagnosis[]> {
  return [
    checkVersions(),
    await checkPackage(),
    checkMemory(process.availableMemory()),
    ...checkOpenFiles(await readFile('/proc/self/limits', 'utf8').catch(() => '')),
  ];
}

interface PackageFacts {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** A newer Node was tried by nobody; an older one has not come this far. */
function checkVersions(): Diagnosis {
  const { version, engines } = JSON.parse(
    readFileSync(new URL('package.json', ROOT), 'utf8'),
  ) as PackageFacts;
  const { node, sqlite } = process.versions;
  return fine(
    'versions',
    `Arkhouse ${version} on Node ${node} (${engines.node} is needed), with SQLite ${sqlite ?? 'of its own'}.`,
  );
}

export async function checkPackage(root: URL = ROOT): Promise<Diagnosis> {
  const emptiness = await Promise.all(FOLDERS.map((folder) => isEmpty(new URL(folder, root))));
  const missing = [
    ...FOLDERS.filter((_, at) => emptiness[at]),
    ...FILES.filter((file) => !existsSync(new URL(file, root))),
  ];
  if (missing.length === 0) return fine('package', 'It is complete.');
  return wrong(
    'package',
    `It is not complete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    existsSync(new URL('src/', root)) ? 'npm run build' : 'Install it anew: npm i arkhouse',
  );
}

async function isEmpty(folder: URL): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length === 0;
}

const LEAST_MEMORY_BYTES = 256_000_000;

export function checkMemory(availableBytes: number): Diagnosis {
  const left = `${sizeOf(availableBytes)} are available`;
  if (availableBytes >= LEAST_MEMORY_BYTES) return fine('memory', `${left}.`);
  return note(
    'memory',
    `Only ${left}; the house with its model wants ${sizeOf(LEAST_MEMORY_BYTES)}.`,
    'Give the machine or the container more, or end something else.',
  );
}

const FEWEST_OPEN_FILES = 4096;

/** By what Linux says of this process; elsewhere nothing is known. */
export function checkOpenFiles(limits: string): Diagnosis[] {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  if (soft === undefined) return [];
  const most = Number(soft);
  if (most >= FEWEST_OPEN_FILES) return [fine('open files', `At most ${most} at once.`)];
  return [
    note(
      'open files',
      `At most ${most} at once, and every connection is one.`,
      'ulimit -n 65536 before the start, or LimitNOFILE=65536 in the unit.',
    ),
  ];
}
