import type { Instant } from '../../core/engine/clock.ts';
import { CARE_LOG_CHECKS } from '../care/care-log-checks.ts';
import { KEEPER_CHECKS } from '../figures/recount-keepers.ts';
import { TALLY_CHECKS } from '../figures/recount.ts';
import { DEPARTURE_CHECKS } from '../keepers/departures.ts';
import { MONEY_CHECKS } from '../money/money-checks.ts';
import { PICTURE_CHECKS } from '../pictures/picture-checks.ts';
import { auditChecks, Findings, MOST_TOLD, type AuditCheck, type Finding } from './audit-check.ts';
import type { Database, Db } from './db.ts';
import { pendingMigrations } from './migrate.ts';
import { compareSchema, schemaKindOf } from './move/compare-schema.ts';

export interface StoreAuditOptions {
  /** What is read: one moment of the database, where that matters. */
  readonly db?: Db;
  /** Where what is found goes. */
  readonly findings?: Findings;
  /** Hears of every check that is done, and how many there are. */
  readonly onCheck?: (checks: number) => void;
}

/** Everything in the store that should not be so at this moment; nothing when all is well. */
export async function auditStore(
  database: Database,
  now: Instant,
  { db = database, findings = new Findings(), onCheck }: StoreAuditOptions = {},
): Promise<Finding[]> {
  for (const finding of [...(await auditIntegrity(database)), ...(await auditSchema(database))])
    findings.add(finding);
  if (!isReadable(findings)) return findings.told;
  for (const check of CHECKS) {
    await runCheck(db, check, now, findings);
    onCheck?.(CHECKS.length);
  }
  return findings.told;
}

const WHOLE = 'the database is whole';
const KNOWN_SCHEMA = 'the schema is the one the code knows';

/** Nothing can be said of what is in a database that is not whole, or not ours. */
export function isReadable({ counts }: Findings): boolean {
  return counts[WHOLE] === undefined && counts[KNOWN_SCHEMA] === undefined;
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
  ...DEPARTURE_CHECKS,
];

async function runCheck(db: Db, check: AuditCheck, now: Instant, findings: Findings): Promise<void> {
  const { name, query, since, wrong } = check;
  if (wrong) return runDoubtfulCheck(db, { name, query, wrong }, findings);
  const rows = await db.all(query, since ? [since(now)] : []);
  for (const { subject, found } of rows) findings.add({ check: name, subject, found });
  findings.addUntold(name, (rows[0]?.alike ?? 0) - rows.length);
}

type DoubtfulCheck = Required<Pick<AuditCheck, 'name' | 'query' | 'wrong'>>;

/** Page by page, since most of what may be wrong is not. */
async function runDoubtfulCheck(
  db: Db,
  { name, query, wrong }: DoubtfulCheck,
  findings: Findings,
): Promise<void> {
  for (let after = '', more = true; more;) {
    const rows = await db.all(query, [after]);
    for (const { subject, found } of rows) if (wrong(found)) findings.add({ check: name, subject, found });
    after = rows.at(-1)?.subject ?? '';
    more = rows.length === MOST_TOLD;
  }
}

async function auditIntegrity(database: Database): Promise<Finding[]> {
  const wrong = await database.checkIntegrity();
  return wrong.map((found) => ({ check: WHOLE, subject: database.label, found }));
}

async function auditSchema(database: Database): Promise<Finding[]> {
  const { foreign, missing } = await compareSchema(database, schemaKindOf(database));
  const pending = (await pendingMigrations(database)).map(({ name }) => name);
  return [
    ...foreign.map((subject) => ({ check: KNOWN_SCHEMA, subject, found: 'foreign' })),
    ...(pending.length > 0 ? pending : missing).map((subject) => ({
      check: KNOWN_SCHEMA,
      subject,
      found: 'missing',
    })),
  ];
}

function isJsonList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
