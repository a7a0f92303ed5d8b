import type { Config } from '../../config/config.ts';
import { systemClock } from '../../outside/engine/clock.ts';
import { connect, connectStandby } from '../../store/engine/connect.ts';
import type { Database } from '../../store/engine/db.ts';
import { readServerCondition, type ServerCondition } from '../../store/engine/postgres/server-condition.ts';
import { readLogPosition, readReplayedPosition } from '../../store/engine/postgres/replica.ts';
import { checkSkew } from './check-clock.ts';
import { checkHistory } from './check-history.ts';
import { codeOf, fine, note, reasonOf, wrong, type Diagnosis } from './diagnosis.ts';

/** The oldest one that the house is tried on. */
const OLDEST_MAJOR = 15;

/** Whether the server is there, can be written to, and has what the house needs of it. */
export async function checkPostgres(config: Config): Promise<Diagnosis[]> {
  let database: Database;
  try {
    database = await connect({ ...config, mostConnections: 1 }, 'fail');
  } catch (error) {
    return [wrong('database', `${sentenceOf(error)}.`, remedyFor(error))];
  }
  try {
    const clock = systemClock();
    const askedAt = clock.now();
    const condition = await readServerCondition(database);
    const skew = checkSkew('PostgreSQL', { shown: condition.now, askedAt, answeredAt: clock.now() });
    return [
      ...describeServer(database.label, condition, config),
      ...(skew ? [skew] : []),
      ...(await checkHistory(config, database)),
      ...(await checkReplica(config, database)),
    ];
  } finally {
    await database.close();
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// By PostgreSQL's own codes, and those of the network.
const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'Start PostgreSQL there (systemctl start postgresql), or set DATABASE_URL to where it listens.',
  ENOTFOUND: 'No machine has that name: see to the host in DATABASE_URL.',
  '28P01': 'Set the password in DATABASE_URL right, percent-encoded where it holds signs.',
  '28000': 'Let this user in (pg_hba.conf there), or name another in DATABASE_URL.',
  '3D000': 'Make the database (createdb NAME), or name another at the end of DATABASE_URL.',
  '53300': 'Raise max_connections there, or lower DATABASE_POOL on every node.',
};

function remedyFor(error: unknown): string {
  if (/encoding is/.test(sentenceOf(error)))
    return 'Make a database that keeps UTF-8: createdb --encoding=UTF8 --template=template0 NAME.';
  const known = REMEDIES[codeOf(error) ?? ''];
  return known ?? 'See that it runs, that a firewall lets this machine in, and that DATABASE_URL is right.';
}

/** One sentence if all is well, otherwise one for each trouble. */
function describeServer(label: string, condition: ServerCondition, config: Config): Diagnosis[] {
  const { version, major, standby, readOnly, durable, mayCreate, user, schema } = condition;
  const found: Diagnosis[] = [];
  const add = (kind: typeof wrong, sentence: string, remedy: string) =>
    found.push(kind('database', sentence, remedy));
  if (standby === 1 || readOnly === 1)
    add(
      wrong,
      `${label} is ${standby === 1 ? 'a standby' : 'read-only'}: a house cannot be kept there.`,
      'Set DATABASE_URL to the primary, or to all hosts with commas between them; a standby goes into DATABASE_REPLICA_URL.',
    );
  else if (mayCreate === 0)
    add(
      wrong,
      `${user} may not make tables in ${schema ?? 'any schema'}.`,
      `grant create on schema ${schema ?? 'public'} to ${user}, or let ${user} own the database.`,
    );
  if (durable === 0)
    add(
      wrong,
      'fsync or full_page_writes is off there: a power loss takes what was answered, or all of it.',
      'Set both to on in postgresql.conf, and reload it.',
    );
  if (major < OLDEST_MAJOR)
    add(
      note,
      `It is PostgreSQL ${version}, and the house is tried on ${OLDEST_MAJOR} and later.`,
      'Upgrade the server.',
    );
  found.push(...checkConnections(condition, config));
  return found.length > 0 ? found : [fine('database', `${label} answers; it is ${version}.`)];
}

function checkConnections({ most, taken }: ServerCondition, { mostConnections }: Config): Diagnosis[] {
  const free = Math.max(0, most - taken);
  if (free >= mostConnections) return [];
  return [
    note(
      'connections',
      `The server grants ${most}, of which ${free} are free, and this node may want ${mostConnections}. It makes do with fewer.`,
      'Raise max_connections there, or lower DATABASE_POOL: all nodes together should stay below it.',
    ),
  ];
}

async function checkReplica(config: Config, primary: Database): Promise<Diagnosis[]> {
  if (config.replicaUrl === undefined) return [];
  const remedy = 'See that DATABASE_REPLICA_URL names a hot standby of this database, and that it runs.';
  try {
    const standby = await connectStandby(config.replicaUrl, { ...config, mostConnections: 1 });
    try {
      const [written, replayed] = await Promise.all([
        readLogPosition(primary),
        readReplayedPosition(standby),
      ]);
      return [
        written?.identity === replayed.identity
          ? fine('replica', `${standby.label} follows this database.`)
          : wrong('replica', `${standby.label} is no copy of this database.`, remedy),
      ];
    } finally {
      await standby.close();
    }
  } catch (error) {
    return [
      note('replica', `It cannot be read (${reasonOf(error)}), so the primary answers for it.`, remedy),
    ];
  }
}
