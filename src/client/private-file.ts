import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';

/** A file of this user's that cannot be used, in a sentence for them. */
class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const OTHERS = 0o077;

export async function writePrivateFile(path: string, content: unknown): Promise<void> {
  await writePrivateText(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Atomic, flushed write (temporary file, fsync, rename) for this user alone: whatever happens, the old file or the new one is there. */
export async function writePrivateText(path: string, text: string): Promise<void> {
  const folder = await makePrivateFolder(path);
  const beside = `${path}.${process.pid}.new`;
  // One that was left behind may be anyone's to read; this one is made afresh.
  await rm(beside, { force: true });
  try {
    await writeNew(beside, text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await flushFolder(folder);
}

/** The folder for a file; where it has to be made, it is made for this user alone. */
export async function makePrivateFolder(path: string): Promise<string> {
  const folder = dirname(resolve(path));
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  return folder;
}

/** What a file of this user's says; undefined when there is none. One that others can read is refused. */
export async function readPrivateFile<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const file = await opened(path);
  if (!file) return undefined;
  try {
    const { mode } = await file.stat();
    // Windows keeps no such bits.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) throw readByOthers(path);
    return parsed(path, await file.readFile('utf8'), schema);
  } finally {
    await file.close();
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without this the disk may have the file and not yet its name. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parsed<T>(path: string, text: string, schema: z.ZodType<T>): T {
  const { success, data } = schema.safeParse(fromJson(text));
  if (success) return data;
  throw new KeyFileError(
    `${path} was not written by Arkhouse, or was changed. Name another file, or move it away.`,
  );
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readByOthers(path: string): KeyFileError {
  return new KeyFileError(
    `Others on this machine can read ${path}. Take that away with "chmod 600 ${path}", and rotate the key if they may have.`,
  );
}
