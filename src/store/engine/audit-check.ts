import type { Instant } from '../../core/engine/clock.ts';
import type { Query } from './db.ts';

/** A row that is wrong, by its name, and what is wrong with it. */
export interface AuditCheckRow {
  readonly subject: string;
  readonly found: string;
}

/** Something that always holds. It is asked in one statement, which sees one moment even while others write. */
export interface AuditCheck {
  readonly name: string;
  /** The rows that are wrong, or those that may be. */
  readonly query: Query<AuditCheckRow>;
  /** The moment from which it holds, as the query's only value. */
  readonly since?: (now: Instant) => Instant;
  /** For what SQL cannot tell on both databases. */
  readonly wrong?: (found: string) => boolean;
}

export const AUDIT_CHECK_COLUMNS = ['subject', 'found'] as const;
