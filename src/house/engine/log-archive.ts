import { archiveFileOf, checksumOf, readArchiveFile } from '../../store/care/archive-file.ts';
import { archivedMonths, type ArchivedLog, type ArchivedMonth } from '../../store/care/archived-care.ts';
import { entryFrom, type CareLogEntry, type CareLogRow } from '../../store/care/care-log.ts';
import type { Findings } from '../../store/engine/audit-check.ts';
import type { Db } from '../../store/engine/db.ts';

const UNCHANGED = 'the archive holds every month as it was written';

/** What has left the care log, gone through once: lives are asked for in the order of their ids. */
export class LogArchive {
  readonly #months: readonly MonthReader[];

  private constructor(files: readonly string[]) {
    this.#months = files.map((file) => new MonthReader(file));
  }

  /** All months that have left for this folder; undefined, and a finding, unless every one is there as it was written. */
  static async open(db: Db, folder: string, findings: Findings): Promise<LogArchive | undefined> {
    const months = await archivedMonths(db);
    const wrong = await Promise.all(months.map((month) => whatIsWrong(folder, month)));
    for (const [at, found] of wrong.entries())
      if (found !== undefined)
        findings.add({ check: UNCHANGED, subject: months[at]?.month ?? folder, found });
    if (wrong.some((found) => found !== undefined)) return undefined;
    return new LogArchive(months.map(({ month }) => archiveFileOf(folder, month)));
  }

  /** What has left of a log. A month that is leaving is in its file as a whole, and partly in the log still. */
  async entriesOf({ creatureId, lastAt }: ArchivedLog): Promise<CareLogEntry[]> {
    const rows: CareLogRow[] = [];
    for (const month of this.#months) rows.push(...(await month.take(creatureId)));
    return rows.filter(({ at }) => at <= lastAt).map(entryFrom);
  }

  async close(): Promise<void> {
    for (const month of this.#months) await month.close();
  }
}

async function whatIsWrong(folder: string, { month, checksum }: ArchivedMonth): Promise<string | undefined> {
  const file = archiveFileOf(folder, month);
  const found = await checksumOf(file).catch((error: Error) => error.message);
  return found === checksum ? undefined : `${file}: ${found} instead of ${checksum}`;
}

class MonthReader {
  readonly #rows: AsyncGenerator<CareLogRow>;
  #next: CareLogRow | undefined;
  #isAtEnd = false;

  constructor(file: string) {
    this.#rows = readArchiveFile(file);
  }

  async take(creatureId: string): Promise<CareLogRow[]> {
    const taken: CareLogRow[] = [];
    for (let row = await this.#peek(); row && row.creatureId <= creatureId; row = await this.#peek()) {
      if (row.creatureId === creatureId) taken.push(row);
      this.#next = undefined;
    }
    return taken;
  }

  async #peek(): Promise<CareLogRow | undefined> {
    if (this.#next || this.#isAtEnd) return this.#next;
    const { value, done } = await this.#rows.next();
    this.#isAtEnd = done === true;
    this.#next = done ? undefined : value;
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#rows.return(undefined);
  }
}
