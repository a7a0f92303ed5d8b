import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';

import { createFileAtomically, createFolderAtomically } from '../atomic-file.ts';
import { splitHosts } from '../host-list.ts';
import { SECRETS_TABLE } from '../settings.ts';

export async function dumpPostgres(url: string, to: string, jobs: number): Promise<void> {
  if (jobs === 1)
    return createFileAtomically(to, (partial) =>
      runTool(url, 'pg_dump', ['--format=custom', WITHOUT_SECRETS, '--file', partial]),
    );
  return createFolderAtomically(to, (partial) =>
    runTool(url, 'pg_dump', ['--format=directory', `--jobs=${jobs}`, WITHOUT_SECRETS, '--file', partial]),
  );
}

// The rows of the secrets table are excluded from dumps; the empty table is restored.
const WITHOUT_SECRETS = `--exclude-table-data=*.${SECRETS_TABLE}`;

export async function restorePostgres(url: string, from: string, jobs: number): Promise<void> {
  const { PGDATABASE = '' } = environmentFor(url);
  const manner = jobs === 1 ? '--single-transaction' : `--jobs=${jobs}`;
  const args = ['--exit-on-error', '--no-owner', '--no-privileges', manner, `--dbname=${PGDATABASE}`, from];
  await runTool(url, 'pg_restore', args);
}

async function runTool(url: string, tool: 'pg_dump' | 'pg_restore', args: readonly string[]): Promise<void> {
  const child = spawn(tool, args, {
    env: { ...process.env, ...environmentFor(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => {
    child.kill();
    // An exit handler cannot wait for an event. The tool must have ended before its file is removed: one that is still starting creates it again.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ENDS_WITHIN_MS);
  };
  process.prependOnceListener('exit', end);
  const ending = Promise.all([text(child.stderr), once(child, 'close')]);
  const [complaint, [code]] = await ending.catch((error: NodeJS.ErrnoException) => explain(tool, error));
  process.off('exit', end);
  if (code !== 0) throw new ToolError(`${tool} failed: ${complaint.trim()}`);
}

const ENDS_WITHIN_MS = 200;

class ToolError extends Error {
  override readonly name = 'ToolError';
}

// Passes the connection to pg_dump in environment variables: process arguments are readable by every user of the machine.
function environmentFor(url: string): Record<string, string> {
  const [first = '', ...others] = splitHosts(url);
  const hosts = [first, ...others].map((each) => new Client(each));
  const { searchParams } = new URL(first);
  const wanted = {
    PGHOST: hosts.map(({ host }) => host).join(','),
    PGPORT: hosts.map(({ port }) => port).join(','),
    // Only pg_restore is given several hosts.
    PGTARGETSESSIONATTRS: others.length > 0 ? 'read-write' : null,
    PGUSER: hosts[0]?.user,
    PGPASSWORD: hosts[0]?.password,
    PGDATABASE: hosts[0]?.database,
    PGOPTIONS: searchParams.get('options'),
    PGSSLMODE: searchParams.get('sslmode'),
    PGSSLROOTCERT: searchParams.get('sslrootcert'),
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function explain(tool: string, error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new ToolError(`${tool} was not found; a copy of PostgreSQL needs the PostgreSQL client tools`, {
    cause: error,
  });
}
