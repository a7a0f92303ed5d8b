import { open, readFile, rm } from 'node:fs/promises';

import { folderFor } from '../client/own-file.ts';
import { CannotKeep } from './world.ts';

/** Works while no other keeper does under the same lock; one that a killed keeper left behind is taken over. */
export async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
  await folderFor(path);
  await take(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<void> {
  if (await made(path)) return;
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  if (isAtWork(holder))
    throw new CannotKeep(`Another keeper is at work here already (process ${holder}, says ${path}).`);
  await rm(path, { force: true });
  if (!(await made(path))) throw new CannotKeep(`Another keeper has just begun its work here (${path}).`);
}

async function made(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(String(process.pid)).finally(() => void file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** In a container the number of a killed keeper may be our own. */
function isAtWork(process_id: number): boolean {
  if (!Number.isInteger(process_id) || process_id <= 0 || process_id === process.pid) return false;
  try {
    return process.kill(process_id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
