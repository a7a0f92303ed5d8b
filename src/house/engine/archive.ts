import { DAY, type Instant } from '../../core/engine/clock.ts';
import { archiveFileOf, checksumOf, isThere, writeArchiveFile } from '../../store/care/archive-file.ts';
import {
  archivedMonths,
  countLogged,
  insertArchivedMonth,
  oldestLoggedMonth,
  removeLogged,
  type ArchivedMonth,
} from '../../store/care/archived-care.ts';
import { dropEmptyMonths, monthOf, type Month } from '../../store/care/care-log-months.ts';
import { careLogRowsOfMany, type CareLogRow } from '../../store/care/care-log.ts';
import type { Database, Db } from '../../store/engine/db.ts';
import { creatureIdsAfter } from '../../store/lives/creature-ids.ts';

/** Something about the archive that an operator can mend. */
class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export interface ArchiveOrders {
  /** Everything before this month leaves. */
  readonly before: Month;
  readonly folder: string;
  readonly now: Instant;
  /** About how many entries leave the log at once. */
  readonly batch?: number;
  /** Hears how many entries were written, and how many have left the log, of how many in this month. */
  readonly onProgress?: (month: string, what: 'written' | 'removed', n: number, of: number) => void;
}

// Few enough that whoever writes meanwhile does not notice.
const BATCH = 2000;

// Pages and figures look back thirty days at most.
const STAYS_FOR = 31 * DAY;

/**
 * Takes whole months of the care log out of the house and into files, the oldest first, while the house stays open. A month
 * leaves only when its file is whole and on the disk; if that is interrupted, the next time goes on.
 */
export async function archiveCareLog(store: Database, orders: ArchiveOrders): Promise<ArchivedMonth[]> {
  const { before, now } = orders;
  if (before.from > now - STAYS_FOR)
    throw new ArchiveError(
      `The last 31 days stay in the house: --before ${monthOf(now - STAYS_FOR).name} is the latest there can be.`,
    );
  const left: ArchivedMonth[] = [];
  for (;;) {
    const month = await oldestLoggedMonth(store);
    if (!month || month.from >= before.from) break;
    left.push(await archiveMonth(store, month, orders));
  }
  await dropEmptyMonths(store, before.from);
  return left;
}

async function archiveMonth(store: Database, month: Month, orders: ArchiveOrders): Promise<ArchivedMonth> {
  const { folder, batch = BATCH, onProgress } = orders;
  const file = archiveFileOf(folder, month.name);
  const known = (await archivedMonths(store)).find((each) => each.month === month.name);
  const archived = known ?? (await writeMonth(store, month, file, orders));
  // An earlier time may have ended here.
  if (known) await ensureUnchanged(known, file);
  for (let done = archived.removed, n = 1; n > 0; done += n) {
    n = await removeLogged(store, month, batch);
    onProgress?.(month.name, 'removed', done + n, archived.entries);
  }
  return archived;
}

async function writeMonth(
  store: Database,
  month: Month,
  file: string,
  { now, onProgress }: ArchiveOrders,
): Promise<ArchivedMonth> {
  if (await isThere(file))
    throw new ArchiveError(
      `${file} is there already, and this house knows nothing of it: move it away first.`,
    );
  const written = await store.snapshot(async (db) => {
    const of = await countLogged(db, month);
    const wrote = await writeArchiveFile(
      file,
      entriesOf(db, month, (n) => onProgress?.(month.name, 'written', n, of)),
    );
    if (wrote.entries === of) return wrote;
    throw new ArchiveError(
      `${month.name} has ${of} entries, of which ${wrote.entries} belong to a life: "arkhouse audit" tells more. Nothing has left.`,
    );
  });
  const archived = { month: month.name, ...written, removed: 0, archivedAt: now };
  await insertArchivedMonth(store, archived);
  return archived;
}

const LIVES_AT_ONCE = 500;

/** What was done in a month for everybody, in the order of the creatures' ids. */
async function* entriesOf(
  db: Db,
  { from, until }: Month,
  onWritten: (n: number) => void,
): AsyncGenerator<CareLogRow[]> {
  let written = 0;
  for (let after = ''; ;) {
    const ids = await creatureIdsAfter(db, {}, after, LIVES_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return;
    const rows = (await careLogRowsOfMany(db, ids)).filter(({ at }) => at >= from && at < until);
    const lives = Map.groupBy(rows, ({ creatureId }) => creatureId);
    yield ids.flatMap((id) => lives.get(id) ?? []);
    written += rows.length;
    onWritten(written);
    after = last;
  }
}

async function ensureUnchanged({ month, checksum, entries, removed }: ArchivedMonth, file: string) {
  if (removed === entries)
    throw new ArchiveError(
      `${month} has left the house, and there are entries of it again: see "arkhouse audit".`,
    );
  if (!(await isThere(file)) || (await checksumOf(file)) !== checksum)
    throw new ArchiveError(
      `${month} was being archived, and ${file} is not the file that was written then. Name the folder that has it.`,
    );
}
