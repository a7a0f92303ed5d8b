import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';

import { createFileAtomically } from './atomic-file.ts';

/** A consistent copy made by PostgreSQL's own tool, to be brought back with pg_restore. */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  await createFileAtomically(file, (partial) => runPgDump(url, partial));
}

async function runPgDump(url: string, file: string): Promise<void> {
  const dump = spawn('pg_dump', ['--format=custom', '--file', file], {
    env: { ...process.env, ...environmentFor(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaint, [code]] = await Promise.all([text(dump.stderr), once(dump, 'close')]).catch(explain);
  if (code !== 0) throw new Error(`pg_dump failed: ${complaint.trim()}`);
}

// By environment, since anyone on the machine can read the arguments of a process.
function environmentFor(url: string): Record<string, string> {
  const { host, port, user, password, database } = new Client(url);
  const { searchParams } = new URL(url);
  const wanted = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGOPTIONS: searchParams.get('options'),
    PGSSLMODE: searchParams.get('sslmode'),
    PGSSLROOTCERT: searchParams.get('sslrootcert'),
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
  };
  const given = Object.entries(wanted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(given);
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new Error('pg_dump was not found; a copy of PostgreSQL needs the PostgreSQL client tools', {
    cause: error,
  });
}
