import { open, rename, rm } from 'node:fs/promises';

/** Makes a file that must not exist yet, readable only by us, and under its own name only when it is whole. */
export async function createFileAtomically(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await createEmpty(file);
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    await createEmpty(partial);
    await write(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    await rm(file, { force: true });
    throw error;
  }
}

async function createEmpty(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  await handle.close();
}
