import type { Database, Query } from './db.ts';
import { pendingMigrations } from './migrate.ts';

export interface Finding {
  readonly check: string;
  /** Which row, by its id. */
  readonly subject: string;
  readonly found: string;
}

/** Everything in the store that should not be so; nothing when all is well. */
export async function auditStore(database: Database): Promise<Finding[]> {
  const fundamental = [...(await auditIntegrity(database)), ...(await auditSchema(database))];
  if (fundamental.length > 0) return fundamental;
  const findings = await Promise.all(CHECKS.map((check) => perform(database, check)));
  return findings.flat();
}

interface Found {
  readonly subject: string;
  readonly found: string;
}

interface Check {
  readonly name: string;
  /** The rows that are wrong, or those that may be. */
  readonly query: Query<Found>;
  /** For what SQL cannot tell on both databases. */
  readonly wrong?: (found: string) => boolean;
}

const COLUMNS = ['subject', 'found'] as const;

// What is left of a text after its allowed characters were taken away says whether it had others, on both databases.
const CHECKS: readonly Check[] = [
  {
    name: 'usernames are 2 to 50 lower-case letters, digits, hyphens and underscores',
    query: {
      text: `
        select id as subject, username as found from agents
        where length(username) not between 2 and 50
          or ltrim(username, 'abcdefghijklmnopqrstuvwxyz0123456789-_') <> ''`,
      columns: COLUMNS,
    },
  },
  {
    name: 'key hashes are 64 hexadecimal digits',
    query: {
      text: `
        select id as subject, 'something else' as found from agents
        where length(key_hash) <> 64 or ltrim(key_hash, '0123456789abcdef') <> ''`,
      columns: COLUMNS,
    },
  },
  {
    name: 'social links are JSON',
    query: {
      text: `select id as subject, social_links as found from agents where social_links <> '[]'`,
      columns: COLUMNS,
    },
    wrong: (found) => !isJsonList(found),
  },
];

async function perform(database: Database, { name, query, wrong = () => true }: Check): Promise<Finding[]> {
  const rows = await database.all(query, []);
  return rows
    .filter(({ found }) => wrong(found))
    .map(({ subject, found }) => ({ check: name, subject, found }));
}

async function auditIntegrity(database: Database): Promise<Finding[]> {
  const wrong = await database.integrity();
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

export const STATEMENTS = CHECKS.map(({ query }) => query);
