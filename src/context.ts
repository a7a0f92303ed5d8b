import type { Logger } from 'pino';

import type { Config } from './config/config.ts';
import type { Instant } from './core/clock.ts';
import { build, type House, type Parts } from './house/house.ts';
import { hasTakenRealMoney } from './house/real-money.ts';
import { SANDBOX_CLOCK } from './house/turn-clock.ts';
import { trueChance } from './outside/chance.ts';
import { hoursAhead, resumed, sandboxClock, shownBy, systemClock, type Anchor } from './outside/clock.ts';
import { openCashier, type Cashier } from './outside/cashier.ts';
import type { Limiter } from './outside/limiter.ts';
import { imagesApi } from './outside/pictures-api.ts';
import { pngPress } from './outside/pictures-png.ts';
import { ownArtist } from './outside/pictures.ts';
import { memoryLimiter } from './outside/limiter-memory.ts';
import { redisLimiter } from './outside/limiter-redis.ts';
import { tastesLater } from './outside/tastes-later.ts';
import type { Tastes } from './outside/tastes.ts';
import { connect } from './store/connect.ts';
import type { Database } from './store/db.ts';
import { isUnavailable } from './store/portable.ts';
import { findItemVector, keepItemVector } from './store/item-vectors.ts';
import { migrate } from './store/migrate.ts';
import { readSetting, writeSetting } from './store/settings.ts';

/** A sentence for the operator; the house does not start. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** Builds the house a config describes: connected, migrated, its clock set. Overrides are for tests. */
export async function openHouse(config: Config, log: Logger, overrides: Partial<Parts> = {}): Promise<House> {
  const store = overrides.store ?? (await reach(config));
  try {
    await migrate(store, systemClock().now());
    const clocks = overrides.clock ? {} : await openClock(config, store);
    const limiter = overrides.limiter ?? (await openLimiter(config, log));
    const cashier = overrides.cashier ?? (await hireCashier(config, store, log));
    return build({
      store,
      limiter,
      cashier,
      tastes: openTastes(config, store, log),
      pictures: config.images ? imagesApi(config.images) : ownArtist,
      press: pngPress(),
      baseUrl: config.baseUrl,
      chance: trueChance,
      clock: systemClock(),
      ...clocks,
      ...overrides,
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Connects, or says in a sentence why not. */
export async function reach(
  config: Config,
  missing: 'is made' | 'is refused' = 'is made',
): Promise<Database> {
  try {
    return await connect(config, missing);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new CannotStart('The database cannot be reached. Is it running, and is DATABASE_URL right?', {
      cause: error,
    });
  }
}

/** Lets go of everything the house holds. */
export async function closeHouse(house: House): Promise<void> {
  await house.limiter.close();
  await house.tastes.close();
  await house.press.close();
  await house.store.close();
}

/** The time it is in a house that may not be open: its sandbox clock's, if it has one. */
export async function timeIn(store: Database): Promise<Instant> {
  const wall = systemClock().now();
  const anchor = await anchorIn(store);
  return anchor ? Math.max(wall, shownBy(anchor, wall)) : wall;
}

async function anchorIn(store: Database): Promise<Anchor | undefined> {
  const kept = await readSetting(store, SANDBOX_CLOCK);
  return kept === undefined ? undefined : (JSON.parse(kept) as Anchor);
}

async function openClock(config: Config, store: Database): Promise<Pick<House, 'clock' | 'sandbox'>> {
  const wall = systemClock();
  const anchor = await anchorIn(store);
  if (config.clock === 'system') {
    if (anchor) refuseTimeTravel(hoursAhead(anchor, wall.now()));
    return { clock: wall };
  }
  const going = resumed(anchor, wall.now(), config.timeScale);
  await writeSetting(store, SANDBOX_CLOCK, JSON.stringify(going));
  const sandbox = sandboxClock(going);
  return { clock: sandbox, sandbox };
}

/** Lives that ran ahead on a sandbox clock would stand still for hours on the real one. */
function refuseTimeTravel(hours: number): void {
  if (hours <= 0) return;
  throw new CannotStart(
    `This database has lived on a sandbox clock that is ${hours.toFixed(1)} hours ahead of the world. ` +
      'Start it with ARKHOUSE_CLOCK=sandbox, or give the real house a data folder of its own.',
  );
}

async function openLimiter(config: Config, log: Logger): Promise<Limiter> {
  if (config.redisUrl === undefined) return memoryLimiter();
  return redisLimiter({
    url: config.redisUrl,
    onTrouble: (error) => log.warn({ err: error }, 'redis is unreachable: this node counts limits alone'),
    onRecovered: () => log.info('redis is back: limits are shared again'),
  });
}

function openTastes(config: Config, store: Database, log: Logger): Tastes {
  const clock = systemClock();
  const memory = {
    read: (model: string, text: string) => findItemVector(store, model, text),
    write: (model: string, text: string, vector: Uint8Array) =>
      keepItemVector(store, { model, text, vector, now: clock.now() }),
  };
  return tastesLater(async () => {
    const { openTastes: open } = await import('./outside/tastes-open.ts');
    return open(config, memory, (error) => log.warn({ err: error }, 'items cannot be judged as they should'));
  });
}

async function hireCashier(config: Config, store: Database, log: Logger): Promise<Cashier> {
  const cashier = await openCashier({
    ...config.payments,
    inline: config.inline,
    baseUrl: config.baseUrl,
    chance: trueChance,
    onTrouble: (failure) => log.warn({ reason: failure.message }, 'the checkout failed'),
  });
  const playful = [cashier.checkout, cashier.x402, cashier.mpp].some((way) => way?.live === false);
  if (playful && (await hasTakenRealMoney(store))) refusePlayMoney();
  return cashier;
}

/** Credits that cost nothing must not stand beside credits that were paid for. */
function refusePlayMoney(): never {
  throw new CannotStart(
    'This database has taken real payments, and these settings would give credits away. ' +
      'Start it with what moves real money (live Stripe keys, X402_NETWORK=base) or with ARKHOUSE_PAYMENTS=off, ' +
      'or give the trial a data folder of its own.',
  );
}
