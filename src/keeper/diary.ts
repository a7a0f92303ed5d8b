import { open, type FileHandle } from 'node:fs/promises';

import { iso, type Instant } from '../core/engine/clock.ts';
import type { DatedDiaryEntry, DiaryEntry } from './diary-entry.ts';
import { diaryLine } from './diary-words.ts';

export interface DiarySettings {
  /** A file that gets every line as well. */
  readonly file?: string | undefined;
  readonly format: 'words' | 'json';
  readonly print: (line: string, entry: DatedDiaryEntry) => Promise<void>;
}

/** What was done, one line each: for whoever watches, and in a file that is on the disk before the next deed begins. */
export interface KeeperDiary {
  /** The moment of the last line. */
  readonly latest: Instant;
  write(at: Instant, entry: DiaryEntry): Promise<void>;
  /** How long the file is, to find out later what was written after this. */
  length(): Promise<number>;
  /** Writes a line unless it stands there already, after this length. */
  writeOnce(since: number, at: Instant, entry: DiaryEntry): Promise<void>;
}

export function openDiary({ file, format, print }: DiarySettings): KeeperDiary {
  const lineFor = (entry: DatedDiaryEntry) => (format === 'json' ? JSON.stringify(entry) : diaryLine(entry));
  let latest: Instant = 0;
  const diary: KeeperDiary = {
    get latest() {
      return latest;
    },
    async write(at, entry) {
      latest = Math.max(latest, at);
      const dated: DatedDiaryEntry = { at: iso(at), ...entry };
      const line = lineFor(dated);
      if (file !== undefined) await appendLine(file, line);
      await print(line, dated);
    },
    length: async () => (file === undefined ? 0 : lengthOf(file)),
    async writeOnce(since, at, entry) {
      const line = lineFor({ at: iso(at), ...entry });
      const stands = file !== undefined && (await linesAfter(file, since)).includes(line);
      if (!stands) await diary.write(at, entry);
    },
  };
  return diary;
}

/** Others may read a diary: it holds no secret. */
const READABLE = 0o644;

async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', READABLE);
  try {
    await handle.appendFile((await endsInALine(handle)) ? `${line}\n` : `\n${line}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Where somebody else wrote last, or a keeper was killed, the last line may be half a line. */
async function endsInALine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  return size === 0 || (await readFrom(handle, size - 1, size))[0] === NEWLINE;
}

/** The length up to the end of the last whole line; what a killed keeper left of another is cut off. */
async function lengthOf(file: string): Promise<number> {
  const handle = await open(file, 'a+', READABLE);
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - LONGEST_LINE);
    const tail = await readFrom(handle, start, size);
    const whole = start + tail.lastIndexOf(NEWLINE) + 1;
    if (whole === size) return size;
    // Only what a keeper began: what anybody else wrote here is theirs.
    if (!OURS.test(tail.subarray(whole - start).toString())) return size;
    await handle.truncate(whole);
    return whole;
  } finally {
    await handle.close();
  }
}

const NEWLINE = 0x0a;
/** How every line of a diary begins, in either format. */
const OURS = /^(?:\d{4}-\d\d-\d\d \d\d:\d\d {2}|\{"at":")/;
const LONGEST_LINE = 64 * 1024;

async function linesAfter(file: string, since: number): Promise<readonly string[]> {
  const length = await lengthOf(file);
  if (length <= since) return [];
  const handle = await open(file, 'r');
  try {
    return (await readFrom(handle, since, length)).toString().split('\n');
  } finally {
    await handle.close();
  }
}

async function readFrom(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer;
}
