import type { Instant } from '../rules/base/clock.ts';
import type { Query } from './db.ts';
import { number, query, text, type RowOf } from './table.ts';

export interface Finding {
  readonly check: string;
  readonly subject: string;
  readonly found: string;
}

/** Of each kind so many are told: one bug may have touched every row of a large house. */
export const MOST_TOLD = 1000;

/** What an audit finds, in bounded memory: the first of each kind, and how many there are of it. */
export class Findings {
  readonly told: Finding[] = [];
  readonly #counts: Map<string, number>;
  readonly #onFinding: (finding: Finding) => void;

  /** Hears of each that is told as it is found; `before` is how many of each kind were found before. */
  constructor(
    onFinding: (finding: Finding) => void = () => {},
    before: Readonly<Record<string, number>> = {},
  ) {
    this.#onFinding = onFinding;
    this.#counts = new Map(Object.entries(before));
  }

  add(finding: Finding): void {
    const known = this.#counts.get(finding.check) ?? 0;
    this.#counts.set(finding.check, known + 1);
    if (known >= MOST_TOLD) return;
    this.told.push(finding);
    this.#onFinding(finding);
  }

  /** Others of a kind, of which no more is known than how many there are. */
  addUntold(check: string, n: number): void {
    if (n > 0) this.#counts.set(check, (this.#counts.get(check) ?? 0) + n);
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, n) => sum + n, 0);
  }
}

/** A row that is wrong, by its name, what is wrong with it, and how many there are like it. */
const WRONG_ROW = { subject: text, found: text, alike: number };

/** Something that always holds, asked in one statement. */
export interface AuditCheck {
  readonly name: string;
  /** The first rows that are wrong, or those that may be. */
  readonly query: Query<RowOf<typeof WRONG_ROW>>;
  /** The moment from which it holds, as the query's only value. */
  readonly since?: (now: Instant) => Instant;
  /** For what SQL cannot tell on both databases: the query's only value is the subject after which it goes on. */
  readonly wrong?: (found: string) => boolean;
}

type CheckOptions = Pick<AuditCheck, 'since' | 'wrong'>;

/** The SQL gives `subject` and `found` of every row that is wrong. */
export function auditCheck(name: string, sql: string, options: CheckOptions = {}): AuditCheck {
  const first = options.wrong
    ? `select subject, found, 1 as alike from (${sql}) doubtful where subject > $1 order by subject`
    : `select subject, found, count(*) over () as alike from (${sql}) wrong`;
  return { name, query: query(WRONG_ROW, `${first} limit ${MOST_TOLD}`), ...options };
}

/** The same for a whole table: under the name of each check its SQL, or that and what else it takes. */
export function auditChecks(
  checks: Readonly<Record<string, string | (CheckOptions & { readonly sql: string })>>,
): readonly AuditCheck[] {
  return Object.entries(checks).map(([name, check]) => {
    const { sql, ...options } = typeof check === 'string' ? { sql: check } : check;
    return auditCheck(name, sql, options);
  });
}
