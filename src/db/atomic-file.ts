import { rmSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes a file that must not exist yet, readable only by us, and under its own name only when it is whole and on the disk. */
export async function createFileAtomically(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await createAtomically(file, createEmptyFile, async (partial) => {
    await createEmptyFile(partial);
    await write(partial);
    await flush(partial, 'r+');
  });
}

/** The same for a folder, which is made by who writes into it. */
export async function createFolderAtomically(
  folder: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await createAtomically(folder, (path) => mkdir(path, { mode: 0o700 }), write);
}

async function createAtomically(
  path: string,
  reserve: (path: string) => Promise<unknown>,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await reserve(path);
  const partial = `${path}.partial`;
  // Whoever is interrupted has no time to wait. SQLite keeps files beside one it has open.
  const takeBack = () => {
    for (const each of [partial, `${partial}-journal`, `${partial}-wal`, `${partial}-shm`, path])
      rmSync(each, { force: true, recursive: true });
  };
  process.once('exit', takeBack);
  try {
    await rm(partial, { force: true, recursive: true });
    await write(partial);
    await rename(partial, path);
    await flushFolder(dirname(path));
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    process.off('exit', takeBack);
  }
}

async function createEmptyFile(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  await handle.close();
}

/** Makes a folder for our eyes only, and those around it, so that a power failure cannot take them away with all that is in them. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const outermost = dirname(resolve(first));
  for (let made = resolve(folder); made !== outermost; made = dirname(made)) await flushFolder(dirname(made));
}

/** What was written to it is on the disk itself. Some systems flush a file only for those who may write to it. */
async function flush(path: string, manner: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, manner);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// As PostgreSQL has it: some systems open no folders, some flush none, and there the names are theirs to keep.
const NO_FOLDERS: ReadonlySet<unknown> = new Set(['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL']);

async function flushFolder(folder: string): Promise<void> {
  try {
    await flush(folder, 'r');
  } catch (error) {
    if (!NO_FOLDERS.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
