import { recordOf } from '../../base/collections.ts';
import { monotonicMs } from '../../base/monotonic.ts';
import type { PoolUse } from '../db.ts';
import { DatabaseUnavailableError } from '../portable.ts';
import { isServerFull, ServerSilentError } from './types.ts';

const PURPOSES = ['read', 'write', 'background'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface PooledConnection {
  readonly usable: boolean;
  /** True if a failover made another host the right one. */
  readonly outdated: boolean;
  close(): Promise<void>;
  /** Destroys the socket; pending queries reject with the reason. */
  abandon(reason: Error): void;
}

interface PoolLimits {
  readonly mostConnections: number;
  readonly waitTimeoutMs: number;
}

interface QueuedRequest<Connection> {
  readonly purpose: Purpose;
  readonly ticket: number;
  readonly give: (connection: Connection) => void;
  readonly refuse: (error: unknown) => void;
}

const SECOND_MS = 1000;

// Largest share of connections for writes: writers waiting for locks never take all connections, so that reads go on.
const SHARE_OF_CHANGES = 3 / 4;
const SHARE_OF_BACKGROUND = 1 / 4;
const LEAST_FOR_BACKGROUND = 2;

// After the server refused a connection: delay of the next try, and interval at which the pool tries one more connection.
const PAUSE_MS = 250;
const GROW_EVERY_SECONDS = 5;

const CLOSE_SPARE_EVERY_SECONDS = 10;

// The pool probes the server with a new connection after this long without any answer from it.
const SILENT_AFTER_SECONDS = 2;

/** Purposes have shares. When the server refuses a connection, the ceiling falls and rises by one every few seconds. */
export class ConnectionPool<Connection extends PooledConnection> {
  readonly #open: () => Promise<Connection>;
  readonly #limits: PoolLimits;
  readonly #clock = setInterval(() => this.#eachSecond(), SECOND_MS).unref();
  readonly #waiting = recordOf(PURPOSES, (): QueuedRequest<Connection>[] => []);
  readonly #idle: Connection[] = [];
  readonly #busy = new Map<Connection, { readonly purpose: Purpose; readonly since: number }>();
  readonly #inUse: Record<Purpose, number> = { read: 0, write: 0, background: 0 };
  readonly #waits: Record<Purpose, number> = { read: 0, write: 0, background: 0 };
  readonly #waitSeconds: Record<Purpose, number> = { read: 0, write: 0, background: 0 };
  #opening = 0;
  /** The number of connections that the server is known to grant. */
  #ceiling: number;
  #paused = false;
  #refusal: unknown;
  #tickets = 0;
  #seconds = 0;
  #answeredAt = 0;
  #probing = false;
  /** Error of a server that does not answer; while it is set, new requests fail at once with it. */
  #silence: ServerSilentError | undefined;
  /** The fewest idle connections since the last time spare ones were closed. */
  #spare = 0;
  #closed = false;

  constructor(open: () => Promise<Connection>, limits: PoolLimits) {
    this.#open = open;
    this.#limits = limits;
    this.#ceiling = limits.mostConnections;
  }

  async use<T>(purpose: Purpose, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#take(purpose);
    try {
      return await work(connection);
    } finally {
      this.#giveBack(connection);
    }
  }

  dropIdle(): void {
    for (const connection of this.#idle.splice(0)) void connection.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#clock);
    this.#refuseAll(new DatabaseUnavailableError('the database is closed'));
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }

  #take(purpose: Purpose): Connection | Promise<Connection> {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    if (this.#silence) throw this.#silence;
    const isNext = this.#waiting[purpose].length === 0 && this.#mayTake(purpose);
    const connection = isNext ? this.#takeIdle() : undefined;
    if (!connection) return this.#wait(purpose);
    this.#begin(connection, purpose);
    return connection;
  }

  #wait(purpose: Purpose): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const queue = this.#waiting[purpose];
    const startedMs = monotonicMs();
    const waiter = { purpose, ticket: (this.#tickets += 1), give: resolve, refuse: reject };
    const { waitTimeoutMs } = this.#limits;
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiter), 1);
      const sentence = `no connection became free within ${waitTimeoutMs / SECOND_MS} seconds`;
      reject(new DatabaseUnavailableError(sentence, { cause: this.#refusal }));
    }, waitTimeoutMs);
    queue.push(waiter);
    this.#serve();
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waits[purpose] += 1;
      this.#waitSeconds[purpose] += (monotonicMs() - startedMs) / SECOND_MS;
    });
  }

  #giveBack(connection: Connection): void {
    const use = this.#busy.get(connection);
    if (!use) return;
    this.#busy.delete(connection);
    this.#inUse[use.purpose] -= 1;
    if (connection.usable) this.#noteAnswer();
    this.#keep(connection);
    this.#serve();
  }

  #keep(connection: Connection): void {
    if (this.#closed || !connection.usable || connection.outdated) void connection.close();
    else this.#idle.push(connection);
  }

  #serve(): void {
    for (let queue = this.#nextQueue(); queue; queue = this.#nextQueue()) {
      const connection = this.#takeIdle();
      if (!connection) break;
      const waiter = queue.shift();
      if (!waiter) break;
      this.#begin(connection, waiter.purpose);
      waiter.give(connection);
    }
    while (!this.#closed && !this.#paused && this.#size < this.#ceiling && this.#opening < this.#wanted())
      void this.#openOne();
  }

  get usage(): PoolUse {
    const waiting = recordOf(PURPOSES, (purpose) => this.#waiting[purpose].length);
    return { inUse: this.#inUse, waiting, waits: this.#waits, waitSeconds: this.#waitSeconds };
  }

  get #size(): number {
    return this.#idle.length + this.#busy.size + this.#opening;
  }

  #begin(connection: Connection, purpose: Purpose): void {
    this.#busy.set(connection, { purpose, since: this.#seconds });
    this.#inUse[purpose] += 1;
  }

  /** Takes the idle connection that was used last: its statements are prepared. */
  #takeIdle(): Connection | undefined {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      this.#spare = Math.min(this.#spare, this.#idle.length);
      if (connection.usable && !connection.outdated) return connection;
      void connection.close();
    }
    return undefined;
  }

  #nextQueue(): QueuedRequest<Connection>[] | undefined {
    let next: QueuedRequest<Connection>[] | undefined;
    for (const queue of Object.values(this.#waiting)) {
      const [first] = queue;
      if (!first || !this.#mayTake(first.purpose)) continue;
      if (first.ticket < (next?.[0]?.ticket ?? Infinity)) next = queue;
    }
    return next;
  }

  #mayTake(purpose: Purpose): boolean {
    if (purpose === 'read') return true;
    if (this.#changesAllowed <= 0) return false;
    return purpose !== 'background' || this.#inUse.background < this.#mostInBackground;
  }

  get #changesAllowed(): number {
    const { write, background } = this.#inUse;
    return Math.max(1, Math.floor(this.#ceiling * SHARE_OF_CHANGES)) - write - background;
  }

  get #mostInBackground(): number {
    return Math.max(LEAST_FOR_BACKGROUND, Math.floor(this.#ceiling * SHARE_OF_BACKGROUND));
  }

  #wanted(): number {
    const { read, write, background } = this.#waiting;
    const inBackground = Math.min(background.length, this.#mostInBackground - this.#inUse.background);
    return read.length + Math.max(0, Math.min(write.length + inBackground, this.#changesAllowed));
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await this.#open();
      this.#opening -= 1;
      this.#noteAnswer();
      this.#keep(connection);
    } catch (error) {
      this.#opening -= 1;
      this.#refusal = error;
      this.#handleRefusal(error);
    }
    this.#serve();
  }

  /** Handles a refused connection: no request fails while a connection in use may become free. */
  #handleRefusal(error: unknown): void {
    if (error instanceof ServerSilentError && this.#isQuiet()) return this.#giveUp(error);
    const isFull = isServerFull(error);
    if (isFull) this.#ceiling = Math.max(1, this.#idle.length + this.#busy.size);
    if (isFull || this.#busy.size > 0) return this.#pause();
    this.#nextQueue()?.shift()?.refuse(error);
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    setTimeout(() => {
      this.#paused = false;
      this.#serve();
    }, PAUSE_MS).unref();
  }

  #eachSecond(): void {
    this.#seconds += 1;
    if (this.#seconds % GROW_EVERY_SECONDS === 0 && this.#ceiling < this.#limits.mostConnections) {
      this.#ceiling += 1;
      this.#serve();
    }
    if (this.#seconds % CLOSE_SPARE_EVERY_SECONDS === 0) this.#closeSpare();
    if (!this.#probing && (this.#silence || this.#isAnyRequestLate())) void this.#probe();
  }

  #closeSpare(): void {
    const most = this.#idle.length + this.#busy.size - 1;
    for (const connection of this.#idle.splice(0, Math.min(this.#spare, most))) void connection.close();
    this.#spare = this.#idle.length;
  }

  #noteAnswer(): void {
    this.#answeredAt = this.#seconds;
    this.#silence = undefined;
  }

  #isQuiet(): boolean {
    return this.#seconds - this.#answeredAt >= SILENT_AFTER_SECONDS;
  }

  #isAnyRequestLate(): boolean {
    const [oldest] = this.#busy.values();
    return this.#isQuiet() && oldest !== undefined && this.#seconds - oldest.since >= SILENT_AFTER_SECONDS;
  }

  /** Probes the server with a new connection: any answer, even a refusal, is a sign of life. */
  async #probe(): Promise<void> {
    this.#probing = true;
    try {
      const connection = await this.#open();
      void connection.close();
      this.#noteAnswer();
    } catch (error) {
      if (error instanceof ServerSilentError) this.#giveUp(error);
      else this.#noteAnswer();
    } finally {
      this.#probing = false;
    }
    // Reaching another host means that the previous one is gone: connections to it are destroyed.
    const outdated = [...this.#busy.keys()].filter((connection) => connection.outdated);
    for (const connection of outdated) connection.abandon(new ServerSilentError('another took its place'));
  }

  #giveUp(silence: ServerSilentError): void {
    this.#silence = silence;
    this.dropIdle();
    for (const connection of this.#busy.keys()) connection.abandon(silence);
    this.#refuseAll(silence);
  }

  #refuseAll(reason: Error): void {
    const waiters = Object.values(this.#waiting).flatMap((queue) => queue.splice(0));
    for (const waiter of waiters) waiter.refuse(reason);
  }
}
