import type { Instant } from '../core/clock.ts';
import { auditStore, type Finding } from '../store/audit.ts';
import type { Database } from '../store/db.ts';
import { auditLives } from './audit-lives.ts';

export type { Finding };

/** Everything that is kept and should not be so: rows that are wrong, counts that are off, lives that were not lived. */
export async function auditHouse(store: Database, now: Instant): Promise<Finding[]> {
  const findings = await auditStore(store, now);
  // Lives cannot be read from a database that is not whole.
  return findings.length > 0 ? findings : auditLives(store, now);
}
