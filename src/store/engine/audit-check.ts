import type { Instant } from '../../core/engine/clock.ts';
import type { Query } from './db.ts';
import { query, text, type RowOf } from './table.ts';

/** A row that is wrong, by its name, and what is wrong with it. */
const WRONG_ROW = { subject: text, found: text };

/** Something that always holds. It is asked in one statement, which sees one moment even while others write. */
export interface AuditCheck {
  readonly name: string;
  /** The rows that are wrong, or those that may be. */
  readonly query: Query<RowOf<typeof WRONG_ROW>>;
  /** The moment from which it holds, as the query's only value. */
  readonly since?: (now: Instant) => Instant;
  /** For what SQL cannot tell on both databases. */
  readonly wrong?: (found: string) => boolean;
}

type CheckOptions = Pick<AuditCheck, 'since' | 'wrong'>;

/** The SQL gives `subject` and `found` of every row that is wrong. */
export function auditCheck(name: string, sql: string, options: CheckOptions = {}): AuditCheck {
  return { name, query: query(WRONG_ROW, sql), ...options };
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
