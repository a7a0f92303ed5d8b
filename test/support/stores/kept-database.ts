import type { Database } from '../../../src/db/db.ts';
import { type IncrementListener, notifyAll } from '../../../src/db/session.ts';
import { DatabaseUnavailableError } from '../../../src/db/portable.ts';
import { storeWith } from '../store-with.ts';

/** A database that tests use one after the other: connecting and planning statements takes longer than most tests. */
export class KeptDatabase {
  readonly #database: Database;
  #listeners: IncrementListener[] = [];

  constructor(database: Database) {
    this.#database = database;
    database.onIncrements((counted) => notifyAll(this.#listeners, counted));
  }

  /** Looks like a new database. Its user closes it; the connections stay open. */
  lend(): Database {
    const kept = this.#database;
    const listeners: IncrementListener[] = (this.#listeners = []);
    const { during, close } = oneUse();
    return storeWith(kept, {
      one: (query, values) => during(() => kept.one(query, values)),
      all: (query, values) => during(() => kept.all(query, values)),
      run: (command, values) => during(() => kept.run(command, values)),
      runEach: (command, rows) => during(() => kept.runEach(command, rows)),
      together: (work) => during(() => kept.together(work)),
      snapshot: (work) => during(() => kept.snapshot(work)),
      transaction: (work) => during(() => kept.transaction(work)),
      exclusive: (work) => during(() => kept.exclusive(work)),
      buildIndexes: (sql) => during(() => kept.buildIndexes(sql)),
      onIncrements: (listener) => void listeners.push(listener),
      foldIncrements: () => during(() => kept.foldIncrements()),
      ensureWritable: () => during(() => kept.ensureWritable()),
      backup: (to, jobs) => during(() => kept.backup(to, jobs)),
      close,
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** One loan: work in progress at its end is awaited, later work is refused. */
function oneUse() {
  const inFlight = new Set<Promise<unknown>>();
  let closed = false;
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new DatabaseUnavailableError('the database is closed');
    const doing = work();
    inFlight.add(doing);
    try {
      return await doing;
    } finally {
      inFlight.delete(doing);
    }
  };
  const close = async (): Promise<void> => {
    closed = true;
    await Promise.allSettled(inFlight);
  };
  return { during, close };
}
