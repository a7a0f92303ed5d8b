import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

// https://www.sqlite.org/fileformat2.html#walformat
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** The pages written to the log of this SQLite file during `work`, once per write. */
export async function pagesWrittenDuring(
  file: string,
  work: () => Promise<void>,
): Promise<{ pages: number[]; commits: number }> {
  using reader = new DatabaseSync(file, { readOnly: true });
  // An open read transaction keeps checkpoints from restarting the log, so no frame is lost.
  reader.exec('begin');
  reader.prepare('select count(*) from sqlite_schema').get();
  const before = await readLog(`${file}-wal`);
  await work();
  const after = await readLog(`${file}-wal`);
  // The first write restarts only a log that was fully checkpointed before the read began.
  const added = after.salt === before.salt ? after.frames.slice(before.frames.length) : after.frames;
  return { pages: added.map(({ page }) => page), commits: added.filter((each) => each.endsCommit).length };
}

// An index that SQLite made for a constraint has a number for a name.
const PAGES = `
  select pageno, coalesce(
    (select tbl_name || ' by ' || (select group_concat(name, ', ') from pragma_index_info(made.name))
      from sqlite_schema as made where made.name = dbstat.name and type = 'index' and sql is null), name) as tree
  from dbstat`;

export function treesByPage(file: string): Map<number, string> {
  using database = new DatabaseSync(file, { readOnly: true });
  const pages = database.prepare(PAGES).all();
  return new Map(pages.map(({ pageno, tree }) => [Number(pageno), String(tree)]));
}

/** The frames of a write-ahead log since its last restart; its salt is drawn whenever it is begun anew. */
async function readLog(file: string) {
  await using log = await open(file);
  const header = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await log.read(header, 0, HEADER_BYTES, 0);
  const frames: { page: number; endsCommit: boolean }[] = [];
  if (bytesRead < HEADER_BYTES) return { salt: '', frames };
  const salt = header.toString('hex', 16, 24);
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  for (let at = HEADER_BYTES; ; at += frameBytes) {
    const read = await log.read(frame, 0, FRAME_HEADER_BYTES, at);
    // Frames of the previous log have another salt.
    if (read.bytesRead < FRAME_HEADER_BYTES || frame.toString('hex', 8, 16) !== salt) return { salt, frames };
    frames.push({ page: frame.readUInt32BE(0), endsCommit: frame.readUInt32BE(4) > 0 });
  }
}
