import type { Increment, SchemaDb } from './db.ts';
import { incrementCommands, sumIncrements } from './increments.ts';
import { sqliteCode, DatabaseUnavailableError } from './portable.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { TransactionScope } from './transaction-scope.ts';

const LARGEST_GROUP = 128;
const CHECKPOINT_AT_PAGES = 1000;

type TransactionWork<T> = (db: SchemaDb) => Promise<T>;

interface GroupMember {
  /** An exclusive work may change the schema and has a transaction of its own. */
  readonly mode: 'shared' | 'exclusive';
  /** Does the work; what it returns tells the one who waits, and is called only after the commit. */
  readonly attempt: TransactionWork<() => void>;
  readonly reject: (reason: unknown) => void;
}

interface GroupListener {
  /** Before the writer begins anything of its own: nobody may be reading through it. */
  onBegin(): void;
  /** Before anyone is answered. */
  onCommit(counted: readonly Increment[]): void;
}

/** Group commit: works that arrive in one turn of the event loop share one transaction and one fsync; each is answered after it. */
export class GroupCommit {
  readonly #writer: SqliteConnection;
  readonly #listener: GroupListener;
  #queue: GroupMember[] = [];
  #busy = false;
  #running = false;
  #failure: DatabaseUnavailableError | undefined;
  #whenIdle: (() => void)[] = [];
  readonly #broken = Promise.withResolvers<Error>();
  #failCurrent: ((reason: Error) => void) | undefined;

  constructor(writer: SqliteConnection, listener: GroupListener) {
    this.#writer = writer;
    this.#listener = listener;
  }

  /** Is a group in the middle of its transaction? */
  get running(): boolean {
    return this.#running;
  }

  /** Set once the file can no longer be trusted: what an fsync failed to keep cannot be told by asking again. */
  get failure(): DatabaseUnavailableError | undefined {
    return this.#failure;
  }

  get broken(): Promise<Error> {
    return this.#broken.promise;
  }

  add<T>(mode: GroupMember['mode'], work: TransactionWork<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = async (db: SchemaDb) => {
        const value = await work(db);
        return () => resolve(value);
      };
      this.#queue.push({ mode, attempt, reject });
      this.#schedule();
    });
  }

  idle(): Promise<void> {
    if (!this.#busy) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #schedule(): void {
    if (this.#busy) return;
    this.#busy = true;
    setImmediate(() => void this.#runGroup());
  }

  async #runGroup(): Promise<void> {
    const group = this.#takeGroup();
    try {
      const answers = await (isExclusive(group) ? this.#commitOnDisk(group) : this.#commit(group));
      for (const answer of answers) answer();
    } catch (error) {
      for (const member of group) member.reject(error);
    }
    // Those just answered go first; tidying up waits for the next turn.
    setImmediate(() => this.#afterGroup());
  }

  #afterGroup(): void {
    this.#checkpointWhenLong();
    if (this.#queue.length > 0) return void this.#runGroup();
    this.#busy = false;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }

  #takeGroup(): GroupMember[] {
    const exclusive = this.#queue.findIndex(({ mode }) => mode === 'exclusive');
    const size = exclusive === 0 ? 1 : exclusive === -1 ? LARGEST_GROUP : Math.min(exclusive, LARGEST_GROUP);
    return this.#queue.splice(0, size);
  }

  /** What savepoints may have to undo is best kept in memory; whole tables that are sorted for an index are not. */
  async #commitOnDisk(group: readonly GroupMember[]): Promise<(() => void)[]> {
    this.#writer.script('pragma temp_store = file');
    try {
      return await this.#commit(group);
    } finally {
      this.#writer.script('pragma temp_store = memory');
    }
  }

  async #commit(group: readonly GroupMember[]): Promise<(() => void)[]> {
    if (this.#failure) throw this.#failure;
    const watch = this.#watchForWaiting();
    try {
      const answers: (() => void)[] = [];
      const counted: Increment[] = [];
      this.#begin();
      // One after the other: they share one connection.
      for (const member of group) answers.push(await this.#runMember(member, counted));
      const sums = this.#writeIncrements(counted);
      this.#writer.exec('commit');
      this.#listener.onCommit(sums);
      return answers;
    } catch (error) {
      throw this.#rollback(error);
    } finally {
      this.#running = false;
      watch.stop();
    }
  }

  #begin(): void {
    this.#listener.onBegin();
    this.#running = true;
    this.#writer.exec('begin immediate');
  }

  async #runMember(member: GroupMember, counted: Increment[]): Promise<() => void> {
    const scope = new TransactionScope(this.#writer);
    this.#writer.exec('savepoint work');
    try {
      const answer = await this.#failIfItWaits(member.attempt(scope));
      scope.assertSound();
      this.#writer.exec('release work');
      counted.push(...scope.increments);
      return answer;
    } catch (error) {
      // On a full disk SQLite ends the whole transaction by itself; then the neighbours are lost too.
      if (!this.#writer.inTransaction) throw error;
      this.#writer.exec('rollback to work');
      this.#writer.exec('release work');
      return () => member.reject(scope.reasonFor(error));
    } finally {
      scope.end();
    }
  }

  /** What all members counted is written once: most of them count the same things. */
  #writeIncrements(counted: readonly Increment[]): Increment[] {
    const sums = sumIncrements(counted);
    for (const written of sums.flatMap(incrementCommands)) this.#writer.run(...written);
    return sums;
  }

  /** Everything here happens in microtasks; when the event loop turns, the work is waiting for something else. */
  #failIfItWaits<T>(working: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#failCurrent = reject;
      working.then(resolve, reject);
    });
  }

  #watchForWaiting(): { stop(): void } {
    const look = () => {
      this.#failCurrent?.(new Error('a transaction waited for something other than its Db'));
      next = setImmediate(look);
    };
    let next = setImmediate(look);
    return { stop: () => clearImmediate(next) };
  }

  #rollback(error: unknown): Error {
    if (isFileDamage(error)) this.#markBroken(error);
    try {
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } catch (second) {
      this.#markBroken(second);
    }
    return this.#failure ?? new Error('the changes could not be kept', { cause: error });
  }

  #markBroken(cause: unknown): void {
    const problem = 'the database file failed to keep a write; restart to recover';
    this.#failure ??= new DatabaseUnavailableError(problem, { cause });
    this.#broken.resolve(this.#failure);
  }

  // SQLite's own checkpoint would run inside a commit, while everyone waits, and keep a failed fsync to itself.
  #checkpointWhenLong(): void {
    if (this.#failure) return;
    try {
      this.#listener.onBegin();
      const [[, pages, kept] = []] = this.#writer.pragma('pragma wal_checkpoint(noop)');
      if (Number(pages) - Number(kept) < CHECKPOINT_AT_PAGES) return;
      this.#writer.exec('pragma wal_checkpoint(passive)');
    } catch (error) {
      if (isFileDamage(error)) this.#markBroken(error);
    }
  }
}

function isExclusive([first]: readonly GroupMember[]): boolean {
  return first?.mode === 'exclusive';
}

// ioerr, corrupt
function isFileDamage(error: unknown): boolean {
  const primary = sqliteCode(error) & 0xff;
  return primary === 10 || primary === 11;
}
