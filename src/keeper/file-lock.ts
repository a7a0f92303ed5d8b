import { link, readFile, rm, writeFile } from 'node:fs/promises';

import { makePrivateFolder } from '../client/private-file.ts';
import { KeeperError } from './keeper-context.ts';

/** Works while no other process holds the same lock file; a stale one, which a killed keeper left behind, is taken over. */
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

/** A lock of its own lets one process at a time remove the stale file, and only that: a quicker one may have a new lock there. */
async function takeOverStaleLock(path: string, left: string): Promise<boolean> {
  const clearing = `${path}.clearing`;
  if (!(await createLockFile(clearing))) {
    // Whoever was removing it may have been killed, too; then the next process finds the way free.
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

/** Created together with its content, atomically, by a hard link: nobody can find the lock of a running keeper empty. */
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

/** After a restart the pid of a killed keeper may be our own or any other program's: the start time tells them apart. */
async function isHolderAlive(content: string): Promise<boolean> {
  const pid = holderOf(content);
  const [, since] = content.split(' ');
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  if (!isRunning(pid)) return false;
  const started = await startTimeOf(pid);
  return since === undefined || started === undefined || started === since;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// The twenty-second field; the second, in brackets, may hold blanks.
const START_AFTER_NAME = 19;

/** The boot and the tick a process started at; undefined where the system does not say. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_AFTER_NAME];
    return ticks === undefined ? undefined : `${boot.trim()}/${ticks}`;
  } catch {
    return undefined;
  }
}
