import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Creates a new file (mode 600) that is called NAME.partial until it is complete and fsynced. */
export async function createFileAtomically(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await createAtomically(file, createEmptyFile, async (partial) => {
    await write(partial);
    await flush(partial, 'r+');
  });
}

/** Creates a new folder that is called NAME.partial until it is complete. */
export async function createFolderAtomically(
  folder: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await createAtomically(folder, (path) => mkdir(path, { mode: 0o700 }), write);
}

async function createAtomically(
  path: string,
  create: (path: string) => Promise<void>,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  assertFree(path);
  const partial = `${path}.partial`;
  // Fails if another process writes it.
  await create(partial);
  // SQLite keeps extra files beside an open database.
  const made = ['', '-journal', '-wal', '-shm'].map((end) => partial + end);
  // Synchronous because it runs in the exit handler.
  const takeBack = () => made.forEach((each) => rmSync(each, { force: true, recursive: true }));
  process.once('exit', takeBack);
  try {
    await write(partial);
    // A rename would overwrite a file that took the name meanwhile.
    assertFree(path);
    await rename(partial, path);
    await flushFolder(dirname(path));
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    process.off('exit', takeBack);
  }
}

function assertFree(path: string): void {
  if (existsSync(path)) throw Object.assign(new Error(`EEXIST: ${path} exists`), { code: 'EEXIST' });
}

async function createEmptyFile(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  await handle.close();
}

/** Creates a folder (mode 700) and its parents, and fsyncs each parent so that a power loss cannot remove them. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const outermost = dirname(resolve(first));
  for (let made = resolve(folder); made !== outermost; made = dirname(made)) await flushFolder(dirname(made));
}

/** fsyncs a file or folder; `r+` because some systems fsync a file only through a writable handle. */
async function flush(path: string, manner: 'r' | 'r+'): Promise<void> {
  await using handle = await open(path, manner);
  await handle.sync();
}

// Error codes of systems that cannot open or fsync folders; PostgreSQL ignores the same ones.
const NO_FOLDERS: ReadonlySet<unknown> = new Set(['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL']);

async function flushFolder(folder: string): Promise<void> {
  try {
    await flush(folder, 'r');
  } catch (error) {
    if (!NO_FOLDERS.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
