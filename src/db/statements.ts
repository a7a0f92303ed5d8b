import { hash } from 'node:crypto';

// Reading the clock twice takes up to a fifth of the time of a small SQLite query.
const SAMPLE_EVERY = 8;

/** A statement with its names, and the number and duration of its measured calls. */
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

  /** True for the first of every eight calls. */
  isSampled(): boolean {
    this.#unsampled = this.#unsampled === 0 ? SAMPLE_EVERY - 1 : this.#unsampled - 1;
    return this.#unsampled === SAMPLE_EVERY - 1;
  }

  record(tookMs: number): void {
    this.calls += 1;
    this.seconds += tookMs / 1000;
  }
}

/** The statements that a database has run. */
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

/** Writes the name of the failed statement into the error; the log shows it. */
export function blameStatement(error: unknown, { name }: Pick<Statement, 'name'>): unknown {
  return error instanceof Error ? Object.assign(error, { statement: name }) : error;
}
