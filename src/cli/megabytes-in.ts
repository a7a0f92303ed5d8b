import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How many megabytes a file has, or everything in a folder; none while it is not there. */
export async function megabytesIn(path: string): Promise<number> {
  return Math.ceil((await bytesIn(path)) / 1e6);
}

async function bytesIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  // It may be whole by now, and have another name.
  const names = await readdir(path).catch(() => []);
  const sizes = names.map((name) => bytesIn(join(path, name)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
