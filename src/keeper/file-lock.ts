import { link, readFile, rm, writeFile } from 'node:fs/promises';

import { makePrivateFolder } from '../client/private-file.ts';
import { KeeperError } from './keeper-context.ts';

/** Works while no other keeper does under the same lock; one that a killed keeper left behind is taken over. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await makePrivateFolder(path);
  await acquireLock(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquireLock(path: string): Promise<void> {
  if (await createLockFile(path)) return;
  const left = await contentOf(path);
  if (await isHolderAlive(left))
    throw new KeeperError(
      `Another keeper is at work here already (process ${holderOf(left)}, says ${path}).`,
    );
  if (!(await takeOverStaleLock(path, left)))
    throw new KeeperError(`Another keeper has just begun its work here (${path}).`);
}

/** One at a time clears away what was left behind, and only that: whoever was quicker has a lock of its own there by now. */
async function takeOverStaleLock(path: string, left: string): Promise<boolean> {
  const clearing = `${path}.clearing`;
  if (!(await createLockFile(clearing))) {
    // Killed in the middle of it; the next to come finds the way free.
    const begun = await contentOf(clearing);
    if (begun !== '' && !(await isHolderAlive(begun))) await rm(clearing, { force: true });
    return false;
  }
  try {
    if ((await contentOf(path)) !== left) return false;
    await rm(path, { force: true });
    return await createLockFile(path);
  } finally {
    await rm(clearing, { force: true });
  }
}

/** Made with its content in one stroke: nobody can find the lock of one at work empty. */
async function createLockFile(path: string): Promise<boolean> {
  const beside = `${path}.${process.pid}`;
  const since = await startTimeOf(process.pid);
  const mine = since === undefined ? String(process.pid) : `${process.pid} ${since}`;
  await writeFile(beside, mine, { mode: 0o600 });
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

function holderOf(content: string): number {
  return Number(content.split(' ')[0]);
}

function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** After a restart the number of a killed keeper may be our own, or that of anybody else: it is no keeper's then. */
async function isHolderAlive(content: string): Promise<boolean> {
  const process_id = holderOf(content);
  const [, since] = content.split(' ');
  if (!Number.isInteger(process_id) || process_id <= 0 || process_id === process.pid) return false;
  if (!isRunning(process_id)) return false;
  const started = await startTimeOf(process_id);
  return since === undefined || started === undefined || started === since;
}

function isRunning(process_id: number): boolean {
  try {
    return process.kill(process_id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// The twenty-second field; the second, in brackets, may hold blanks.
const START_AFTER_NAME = 19;

/** What tells a process from another that had its number before; undefined where the machine does not say. */
async function startTimeOf(process_id: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${process_id}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_AFTER_NAME];
    return ticks === undefined ? undefined : `${boot.trim()}/${ticks}`;
  } catch {
    return undefined;
  }
}
