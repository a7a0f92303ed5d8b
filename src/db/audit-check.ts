import type { Query } from '../../packages/database/db.ts';
import { number, query, text, type RowOf } from '../../packages/database/table.ts';
import type { Instant } from '../rules/base/clock.ts';

export interface Finding {
  readonly check: string;
  readonly subject: string;
  readonly found: string;
}

/** Findings that are reported per check: one bug may affect every row. */
export const MOST_TOLD = 1000;

export class Findings {
  readonly told: Finding[] = [];
  readonly #counts: Map<string, number>;
  readonly #onFinding: (finding: Finding) => void;

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

const WRONG_ROW = { subject: text, found: text, alike: number };

export interface AuditCheck {
  readonly name: string;
  readonly query: Query<RowOf<typeof WRONG_ROW>>;
  /** Computes the query's only parameter: the instant from which, or to which, the invariant holds. */
  readonly since?: (now: Instant) => Instant;
  /** Decides in code where SQL cannot on both databases; the query's only parameter is then the subject to continue after. */
  readonly wrong?: (found: string) => boolean;
}

type CheckOptions = Pick<AuditCheck, 'since' | 'wrong'>;

/** Makes an audit check; `sql` selects `subject` and `found` of every failing row. */
export function auditCheck(name: string, sql: string, options: CheckOptions = {}): AuditCheck {
  const first = options.wrong
    ? `select subject, found, 1 as alike from (${sql}) doubtful where subject > $1 order by subject`
    : `select subject, found, count(*) over () as alike from (${sql}) wrong`;
  return { name, query: query(WRONG_ROW, `${first} limit ${MOST_TOLD}`), ...options };
}

export function auditChecks(
  checks: Readonly<Record<string, string | (CheckOptions & { readonly sql: string })>>,
): readonly AuditCheck[] {
  return Object.entries(checks).map(([name, check]) => {
    const { sql, ...options } = typeof check === 'string' ? { sql: check } : check;
    return auditCheck(name, sql, options);
  });
}
