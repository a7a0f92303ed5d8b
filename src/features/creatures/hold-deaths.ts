import type { Database, Db } from '../../../packages/database/db.ts';
import { lockSetting, readSetting, writeSetting } from '../../../packages/database/settings.ts';
import { MINUTE, type Instant } from '../../rules/base/clock.ts';
import { areTooManyDeaths, FEWEST_TOO_MANY, type Happening } from '../../rules/lives/live-until.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { WatchedClock } from '../../outside/clock.ts';
import type { BaseHouse } from '../house.ts';
import { totals } from '../tallies/tallies.store.ts';
import { STATUS } from '../tallies/tally-names.store.ts';
import type { CreaturesHouse } from './settle.ts';

export class RecentDeaths {
  /** The start of this process: only deaths after it count towards the limit. A watched clock has its own. */
  readonly openedAt: Instant;
  whileClosed = 0;
  readonly #stored: { readonly monotonicMs: number; readonly deaths: number }[] = [];

  constructor(openedAt: Instant) {
    this.openedAt = openedAt;
  }

  record({ counted, others }: AdmittedDeaths, monotonicMs: number): void {
    this.whileClosed += others;
    if (counted > 0) this.#stored.push({ monotonicMs, deaths: counted });
  }

  countAt(monotonicMs: number): number {
    while (monotonicMs - (this.#stored[0]?.monotonicMs ?? monotonicMs) >= MINUTE) this.#stored.shift();
    return this.#stored.reduce((sum, { deaths }) => sum + deaths, 0);
  }
}

interface AdmittedDeaths {
  readonly counted: number;
  /** Deaths outside the limit: while the service was closed, or confirmed by the operator. */
  readonly others: number;
}

/** The state of settling, stored in the database: all nodes pause together, also across restarts. */
interface SettlingState {
  /** Present while settling is paused: since when, and how many deaths were due in a minute among how many living. */
  readonly paused?: { readonly at: Instant; readonly deaths: number; readonly living: number } | undefined;
  /** When the operator confirmed the deaths; earlier deaths do not count towards the limit. */
  readonly confirmedAt?: Instant;
}

const SETTLING = 'settling';

export async function readSettlingState(db: Db): Promise<SettlingState> {
  const kept = await readSetting(db, SETTLING);
  return kept ? (JSON.parse(kept) as SettlingState) : {};
}

const OPEN_UNTIL = 'open_until';

export async function readOpenUntil(db: Db): Promise<Instant | undefined> {
  const kept = await readSetting(db, OPEN_UNTIL);
  return kept === undefined ? undefined : Number(kept);
}

export async function writeOpenUntil(db: Db, now: Instant): Promise<void> {
  await writeSetting(db, OPEN_UNTIL, String(now));
}

/** Distrusts a clock that shows a time before the service was last open; only where the database has no clock of its own. */
export async function checkLastOpen(watch: WatchedClock, store: Database): Promise<void> {
  if (!store.shared) watch.notBefore((await readOpenUntil(store)) ?? 0);
}

/** The operator confirms the clock: a service that was open at a later time had a wrong one. */
export async function confirmTime(db: Db, now: Instant): Promise<void> {
  const openUntil = await readOpenUntil(db);
  if (openUntil !== undefined && openUntil > now) await writeOpenUntil(db, now);
}

export async function confirmDeaths(store: Database, now: Instant): Promise<SettlingState> {
  return store.transaction((db) => confirmDeathsIn(db, now));
}

/** Returns the state before. */
export async function confirmDeathsIn(db: Db, now: Instant): Promise<SettlingState> {
  await lockSetting(db, SETTLING);
  const before = await readSettlingState(db);
  const after: SettlingState = { confirmedAt: now };
  await confirmTime(db, now);
  if (before.paused) await writeSetting(db, SETTLING, JSON.stringify(after));
  return before;
}

class TooManyDeathsError extends Error {
  override readonly name = 'TooManyDeathsError';
  readonly deaths: number;
  readonly living: number;

  constructor(deaths: number, living: number) {
    super(`${deaths} deaths in a minute among ${living} living creatures`);
    this.deaths = deaths;
    this.living = living;
  }
}

const RETRY_SECONDS = 60;

function heldBack(why: 'clock' | 'settling'): ProblemError {
  return new ProblemError('house_unreachable', { retryAfterSeconds: RETRY_SECONDS, why });
}

export function isHeldBack(error: unknown): boolean {
  return error instanceof ProblemError && error.is('house_unreachable');
}

export async function isSettlingHeld({
  watch,
  store,
  deathsPercent,
}: Pick<BaseHouse, 'deathsPercent' | 'store' | 'watch'>): Promise<boolean> {
  if (watch?.isWrong) return true;
  return deathsPercent !== undefined && (await readSettlingState(store)).paused !== undefined;
}

/**
 * Deaths are refused while the clock is wrong or settling is paused; too many pause it. `work` calls `admit` before
 * it stores any.
 */
export async function holdingDeaths<T>(
  house: CreaturesHouse,
  now: Instant,
  work: (admit: (db: Db, happened: readonly Happening[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  let admitted: AdmittedDeaths = { counted: 0, others: 0 };
  try {
    const done = await work(async (db, happened) => {
      admitted = await admitDeaths(db, house, happened);
    });
    house.recentDeaths.record(admitted, house.monotonicMs());
    return done;
  } catch (error) {
    if (!(error instanceof TooManyDeathsError)) throw error;
    await pauseSettling(house.store, error, now);
    throw heldBack('settling');
  }
}

async function admitDeaths(
  db: Db,
  house: CreaturesHouse,
  happened: readonly Happening[],
): Promise<AdmittedDeaths> {
  const deaths = happened.filter(({ kind }) => kind === 'died');
  if (deaths.length === 0) return { counted: 0, others: 0 };
  const { watch, deathsPercent: percent, recentDeaths } = house;
  if (watch?.isWrong) throw heldBack('clock');
  const state = percent === undefined ? {} : await readSettlingState(db);
  if (state.paused) throw heldBack('settling');
  const from = Math.max((watch ?? recentDeaths).openedAt, state.confirmedAt ?? 0);
  const counted = deaths.filter(({ at }) => at > from).length;
  const before = recentDeaths.countAt(house.monotonicMs());
  if (percent !== undefined && counted > 0 && before + counted > FEWEST_TOO_MANY) {
    const living = ((await totals(db, 'house')).get(`${STATUS}alive`) ?? 0) + before;
    if (areTooManyDeaths({ deaths: before + counted, living, percent }))
      throw new TooManyDeathsError(before + counted, living);
  }
  return { counted, others: deaths.length - counted };
}

async function pauseSettling(store: Database, { deaths, living }: TooManyDeathsError, at: Instant) {
  await store.transaction(async (db) => {
    await lockSetting(db, SETTLING);
    const before = await readSettlingState(db);
    const after: SettlingState = { ...before, paused: { at, deaths, living } };
    if (!before.paused) await writeSetting(db, SETTLING, JSON.stringify(after));
  });
}
