import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import packageJson from '../../package.json' with { type: 'json' };
import { HERE } from '../../tools/support/report.ts';
import type { Remembered } from './live-a-little.ts';

const run = promisify(execFile);
export const FIXTURES = join(HERE, 'test/upgrades');

export interface Release {
  readonly version: string;
  readonly commit: string;
  /** Recorded responses of the stored database, by database kind. */
  readonly told: Readonly<Record<'SQLite' | 'PostgreSQL', Remembered>>;
}

export function keptReleases(): Release[] {
  return readdirSync(FIXTURES)
    .filter((name) => /^\d/.test(name))
    .map((name) => JSON.parse(readFileSync(join(FIXTURES, name, 'release.json'), 'utf8')) as Release)
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

export function previousRelease(): Release {
  const release = keptReleases().findLast(({ version }) => version !== packageJson.version);
  if (!release) throw new Error('no release before this one is known');
  return release;
}

/** A release, built from this repository, in a folder that is kept for the next time. */
export async function builtRelease({ version, commit }: Omit<Release, 'told'>): Promise<string> {
  const folder = join(HERE, 'data/previous-release', version);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const archive = `${making}.tar`;
  await run('git', ['-C', HERE, 'archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', making]);
  await rm(archive);
  // With dependencies of its own, which may not be ours any more; installing builds it.
  await run('npm', ['ci'], { cwd: making });
  await rename(making, folder);
  return folder;
}

export async function hasCommit(commit: string): Promise<boolean> {
  const [asked] = await Promise.allSettled([
    run('git', ['-C', HERE, 'cat-file', '-e', `${commit}^{commit}`]),
  ]);
  return asked.status === 'fulfilled';
}
