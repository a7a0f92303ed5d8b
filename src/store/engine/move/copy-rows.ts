import type { Db } from '../db.ts';
import { Fingerprint } from './fingerprint.ts';
import { MoveError } from './move-error.ts';
import { insertInto, readBatches, type TableShape } from './tables.ts';

/** Does one step of writing, all or nothing. */
export type Pen = <T>(step: (db: Db) => Promise<T>) => Promise<T>;

interface RowsToCopy {
  readonly from: Db;
  readonly read: TableShape;
  readonly pen: Pen;
  /** Where what was written can be read. */
  readonly to: Db;
  readonly write: TableShape;
  readonly onRows: (more: number) => void;
}

const BATCH = 5000;

/** Writes every row of a table, then reads them all where they are now, and fails unless they are the same. */
export async function copyRows({ from, read, pen, to, write, onRows }: RowsToCopy): Promise<void> {
  const [here, there] = [new Fingerprint(), new Fingerprint()];
  const insert = insertInto(write);
  let writing = Promise.resolve(0);
  for await (const rows of readBatches(from, read, BATCH)) {
    here.add(rows);
    await writing;
    onRows(rows.length);
    // Written while the next ones are being read.
    writing = pen((db) => db.runEach(insert, rows));
    writing.catch(() => {});
  }
  await writing;
  for await (const rows of readBatches(to, write, BATCH)) {
    there.add(rows);
    onRows(rows.length);
  }
  if (here.text !== there.text)
    throw new MoveError(
      `${read.name} did not arrive as it was: ${here.text} here, ${there.text} there. Nothing was moved.`,
    );
}
