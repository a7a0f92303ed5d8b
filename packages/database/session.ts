import { hash } from 'node:crypto';

import { recordOf } from '../base/collections.ts';
import type { Command, Db, Increment, Query, RowCommand, SchemaDb, Value } from './db.ts';
import { isUnavailable, type Outage, outageOf, OUTAGES } from './portable.ts';
import { command as defineCommand } from './table.ts';

// Reading the clock twice takes up to a fifth of the time of a small SQLite query.
const SAMPLE_EVERY = 8;

export class Statement {
  /** For metrics, logs and traces: verb, table and a part of the hash. Bounded: SQL texts are constants. */
  readonly name: string;
  /** The name of the prepared statement: a hash of the text, so that it never means another text on any connection, node or version. */
  readonly preparedName: string;
  calls = 0;
  seconds = 0;
  #unsampled = 0;

  constructor(text: string) {
    const digest = hash('sha256', text, 'hex');
    this.name = nameOf(text, digest.slice(0, 6));
    this.preparedName = `ark_${digest.slice(0, 24)}`;
  }

  isSampled(): boolean {
    this.#unsampled = this.#unsampled === 0 ? SAMPLE_EVERY - 1 : this.#unsampled - 1;
    return this.#unsampled === SAMPLE_EVERY - 1;
  }

  record(tookMs: number): void {
    this.calls += 1;
    this.seconds += tookMs / 1000;
  }
}

export class Statements {
  readonly #byText = new Map<string, Statement>();

  of(text: string): Statement {
    const known = this.#byText.get(text);
    if (known) return known;
    const statement = new Statement(text);
    this.#byText.set(text, statement);
    return statement;
  }

  /** The measured calls by name: control statements such as `set` share one. */
  get measured(): ReadonlyMap<string, Pick<Statement, 'calls' | 'seconds'>> {
    const sums = new Map<string, { calls: number; seconds: number }>();
    for (const { name, calls, seconds } of this.#byText.values()) {
      if (calls === 0) continue;
      const before = sums.get(name) ?? { calls: 0, seconds: 0 };
      sums.set(name, { calls: before.calls + calls, seconds: before.seconds + seconds });
    }
    return sums;
  }
}

// `for no key update` ends a query.
const WRITTEN = /\b(insert into|(?<!key )update|delete from)\s+(\w+)/i;
// The list of ids that joins begin with is no table.
const READ = /\b(?:from|join)\s+(?!json_each)(\w+)/i;
const CONTROL = /^\w+/;

function nameOf(text: string, digest: string): string {
  const [, verb, written] = WRITTEN.exec(text) ?? [];
  if (verb !== undefined) return `${verb.slice(0, 6).toLowerCase()} ${written} ${digest}`;
  const [, read] = READ.exec(text) ?? [];
  return read === undefined ? (CONTROL.exec(text.trim())?.[0] ?? '') : `select ${read} ${digest}`;
}

export function blameStatement(error: unknown, { name }: Pick<Statement, 'name'>): unknown {
  return error instanceof Error ? Object.assign(error, { statement: name }) : error;
}

export interface DbSession {
  one<Row>(query: Query<Row>, values: readonly Value[]): MaybePromise<Row | undefined>;
  all<Row>(query: Query<Row>, values: readonly Value[]): MaybePromise<Row[]>;
  run(command: Command, values: readonly Value[]): MaybePromise<number>;
  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): MaybePromise<number>;
  script(sql: string): MaybePromise<void>;
}

type MaybePromise<T> = T | Promise<T>;

const USED_TOO_LATE = 'a Db was used after its transaction had ended';

export class TransactionScope implements SchemaDb {
  readonly #session: DbSession;
  readonly increments: Increment[] = [];
  readonly posted: Db = {
    one: (query, values) => this.one(query, values),
    all: (query, values) => this.all(query, values),
    run: (command, values) => post(this.run(command, values)),
    runEach: (command, rows) => post(this.runEach(command, rows)),
  };
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(session: DbSession) {
    this.#session = session;
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    return this.#use(() => this.#session.one(query, values));
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.#use(() => this.#session.all(query, values));
  }

  run(command: Command, values: readonly Value[]): Promise<number> {
    return this.#use(() => this.#session.run(command, values));
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    return this.#use(() => this.#session.runEach(command, rows));
  }

  script(sql: string): Promise<void> {
    return this.#use(() => this.#session.script(sql));
  }

  count(increment: Increment): void {
    if (this.#ended) throw new Error(USED_TOO_LATE);
    this.increments.push(increment);
  }

  end(): void {
    this.#ended = true;
  }

  /** Throws the error of a failed statement, even if the transaction's work has caught it. */
  assertSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  reasonFor(error: unknown): unknown {
    return this.#failure && !isCausedBy(error, this.#failure.error) ? this.#failure.error : error;
  }

  /** Runs a statement without an extra promise turn on SQLite, which would cost more than the statement. */
  #use<T>(statement: () => MaybePromise<T>): Promise<T> {
    if (this.#ended) return Promise.reject(new Error(USED_TOO_LATE));
    try {
      const answer = statement();
      if (answer instanceof Promise) return answer.catch((error: unknown) => this.#fail(error));
      return Promise.resolve(answer);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Records a failed statement: PostgreSQL aborts the transaction at the first error, SQLite would go on; here both abort. */
  async #fail(error: unknown): Promise<never> {
    this.#failure ??= { error };
    throw error;
  }
}

async function post(answer: Promise<number>): Promise<number> {
  answer.catch(() => undefined);
  return 0;
}

function isCausedBy(error: unknown, reason: unknown): boolean {
  return error === reason || (error instanceof Error && isCausedBy(error.cause, reason));
}

/** Adds up increments per counter, drops zeros, and sorts them so that all writers lock counters in one order. */
export function sumIncrements(counted: readonly Increment[]): Increment[] {
  const sums = new Map<string, Increment>();
  for (const each of counted) {
    const key = `${each.span} ${each.bucket} ${each.what}`;
    sums.set(key, { ...each, n: each.n + (sums.get(key)?.n ?? 0) });
  }
  return [...sums.values()]
    .filter(({ n }) => n !== 0)
    .toSorted((a, b) => a.span - b.span || a.bucket - b.bucket || (a.what < b.what ? -1 : 1));
}

export type IncrementListener = (counted: readonly Increment[]) => void;

export function notifyAll(listeners: readonly IncrementListener[], counted: readonly Increment[]): void {
  if (counted.length > 0) for (const listener of listeners) listener(counted);
}

/** Agents per model provider: provider names are unbounded, so they have a table indexed by size. */
export const PROVIDERS_SPAN = -1;

/** Adoptions of a community species, which are stored in its row. */
export const ADOPTIONS_SPAN = -2;

export function incrementCommands({ span, bucket, what, n }: Increment): readonly [Command, Value[]][] {
  if (span === ADOPTIONS_SPAN) return [[ADD_ADOPTION, [what, n]]];
  if (span !== PROVIDERS_SPAN) return [[ADD_INCREMENT, [span, bucket, what, n]]];
  return [
    [ADD_AGENTS, [what, n]],
    ...(n < 0 ? [[DELETE_UNUSED_PROVIDERS, []] satisfies [Command, Value[]]] : []),
  ];
}

const ADD_AGENTS = defineCommand(`
    insert into providers (name, agents) values ($1, $2)
    on conflict (name) do update set agents = providers.agents + excluded.agents`);

/** A model provider's name is text from an agent, so its row is deleted with its last agent. */
export const DELETE_UNUSED_PROVIDERS = defineCommand('delete from providers where agents = 0');

const ADD_ADOPTION = defineCommand('update community_species set adoptions = adoptions + $2 where slug = $1');

const ADD_INCREMENT = defineCommand(`
    insert into tallies (span, bucket, what, shard, n) values ($1, $2, $3, 0, $4)
    on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`);

const FAILING_AFTER = 3;

/** Whether this process can write. A write that a rule or a constraint refused counts neither way. */
export class WriteStatus {
  readonly failures: Record<Outage, number> = recordOf(OUTAGES, () => 0);
  #failedInARow = 0;
  #withoutRoom = false;

  get areFailing(): boolean {
    return this.#withoutRoom || this.#failedInARow >= FAILING_AFTER;
  }

  /** After one write on a full disk; smaller writes may still fit, so only a trial that found room ends it. */
  get areWithoutRoom(): boolean {
    return this.#withoutRoom;
  }

  noteSuccess({ triedRoom = false } = {}): void {
    if (triedRoom) this.#withoutRoom = false;
    this.#failedInARow = 0;
  }

  noteFailure(error: unknown): void {
    if (!isUnavailable(error)) return;
    const reason = outageOf(error);
    this.failures[reason] += 1;
    if (reason === 'db_disk_full') this.#withoutRoom = true;
    this.#failedInARow += 1;
  }
}
