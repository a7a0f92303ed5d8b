import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';

import { sandboxTokenFile } from '../src/client/sandbox-token.ts';
import { liveALittle, type Remembered } from '../test/upgrades/live-a-little.ts';
import { builtRelease, FIXTURES } from '../test/upgrades/releases.ts';
import { readArguments } from './support/arguments.ts';
import { startService } from './support/service.ts';

const SERVER = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

const { positionals } = readArguments(`Usage: node tools/upgrade-fixture.ts [COMMIT]
Keeps small databases of a release in test/upgrades, made by that release itself, on SQLite and on PostgreSQL (DATABASE_URL, or
127.0.0.1:5432).`);
const [asked = 'HEAD'] = positionals;
const commit = execFileSync('git', ['rev-parse', '--short', asked], { encoding: 'utf8' }).trim();
const packed = execFileSync('git', ['show', `${commit}:package.json`], { encoding: 'utf8' });
const { version } = JSON.parse(packed) as { version: string };
const program = await builtRelease({ version, commit });
const folder = join(FIXTURES, version);
using temporary = mkdtempDisposableSync(join(tmpdir(), 'arkhouse-upgrade-'));
const scratch = temporary.path;
mkdirSync(folder, { recursive: true });
const release = { version, commit, told: { SQLite: await keepSqlite(), PostgreSQL: await keepPostgres() } };
writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release)}\n`);
console.log(`A house of ${version} (${commit}) is kept in ${folder}.`);

async function keepSqlite(): Promise<Remembered> {
  const told = await livedIn({ ARKHOUSE_DATA_DIR: scratch });
  using database = new DatabaseSync(join(scratch, 'arkhouse.db'));
  const copy = join(scratch, 'copy.db');
  database.exec(`vacuum into '${copy}'`);
  keep(copy, 'sqlite.db.br');
  return told;
}

async function keepPostgres(): Promise<Remembered> {
  const name = `arkhouse_upgrade_${process.pid}`;
  const url = Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;
  const query = (sql: string) => execFileSync('psql', ['--quiet', SERVER, '--command', sql]);
  query(`create database ${name}`);
  try {
    const told = await livedIn({ DATABASE_URL: url, ARKHOUSE_DATA_DIR: scratch });
    const file = join(scratch, 'dump');
    const plain = ['--no-owner', '--no-privileges', '--format=custom', '--compress=0'];
    execFileSync('pg_dump', [...plain, '--file', file, url]);
    keep(file, 'postgres.dump.br');
    return told;
  } finally {
    query(`drop database ${name} with (force)`);
  }
}

function keep(file: string, name: string): void {
  writeFileSync(join(folder, name), brotliCompressSync(readFileSync(file)));
}

async function livedIn(database: Readonly<Record<string, string>>): Promise<Remembered> {
  const adminKey = randomBytes(24).toString('hex');
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    ARKHOUSE_CLOCK: 'sandbox',
    ARKHOUSE_ADMIN_KEY: adminKey,
  };
  const command = [join(program, 'node_modules/.bin/node'), 'dist/cli/arkhouse.js', 'serve'];
  const service = await startService(command, { cwd: program, env: { ...env, ...database } });
  // That of the last start; the first versions had none.
  const token = sandboxTokenFile(scratch);
  const sandboxToken = existsSync(token) ? readFileSync(token, 'utf8').trim() : '';
  try {
    return await liveALittle(service.address, { adminKey, sandboxToken });
  } finally {
    await service.close();
  }
}
