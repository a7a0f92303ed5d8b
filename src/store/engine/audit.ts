import type { Instant } from '../../core/engine/clock.ts';
import { CARE_LOG_CHECKS } from '../care/care-log-checks.ts';
import { KEEPER_CHECKS } from '../figures/recount-keepers.ts';
import { TALLY_CHECKS } from '../figures/recount.ts';
import { MONEY_CHECKS } from '../money/money-checks.ts';
import { PICTURE_CHECKS } from '../pictures/picture-checks.ts';
import { auditChecks, type AuditCheck } from './audit-check.ts';
import type { Database } from './db.ts';
import { pendingMigrations } from './migrate.ts';

export interface Finding {
  readonly check: string;
  /** Which row, by its id. */
  readonly subject: string;
  readonly found: string;
}

/** Everything in the store that should not be so at this moment; nothing when all is well. */
export async function auditStore(database: Database, now: Instant): Promise<Finding[]> {
  const fundamental = [...(await auditIntegrity(database)), ...(await auditSchema(database))];
  if (fundamental.length > 0) return fundamental;
  const findings = await Promise.all(CHECKS.map((check) => runCheck(database, check, now)));
  return findings.flat();
}

// What is left of a text after its allowed characters were taken away says whether it had others, on both databases.
const CHECKS: readonly AuditCheck[] = [
  ...auditChecks({
    'usernames are 2 to 50 lower-case letters, digits, hyphens and underscores': `
      select id as subject, username as found from agents
      where length(username) not between 2 and 50
        or ltrim(username, 'abcdefghijklmnopqrstuvwxyz0123456789-_') <> ''`,
    'key hashes are 64 hexadecimal digits': `
      select id as subject, 'something else' as found from agents
      where length(key_hash) <> 64 or ltrim(key_hash, '0123456789abcdef') <> ''`,
    'social links are JSON': {
      wrong: (found) => !isJsonList(found),
      sql: `select id as subject, social_links as found from agents where social_links <> '[]'`,
    },
  }),
  ...CARE_LOG_CHECKS,
  ...TALLY_CHECKS,
  ...KEEPER_CHECKS,
  ...MONEY_CHECKS,
  ...PICTURE_CHECKS,
];

async function runCheck(database: Database, check: AuditCheck, now: Instant): Promise<Finding[]> {
  const { name, query, since, wrong = () => true } = check;
  const rows = await database.all(query, since ? [since(now)] : []);
  return rows
    .filter(({ found }) => wrong(found))
    .map(({ subject, found }) => ({ check: name, subject, found }));
}

async function auditIntegrity(database: Database): Promise<Finding[]> {
  const wrong = await database.checkIntegrity();
  return wrong.map((found) => ({ check: 'the database is whole', subject: database.label, found }));
}

async function auditSchema(database: Database): Promise<Finding[]> {
  const pending = await pendingMigrations(database);
  return pending.map(({ name }) => ({
    check: 'the schema is the one the code knows',
    subject: name,
    found: 'missing',
  }));
}

function isJsonList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
