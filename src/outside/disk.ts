import { statfs } from 'node:fs/promises';

/** Free and total bytes of the disk that holds a folder. */
export interface DiskSpace {
  readonly folder: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

const MEGABYTE = 1_000_000;
const LEAST_FREE_BYTES = 500 * MEGABYTE;
const LEAST_FREE_SHARE = 0.05;
// With this much free space the share that is free does not matter.
const PLENTY_BYTES = 20_000 * MEGABYTE;

export function judgeDiskSpace({ freeBytes, totalBytes }: DiskSpace): 'nearly full' | 'low' | 'enough' {
  if (freeBytes < LEAST_FREE_BYTES) return 'nearly full';
  const share = freeBytes / Math.max(1, totalBytes);
  return share < LEAST_FREE_SHARE && freeBytes < PLENTY_BYTES ? 'low' : 'enough';
}

export function describeDiskSpace({ folder, freeBytes, totalBytes }: DiskSpace): string {
  const percent = Math.floor((100 * freeBytes) / Math.max(1, totalBytes));
  return `${sizeOf(freeBytes)} (${percent} %) are left at ${folder}`;
}

export function sizeOf(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1000)} kB`;
  if (bytes < 1000 * MEGABYTE) return `${Math.round(bytes / MEGABYTE)} MB`;
  return `${(bytes / (1000 * MEGABYTE)).toFixed(1)} GB`;
}
