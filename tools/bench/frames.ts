import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

// https://www.sqlite.org/fileformat2.html#walformat
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Content of a write-ahead log since its last restart. */
interface Log {
  /** Drawn whenever it is begun anew. */
  readonly salt: string;
  readonly frames: readonly Frame[];
}

interface Frame {
  readonly page: number;
  readonly endsCommit: boolean;
}

/** The pages written to the log of this SQLite file during `work`, once per write. */
export async function pagesWrittenDuring(
  file: string,
  work: () => Promise<void>,
): Promise<{ pages: number[]; commits: number }> {
  const reader = new DatabaseSync(file, { readOnly: true });
  try {
    // An open read transaction keeps checkpoints from restarting the log, so no frame is lost.
    reader.exec('begin');
    reader.prepare('select count(*) from sqlite_schema').get();
    const before = await readLog(`${file}-wal`);
    await work();
    const after = await readLog(`${file}-wal`);
    // The first write restarts only a log that was fully checkpointed before the read began.
    const added = after.salt === before.salt ? after.frames.slice(before.frames.length) : after.frames;
    return {
      pages: added.map(({ page }) => page),
      commits: added.filter(({ endsCommit }) => endsCommit).length,
    };
  } finally {
    reader.close();
  }
}

// An index that SQLite made for a constraint has a number for a name.
const PLAIN_NAMES = `
  select name, tbl_name || ' by ' || (select group_concat(name, ', ') from pragma_index_info(made.name)) as plainly
  from sqlite_schema as made where type = 'index' and sql is null`;

/** Which table or index each page belongs to. */
export function treesByPage(file: string): Map<number, string> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const plain = new Map(
      database
        .prepare(PLAIN_NAMES)
        .all()
        .map(({ name, plainly }) => [name, plainly]),
    );
    const pages = database.prepare('select pageno, name from dbstat').all();
    return new Map(pages.map(({ pageno, name }) => [Number(pageno), String(plain.get(name) ?? name)]));
  } finally {
    database.close();
  }
}

async function readLog(file: string): Promise<Log> {
  const log = await open(file);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await log.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES) return { salt: '', frames: [] };
    const salt = header.toString('hex', 16, 24);
    const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
    const frames: Frame[] = [];
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    for (let at = HEADER_BYTES; ; at += frameBytes) {
      const read = await log.read(frame, 0, FRAME_HEADER_BYTES, at);
      // Frames of the previous log have another salt.
      if (read.bytesRead < FRAME_HEADER_BYTES || frame.toString('hex', 8, 16) !== salt)
        return { salt, frames };
      frames.push({ page: frame.readUInt32BE(0), endsCommit: frame.readUInt32BE(4) > 0 });
    }
  } finally {
    await log.close();
  }
}
