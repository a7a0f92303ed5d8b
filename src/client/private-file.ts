import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';

class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const OTHERS = 0o077;

export async function writePrivateFile(path: string, content: unknown): Promise<void> {
  await writePrivateText(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Atomic write (temporary file, fsync, rename), readable by this user alone. */
export async function writePrivateText(path: string, text: string): Promise<void> {
  const folder = await makePrivateFolder(path);
  const beside = `${path}.${process.pid}.new`;
  // A temporary file of an earlier run is removed first: other users may be able to read it.
  await rm(beside, { force: true });
  try {
    await withFile(open(beside, 'wx', OWNER_ONLY), async (file) => {
      await file.writeFile(text);
      await file.sync();
    });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  // fsync of the folder: without it the renamed file may be lost in a power failure.
  if (process.platform !== 'win32') await withFile(open(folder, 'r'), (handle) => handle.sync());
}

export async function makePrivateFolder(path: string): Promise<string> {
  const folder = dirname(resolve(path));
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  return folder;
}

/** Reads a file; undefined when there is none. A file that other users can read is refused. */
export async function readPrivateFile<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  return withFile(file, async () => {
    const { mode } = await file.stat();
    // Windows has no file mode bits to check.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      throw new KeyFileError(
        `Others on this machine can read ${path}. Take that away with "chmod 600 ${path}", and rotate the key if they may have.`,
      );
    return parsed(path, await file.readFile('utf8'), schema);
  });
}

export async function withFile<T>(
  opened: FileHandle | Promise<FileHandle>,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await opened;
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

function parsed<T>(path: string, text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new KeyFileError(
      `${path} was not written by Arkhouse, or was changed. Name another file, or move it away.`,
    );
  }
}
