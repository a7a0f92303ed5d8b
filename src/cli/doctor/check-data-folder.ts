import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import type { Config } from '../../config/config.ts';
import { codeOf, fine, note, wrong, type Diagnosis } from './diagnosis.ts';

const MEGABYTE = 1_000_000;
const LEAST_FREE_BYTES = 500 * MEGABYTE;
// Five in a hundred of a large disk are plenty.
const PLENTY_BYTES = 20_000 * MEGABYTE;
const LEAST_SHARE = 0.05;

/** Whether the folder of the SQLite file is there or can be made, is ours, and has room. */
export async function checkDataFolder({ databaseUrl, dataDir }: Config): Promise<Diagnosis[]> {
  if (databaseUrl !== undefined) return [];
  const folder = resolve(dataDir);
  const standing = await nearest(folder);
  const place = await checkPlace(folder, standing);
  if (place.state === 'wrong') return [place];
  const { bsize, blocks, bavail } = await statfs(standing);
  const room = checkRoom(standing, { freeBytes: bavail * bsize, totalBytes: blocks * bsize });
  const file = await checkFile(join(folder, 'arkhouse.db'));
  return file ? [place, file, room] : [place, room];
}

/** The folder, or the one around it that is there. */
async function nearest(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    return isMissing && dirname(path) !== path ? nearest(dirname(path)) : path;
  }
}

async function checkPlace(folder: string, standing: string): Promise<Diagnosis> {
  const name = 'data folder';
  const about = await stat(standing).catch(() => undefined);
  if (about && !about.isDirectory())
    return wrong(
      name,
      `${standing} is a file, where a folder is needed.`,
      'Set ARKHOUSE_DATA_DIR to a folder, or move that file away.',
    );
  const refusal = await refusalOf(standing, constants.R_OK | constants.W_OK | constants.X_OK);
  if (refusal === 'EROFS')
    return wrong(
      name,
      `${standing} is on a disk that cannot be written to.`,
      'Set ARKHOUSE_DATA_DIR to one that can be, or mount a volume there.',
    );
  if (refusal !== undefined)
    return wrong(
      name,
      `${standing} may not be written to by this user.`,
      `chown -R ${process.getuid?.() ?? 'USER'} ${standing}, or set ARKHOUSE_DATA_DIR to a folder of your own.`,
    );
  if (standing !== folder) return fine(name, `${folder} will be made, with a SQLite file in it.`);
  if (process.getuid?.() === 0 && about && about.uid !== 0)
    return note(
      name,
      `${folder} belongs to user ${about.uid}, and this is root: what root makes there, that user cannot write to.`,
      'Run the house, and this, as that user.',
    );
  return fine(name, `${folder} can be written to.`);
}

async function checkFile(file: string): Promise<Diagnosis | undefined> {
  const about = await stat(file).catch(() => undefined);
  if (!about) return undefined;
  const name = 'data file';
  const refusal = await refusalOf(file, constants.R_OK | constants.W_OK);
  if (refusal !== undefined)
    return wrong(
      name,
      `${file} belongs to user ${about.uid}, and may not be written to by this one.`,
      `chown ${process.getuid?.() ?? 'USER'} ${file}*`,
    );
  if ((about.mode & 0o077) !== 0)
    return note(
      name,
      `Other users of this machine can read ${file}.`,
      `chmod 600 ${file}* (the next start does so, too).`,
    );
  return fine(name, 'It is for our eyes only.');
}

async function refusalOf(path: string, manner: number): Promise<string | undefined> {
  try {
    await access(path, manner);
    return undefined;
  } catch (error) {
    return codeOf(error) ?? 'EACCES';
  }
}

/** How full a disk is. */
interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export function checkRoom(at: string, { freeBytes, totalBytes }: DiskRoom): Diagnosis {
  const share = freeBytes / Math.max(1, totalBytes);
  const left = `${sizeOf(freeBytes)} (${Math.floor(100 * share)} %) are left at ${at}`;
  const remedy =
    'Make room there, or set ARKHOUSE_DATA_DIR to a larger disk and take the house along (arkhouse backup, restore).';
  if (freeBytes < LEAST_FREE_BYTES)
    return wrong('disk', `Only ${left}; a full disk ends every write.`, remedy);
  if (share < LEAST_SHARE && freeBytes < PLENTY_BYTES) return note('disk', `Only ${left}.`, remedy);
  return fine('disk', `${left}.`);
}

export function sizeOf(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1000)} kB`;
  if (bytes < 1000 * MEGABYTE) return `${Math.round(bytes / MEGABYTE)} MB`;
  return `${(bytes / (1000 * MEGABYTE)).toFixed(1)} GB`;
}
