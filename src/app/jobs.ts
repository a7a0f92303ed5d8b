import type { Logger } from 'pino';

import { type Db, inBackground } from '../../packages/database/db.ts';
import { DAY, type Instant, MINUTE } from '../rules/base/clock.ts';
import { avatarPrompt, portraitPrompt } from '../text/pages/picture-prompts.ts';
import { eraseLettersLeft, finishDepartures } from '../features/account/leave.ts';
import { deleteOldItemVectors, deleteWordedItemVectors } from '../features/care/item-vectors.store.ts';
import {
  checkLastOpen,
  readOpenUntil,
  readSettlingState,
  writeOpenUntil,
} from '../features/creatures/hold-deaths.ts';
import { settleRound } from '../features/creatures/settle.ts';
import { runPictureJob } from '../features/drawing/picture-job.ts';
import { writeExpectedLetters } from '../features/heart/letters.ts';
import { deleteExpiredSessions } from '../features/hidden/moderation.store.ts';
import { deleteOldNews } from '../features/identity/owner-news.store.ts';
import { deleteEndedSitters } from '../features/identity/sitters.store.ts';
import { accountSumsAfter } from '../features/money/ledger.store.ts';
import { deleteExpiredQuotes, deleteOldEvents } from '../features/money/purchases.store.ts';
import { deleteExpiredReplies } from '../features/once.store.ts';
import { deleteOldPetSheets, isPictureDue } from '../features/pictures/pictures.store.ts';
import { makeCareLogMonths } from '../features/records/care-log.store.ts';
import { reconcileInline, reconcilePurchases } from '../features/shop/checkout-webhook.ts';
import { deleteOldTallies } from '../features/tallies/tallies.store.ts';
import type { House } from './house.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export function startJobs(house: House, log: Logger): readonly Job[] {
  const { store, clock } = house;
  const start = (name: string, everyMs: number, doing: string, work: JobSpec['work'], first?: 'at once') =>
    job(house, log, { name, everyMs, doing, work, atOnce: first !== undefined });
  const nextMonths = () => makeCareLogMonths(store, clock.now());
  let lookedUpTo = '';
  const departures = async () => {
    await finishDepartures(house, clock.now());
    lookedUpTo = await eraseLettersLeft(house, lookedUpTo);
  };
  const jobs = [
    start('delete_expired', 10 * MINUTE_MS, 'deleting expired rows', () => deleteExpired(house)),
    start('create_partitions', HOUR_MS, 'creating the next months of the care log', nextMonths, 'at once'),
    startWatchingClock(house, log),
    startSettlingDue(house, log),
    startDrawingPictures(house, log),
    // Finds payments whose webhook was lost, and closes expired checkout links.
    job(house, log, {
      name: 'reconcile_purchases',
      everyMs: 24 * HOUR_MS,
      atOnce: true,
      retryMs: 15 * MINUTE_MS,
      doing: 'looking up open purchases',
      work: async (closing) => {
        const purchases = await reconcilePurchases(house, clock.now(), closing);
        if (Object.keys(purchases).length > 0)
          log.info({ event: 'purchases_reconciled', purchases }, 'reconciled open purchases');
      },
    }),
    startReconcilingPayments(house, log),
    // Reads what the operator has hidden at another node.
    start('refresh_moderation', 2000, 'refreshing the hidden texts', async () => {
      await house.moderation.current();
    }),
    // Finishes account deletions that a crash interrupted, and those of older nodes.
    start('finish_departures', MINUTE_MS, 'erasing the texts of a departed agent', departures, 'at once'),
    start('count_calls', MINUTE_MS, 'counting calls', async () => {
      if (house.watch?.isWrong !== true) await house.traffic.save(store, clock.now());
    }),
    startCheckingLedger(house, log),
    startFoldingCounts(house, log),
  ];
  return jobs.filter((each) => each !== undefined);
}

const CLOCK_EVENTS = {
  right: ['info', 'the clock is right again'],
  off: ['warn', 'the clock is off by more than 5 seconds'],
  wrong: [
    'error',
    'the clock is wrong by more than a minute: nothing is settled or written until it is right',
  ],
} as const;

export function startWatchingClock(house: House, log: Logger): Job | undefined {
  const { watch, store } = house;
  if (!watch) return undefined;
  let before: keyof typeof CLOCK_EVENTS = 'right';
  return job(house, log, {
    name: 'watch_clock',
    everyMs: 5000,
    atOnce: true,
    work: async () => {
      await checkLastOpen(watch, store);
      const verdict = await watch.check(() => store.readClock());
      const suspendedSeconds = Math.round(watch.takeSuspendedMs() / 1000);
      const suspended = 'the machine was suspended while creatures lived on';
      if (suspendedSeconds > 0) log.warn({ event: 'suspended', suspendedSeconds }, suspended);
      if (verdict === before) return;
      before = verdict;
      const [level, message] = CLOCK_EVENTS[verdict];
      log[level]({ event: `clock_${verdict}`, offsetSeconds: watch.offsetMs / 1000 }, message);
    },
    doing: 'comparing the clock with the database',
  });
}

// Accounts per query of the ledger check: small pages keep the queries short.
const ACCOUNTS_AT_ONCE = 200;

/** Starts the job that compares every account with the sum of its ledger, page by page, again and again. */
export function startCheckingLedger(house: House, log: Logger): Job {
  let walk = { after: '', accounts: 0, credits: 0 };
  const checkNextPage = async (): Promise<Error | undefined> => {
    const page = await accountSumsAfter(house.store, walk.after, ACCOUNTS_AT_ONCE);
    for (const { agentId, balance, debt, moved, owed } of page) {
      const off = Math.abs(balance - moved) + Math.abs(debt - owed);
      walk.after = agentId;
      walk.credits += off;
      if (off > 0) walk.accounts += 1;
    }
    if (page.length === ACCOUNTS_AT_ONCE) return undefined;
    const { accounts, credits } = walk;
    walk = { after: '', accounts: 0, credits: 0 };
    house.jobs.ledgerImbalance = credits;
    if (accounts === 0) return undefined;
    const differ = 'account balances differ from their ledgers; run arkhouse audit';
    log.error({ event: 'ledger_imbalance', accounts, credits }, differ);
    return new Error(`${accounts} accounts are not the sums of their ledgers`);
  };
  const doing = 'checking the ledger';
  return job(house, log, { name: 'check_ledger', everyMs: 10_000, atOnce: true, doing, work: checkNextPage });
}

/** The week and the page of an owner read stored news. */
const NEWS_KEPT = 60 * DAY;

// Functions that delete expired rows; each deletes a limited number, so that no query takes long.
const DELETIONS: readonly ((db: Db, now: Instant) => Promise<number>)[] = [
  deleteExpiredReplies,
  deleteExpiredQuotes,
  deleteOldEvents,
  deleteExpiredSessions,
  // The stored replies of a sitter, which live for a day, are found by its row.
  (db, now) => deleteEndedSitters(db, now - DAY),
  deleteOldPetSheets,
  deleteWordedItemVectors,
  (db, now) => deleteOldNews(db, now - NEWS_KEPT),
  (db) => deleteOldItemVectors(db),
];

export async function deleteExpired({ store, clock }: House): Promise<void> {
  const now = clock.now();
  await deleteOldTallies(store, now);
  for (const deleteSome of DELETIONS) {
    let deleted: number;
    do deleted = await deleteSome(store, now);
    while (deleted > 0);
  }
}

// The built-in artist draws on the thread that serves requests. Nine pictures a second are enough for a million creatures.
const DRAW_REST_MS = 100;
// Workers for an image service, whose requests mostly wait.
const SERVICE_WORKERS = 4;
// Upper limit of an image service's Retry-After: pictures of the built-in artist wait as well.
const MOST_REST_MS = 60_000;

const PROMPTS = { portrait: portraitPrompt, avatar: avatarPrompt };

export function startDrawingPictures(house: House, log: Logger): Job {
  const { clock, store } = house;
  const count = house.pictures.perAgentDaily === undefined ? 1 : SERVICE_WORKERS;
  // End of the image service's Retry-After, shared by all workers.
  let restsUntil = 0;
  const drawAll = async (closing: AbortSignal) => {
    if (!(await isPictureDue(store, clock.now()))) return;
    while (!closing.aborted && clock.now() >= restsUntil) {
      const drawn = await runPictureJob(house, PROMPTS, closing);
      if (drawn.kind === 'idle') return;
      if (drawn.kind === 'failed') {
        const { reason, cause, givenUp, retryAfterMs = 0 } = drawn;
        const next = givenUp ? 'is not retried' : 'will be retried';
        log.warn({ event: 'picture_failed', reason, err: cause }, `drawing a picture failed and ${next}`);
        restsUntil = Math.max(restsUntil, clock.now() + Math.min(retryAfterMs, MOST_REST_MS));
      }
      await new Promise((resolve) => setTimeout(resolve, DRAW_REST_MS));
    }
  };
  const spec = { name: 'draw_pictures', everyMs: 1000, doing: 'drawing', work: drawAll };
  const workers = Array.from({ length: count }, () => job(house, log, spec));
  return {
    begin: () => workers.forEach((each) => each.begin()),
    stop: async () => void (await Promise.all(workers.map((each) => each.stop()))),
  };
}

/** Adds queued increments to counters, so that reads sum few rows. Undefined on SQLite, which updates counters in place. */
export function startFoldingCounts(house: House, log: Logger): Job | undefined {
  const { store } = house;
  if (!store.shared) return undefined;
  const work = () => store.foldIncrements();
  return job(house, log, { name: 'fold_counts', everyMs: 1000, doing: 'folding counters', work });
}

/** Starts the job that asks for the outcome of unresolved inline payments, and for an x402 facilitator that did not answer. */
export function startReconcilingPayments(house: House, log: Logger): Job | undefined {
  const { x402, mpp } = house.cashier;
  if (!x402 && !mpp) return undefined;
  house.jobs.register('reconcile_payments');
  return every(MINUTE_MS, async (closing) => {
    // The facilitator is recorded as a job of its own: if it is unreachable, the payments job does not fail.
    if (x402?.open === false) {
      const refresh = async () => {
        if (await x402.refreshKinds()) log.info({ event: 'x402_available' }, 'x402 payments are available');
      };
      const onFailure = failureLog(log, 'refresh_facilitator', 'asking the x402 facilitator');
      await runAndRecord(house, 'refresh_facilitator', refresh, onFailure);
    }
    const reconcile = async () => {
      const unclear = await reconcileInline(house, house.clock.now(), closing);
      const remain = 'payments with unknown outcome remain; run arkhouse audit';
      if (unclear > 0) log.warn({ event: 'payments_unclear', unclear }, remain);
    };
    const onFailure = failureLog(log, 'reconcile_payments', 'reconciling payments');
    await runAndRecord(house, 'reconcile_payments', reconcile, onFailure);
  });
}

const SETTLE_EVERY_MS = 1000;
// Longest run of the settling job; a long backlog takes several runs.
const LONGEST_ROUND_MS = 1000;
// Pause between batches of settling, which lets requests go first.
const SETTLE_REST_MS = 5;
// Interval of full scans, which find rows with a due time in the past: edited by hand, or by a node with a slow clock.
const EVERYWHERE_EVERY_MS = 60_000;

/** Starts the job that settles due creatures within a second or two, the longest due first, together with all other nodes. */
export function startSettlingDue(house: House, log: Logger): Job {
  const name = 'settle_creatures';
  house.jobs.register(name);
  const onFailure = failureLog(log, name, 'settling');
  let everywhereAt = house.monotonicMs();
  const tellPause = pauseTeller(house, log);
  const tellClosing = closingTeller(house, log);
  return every(SETTLE_EVERY_MS, async (closing) => {
    if (house.monotonicMs() - everywhereAt >= EVERYWHERE_EVERY_MS) {
      everywhereAt = house.monotonicMs();
      house.settling.lookEverywhere();
    }
    let more: boolean;
    do {
      more = false;
      const settleSome = async () => {
        const until = house.monotonicMs() + LONGEST_ROUND_MS;
        const round = { now: house.clock.now(), until, restMs: SETTLE_REST_MS, closing };
        await tellClosing.before();
        const { complete, held = false, failures } = await settleRound(house, round);
        more = !complete && !held;
        await tellPause(held);
        if (complete) await tellClosing.after(round.now);
        if (complete) await writeExpectedLetters(house, round.now);
        const [failure] = failures;
        if (failure) log.error({ event: 'settling_failed', ...failure }, 'settling a creature failed');
        return failure?.err;
      };
      await runAndRecord(house, name, settleSome, onFailure);
    } while (more && !closing.aborted);
  });
}

function pauseTeller({ store }: House, log: Logger): (held: boolean) => Promise<void> {
  let pausedAt: Instant | undefined;
  return async (held) => {
    const paused = held ? (await readSettlingState(store)).paused : undefined;
    if (paused?.at === pausedAt) return;
    pausedAt = paused?.at;
    const tooMany = 'too many deaths in a minute: settling is paused; see arkhouse settle';
    if (paused) log.error({ event: 'settling_paused', ...paused }, tooMany);
    else log.info({ event: 'settling_resumed' }, 'settling resumed');
  };
}

/** Logs once how long the house was closed before this start, and how many lives ended meanwhile. */
function closingTeller({ store, watch, recentDeaths }: House, log: Logger) {
  let openUntil: Instant | undefined;
  let keptAt: Instant | undefined;
  return {
    async before(): Promise<void> {
      if (watch && openUntil === undefined) openUntil = (await readOpenUntil(store)) ?? NaN;
    },
    async after(now: Instant): Promise<void> {
      if (!watch || (keptAt !== undefined && now - keptAt < MINUTE)) return;
      const closedSeconds = Math.round((now - (openUntil ?? NaN)) / 1000);
      const livesEnded = recentDeaths.whileClosed;
      const ended = livesEnded > 0 ? ', and lives ended meanwhile' : '';
      const level = livesEnded > 0 ? 'warn' : 'info';
      if (keptAt === undefined && closedSeconds > 60)
        log[level]({ event: 'was_closed', closedSeconds, livesEnded }, `the service was closed${ended}`);
      // SQLite writes nothing at such a start until the operator confirms the clock.
      const behind = 'the service was last open at a later time than it is now';
      if (store.shared && keptAt === undefined && closedSeconds < -60)
        log.warn({ event: 'clock_behind', aheadSeconds: -closedSeconds }, behind);
      keptAt = now;
      await writeOpenUntil(store, now);
    },
  };
}

export interface Job {
  /** Starts a run now, unless one is running. */
  begin(): void;
  stop(): Promise<void>;
}

interface JobSpec {
  readonly name: string;
  readonly everyMs: number;
  /** Does one run of the job. Returns an error after which it could continue; throws any other. */
  readonly work: (closing: AbortSignal) => Promise<unknown>;
  /** What failed, in the log message if a run throws. */
  readonly doing: string;
  readonly atOnce?: boolean;
  readonly retryMs?: number;
}

function job(house: House, log: Logger, spec: JobSpec): Job {
  const { name, everyMs, work, doing, atOnce, retryMs } = spec;
  house.jobs.register(name);
  const tell = failureLog(log, name, doing);
  const started = every(everyMs, (closing) => {
    const onFailure = (error: unknown) => {
      tell(error);
      if (retryMs !== undefined && !closing.aborted) setTimeout(() => started.begin(), retryMs).unref();
    };
    return runAndRecord(house, name, () => inBackground(() => work(closing)), onFailure);
  });
  if (atOnce) started.begin();
  return started;
}

function failureLog(log: Logger, name: string, doing: string) {
  return (error: unknown) =>
    log.warn({ event: 'job_failed', job: name, err: error }, `${doing} failed and will be retried`);
}

const STOP_WITHIN_MS = 5000;

/** Repeats work on a timer, one run at a time. The work handles its own errors. */
export function every(
  everyMs: number,
  work: (closing: AbortSignal) => Promise<void>,
  stopWithinMs = STOP_WITHIN_MS,
): Job {
  const closing = new AbortController();
  let round: Promise<void> | undefined;
  const runRound = async () => {
    try {
      await work(closing.signal);
    } finally {
      round = undefined;
    }
  };
  const begin = () => void (round ??= runRound());
  const timer = setInterval(begin, everyMs).unref();
  return {
    begin,
    async stop() {
      clearInterval(timer);
      closing.abort();
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, stopWithinMs).unref())]);
    },
  };
}

async function runAndRecord(
  { jobs, clock, monotonicMs }: House,
  name: string,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const began = monotonicMs();
  let failure: unknown;
  try {
    failure = await work();
  } catch (error) {
    failure = error;
    onFailure(error);
  }
  jobs.record(name, { at: clock.now(), tookMs: monotonicMs() - began, failure });
}
