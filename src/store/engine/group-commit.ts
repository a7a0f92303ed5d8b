import type { Increment, SchemaDb } from './db.ts';
import { ADD_INCREMENT, sumIncrements } from './increments.ts';
import { sqliteCode, DatabaseUnavailableError } from './portable.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { TransactionScope } from './transaction-scope.ts';

const LARGEST_GROUP = 128;
const CHECKPOINT_AT_PAGES = 1000;

type TransactionWork<T> = (db: SchemaDb) => Promise<T>;

interface GroupMember {
  readonly manner: 'together' | 'alone';
  /** Does the work; what it returns tells the one who waits, and is called only after the commit. */
  readonly attempt: TransactionWork<() => void>;
  readonly reject: (reason: unknown) => void;
}

/** Works that arrive in one turn of the event loop share one transaction and one fsync; each is answered after it. */
export class GroupCommit {
  readonly #writer: SqliteConnection;
  readonly #onKept: (counted: readonly Increment[]) => void;
  #waiting: GroupMember[] = [];
  #busy = false;
  #trouble: DatabaseUnavailableError | undefined;
  #whenIdle: (() => void)[] = [];
  readonly #breaking = Promise.withResolvers<Error>();
  #straying: ((reason: Error) => void) | undefined;

  constructor(writer: SqliteConnection, onKept: (counted: readonly Increment[]) => void) {
    this.#writer = writer;
    this.#onKept = onKept;
  }

  /** Set once the file can no longer be trusted: what an fsync failed to keep cannot be told by asking again. */
  get trouble(): DatabaseUnavailableError | undefined {
    return this.#trouble;
  }

  get broken(): Promise<Error> {
    return this.#breaking.promise;
  }

  add<T>(manner: GroupMember['manner'], work: TransactionWork<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = async (db: SchemaDb) => {
        const value = await work(db);
        return () => resolve(value);
      };
      this.#waiting.push({ manner, attempt, reject });
      this.#wake();
    });
  }

  idle(): Promise<void> {
    if (!this.#busy) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #wake(): void {
    if (this.#busy) return;
    this.#busy = true;
    setImmediate(() => void this.#turn());
  }

  async #turn(): Promise<void> {
    const group = this.#takeGroup();
    try {
      const answers = await this.#keep(group);
      for (const answer of answers) answer();
    } catch (error) {
      for (const member of group) member.reject(error);
    }
    // Those just answered go first; tidying up waits for the next turn.
    setImmediate(() => this.#rest());
  }

  #rest(): void {
    this.#checkpointWhenLong();
    if (this.#waiting.length > 0) return void this.#turn();
    this.#busy = false;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }

  #takeGroup(): GroupMember[] {
    const alone = this.#waiting.findIndex((member) => member.manner === 'alone');
    const size = alone === 0 ? 1 : alone === -1 ? LARGEST_GROUP : Math.min(alone, LARGEST_GROUP);
    return this.#waiting.splice(0, size);
  }

  async #keep(group: readonly GroupMember[]): Promise<(() => void)[]> {
    if (this.#trouble) throw this.#trouble;
    const watch = this.#watchForStraying();
    try {
      const answers: (() => void)[] = [];
      const counted: Increment[] = [];
      this.#writer.exec('begin immediate');
      // One after the other: they share one connection.
      for (const member of group) answers.push(await this.#attempt(member, counted));
      const sums = this.#writeDown(counted);
      this.#writer.exec('commit');
      this.#onKept(sums);
      return answers;
    } catch (error) {
      throw this.#giveUp(error);
    } finally {
      watch.stop();
    }
  }

  async #attempt(member: GroupMember, counted: Increment[]): Promise<() => void> {
    const scope = new TransactionScope(this.#writer);
    this.#writer.exec('savepoint work');
    try {
      const answer = await this.#unlessItStrays(member.attempt(scope));
      scope.assertSound();
      this.#writer.exec('release work');
      counted.push(...scope.increments);
      return answer;
    } catch (error) {
      // On a full disk SQLite ends the whole transaction by itself; then the neighbours are lost too.
      if (!this.#writer.inTransaction) throw error;
      this.#writer.exec('rollback to work');
      this.#writer.exec('release work');
      return () => member.reject(error);
    } finally {
      scope.end();
    }
  }

  /** What all members counted is written once: most of them count the same things. */
  #writeDown(counted: readonly Increment[]): Increment[] {
    const sums = sumIncrements(counted);
    for (const { span, bucket, what, n } of sums) this.#writer.run(ADD_INCREMENT, [span, bucket, what, n]);
    return sums;
  }

  /** Everything here happens in microtasks; when the event loop turns, the work is waiting for something else. */
  #unlessItStrays<T>(working: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#straying = reject;
      working.then(resolve, reject);
    });
  }

  #watchForStraying(): { stop(): void } {
    const look = () => {
      this.#straying?.(new Error('a transaction waited for something other than its Db'));
      next = setImmediate(look);
    };
    let next = setImmediate(look);
    return { stop: () => clearImmediate(next) };
  }

  #giveUp(error: unknown): Error {
    if (isFileDamage(error)) this.#distrust(error);
    try {
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } catch (second) {
      this.#distrust(second);
    }
    return this.#trouble ?? new Error('the changes could not be kept', { cause: error });
  }

  #distrust(cause: unknown): void {
    this.#trouble ??= new DatabaseUnavailableError(
      'the database file failed to keep a write; restart to recover',
      {
        cause,
      },
    );
    this.#breaking.resolve(this.#trouble);
  }

  // SQLite's own checkpoint would run inside a commit, while everyone waits, and keep a failed fsync to itself.
  #checkpointWhenLong(): void {
    if (this.#trouble) return;
    try {
      const [[, pages, kept] = []] = this.#writer.pragma('pragma wal_checkpoint(noop)');
      if (Number(pages) - Number(kept) < CHECKPOINT_AT_PAGES) return;
      this.#writer.exec('pragma wal_checkpoint(passive)');
    } catch (error) {
      if (isFileDamage(error)) this.#distrust(error);
    }
  }
}

// ioerr, corrupt
function isFileDamage(error: unknown): boolean {
  const primary = sqliteCode(error) & 0xff;
  return primary === 10 || primary === 11;
}
