import { mkdir, open, rename, rm } from 'node:fs/promises';

/** Makes a file that must not exist yet, readable only by us, and under its own name only when it is whole. */
export async function createFileAtomically(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await createAtomically(file, createEmptyFile, async (partial) => {
    await createEmptyFile(partial);
    await write(partial);
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
  try {
    await rm(partial, { force: true, recursive: true });
    await write(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true, recursive: true });
    await rm(path, { force: true, recursive: true });
    throw error;
  }
}

async function createEmptyFile(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  await handle.close();
}
