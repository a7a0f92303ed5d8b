import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OURS = fileURLToPath(new URL('..', import.meta.url));

/** Changed with every release. */
const PREVIOUS = { version: '0.6.0', commit: 'f6698f8' };

/** The release before this one, built from this repository, in a folder that is kept for the next time. */
export async function previousRelease(): Promise<string> {
  const folder = join(OURS, 'data/previous-release', PREVIOUS.version);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const archive = `${making}.tar`;
  await run('git', ['-C', OURS, 'archive', '--output', archive, PREVIOUS.commit]);
  await run('tar', ['-xf', archive, '-C', making]);
  await rm(archive);
  // With dependencies of its own, which may not be ours any more; installing builds it.
  await run('npm', ['ci'], { cwd: making });
  await rename(making, folder);
  return folder;
}

/** Why it cannot be had here; undefined when it can. */
export async function whyNoPreviousRelease(): Promise<string | undefined> {
  try {
    await run('git', ['-C', OURS, 'cat-file', '-e', `${PREVIOUS.commit}^{commit}`]);
    return undefined;
  } catch {
    return `this checkout does not have the commit of ${PREVIOUS.version}`;
  }
}
