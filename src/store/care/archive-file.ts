import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as callbackPipeline, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import { createFileAtomically } from '../engine/atomic-file.ts';
import { fromJson } from '../engine/portable.ts';
import type { CareLogRow } from './care-log.ts';

// A month of the care log as a file: one line of JSON for each entry, compressed, in the order of the creatures' ids and of
// each one's life. So whoever goes through all creatures reads it once, from its beginning to its end.

export function archiveFileOf(folder: string, month: string): string {
  return join(folder, `care-log-${month}.ndjson.gz`);
}

export async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes a file that must not exist yet. It is on the disk, and was read again from there, before this is done. */
export async function writeArchiveFile(
  file: string,
  rows: AsyncIterable<readonly CareLogRow[]>,
): Promise<{ readonly entries: number; readonly checksum: string }> {
  let written = 0;
  async function* lines() {
    for await (const some of rows) {
      written += some.length;
      yield some.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  }
  await createFileAtomically(file, async (partial) => {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(partial));
    const read = await countRows(partial);
    if (read !== written) throw new Error(`${file} holds ${read} entries instead of ${written}`);
  });
  return { entries: written, checksum: await checksumOf(file) };
}

async function countRows(file: string): Promise<number> {
  let rows = 0;
  for await (const _ of readArchiveFile(file)) rows += 1;
  return rows;
}

export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Every entry, in the order of the file. */
export async function* readArchiveFile(file: string): AsyncGenerator<CareLogRow> {
  const unpacked = createGunzip();
  // Whoever reads what is unpacked hears of every error there is.
  callbackPipeline(createReadStream(file), unpacked, () => {});
  let rest = '';
  for await (const piece of unpacked.setEncoding('utf8')) {
    const lines = `${rest}${String(piece)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield fromJson<CareLogRow>(line);
  }
  if (rest !== '') throw new Error(`${file} ends in the middle of an entry`);
}
