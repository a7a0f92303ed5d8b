import { link, readFile, rm, writeFile } from 'node:fs/promises';

import { makePrivateFolder } from '../client/private-file.ts';
import { KeeperError } from './keeper-context.ts';

/** Runs `work` while holding a lock file; takes over a stale one that a killed process left behind. */
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
  if (await isHolderAlive(left)) {
    const holder = Number(left.split(' ')[0]);
    throw new KeeperError(`Another keeper is at work here already (process ${holder}, says ${path}).`);
  }
  if (!(await takeOverStaleLock(path, left)))
    throw new KeeperError(`Another keeper has just begun its work here (${path}).`);
}

/** Removes a stale lock file. A second lock lets one process at a time do so, if it is still the same file. */
async function takeOverStaleLock(path: string, left: string): Promise<boolean> {
  const clearing = `${path}.clearing`;
  if (!(await createLockFile(clearing))) {
    // The process that was removing the stale lock may have been killed, too: its lock is removed for the next attempt.
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

/** Creates the lock file as a hard link, together with its content: the lock of a running keeper is never empty. */
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

function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** True if the process that holds the lock runs. Its pid may be reused by another program: the start time distinguishes them. */
async function isHolderAlive(content: string): Promise<boolean> {
  const [holder, since] = content.split(' ');
  const pid = Number(holder);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return false;
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

// Field 22 of /proc/PID/stat (proc(5)), counted after field 2, which is in brackets and may contain spaces.
const START_AFTER_NAME = 19;

/** Boot id and start tick of a process; undefined on systems without /proc. */
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
