import type { Logger } from 'pino';

import type { Db } from '../db/db.ts';
import { finishDepartures } from '../features/agents/leave.ts';
import { makeCareLogMonths } from '../features/care/care-log.store.ts';
import { deleteOldItemVectors, deleteWordedItemVectors } from '../features/care/item-vectors.store.ts';
import type { House } from '../features/house.ts';
import { settleRound } from '../features/lives/settle.ts';
import { deleteExpiredSessions } from '../features/moderation/moderation.store.ts';
import { accountSumsAfter } from '../features/money/ledger.store.ts';
import { deleteExpiredQuotes, deleteOldEvents } from '../features/money/purchases.store.ts';
import { reconcileInline, reconcilePurchases } from '../features/money/reconcile.ts';
import { deleteExpiredReplies } from '../features/once.store.ts';
import { runPictureJob } from '../features/pictures/picture-job.ts';
import { isPictureDue } from '../features/pictures/pictures.store.ts';
import { deleteOldTallies } from '../features/stats/tallies.store.ts';
import type { Instant } from '../rules/base/clock.ts';
import { avatarPrompt, portraitPrompt } from '../text/pages/picture-prompts.ts';
import { every, job, type Job, runAndRecord } from './job.ts';

// Never so many accounts at once that anybody would have to wait.
const AT_ONCE = 200;

/** Walks through all accounts, again and again: money that does not add up is seen without anybody asking for an audit. */
export function startCheckingLedger(house: House, log: Logger): Job {
  let walk = { after: '', accounts: 0, credits: 0 };
  const checkNextPage = async (): Promise<Error | undefined> => {
    const page = await accountSumsAfter(house.store, walk.after, AT_ONCE);
    for (const { agentId, balance, debt, moved, owed } of page) {
      const off = Math.abs(balance - moved) + Math.abs(debt - owed);
      walk.after = agentId;
      walk.credits += off;
      if (off > 0) walk.accounts += 1;
    }
    if (page.length === AT_ONCE) return undefined;
    const { accounts, credits } = walk;
    walk = { after: '', accounts: 0, credits: 0 };
    house.jobs.ledgerImbalance = credits;
    if (accounts === 0) return undefined;
    log.error({ accounts, credits }, 'accounts are not the sums of their ledgers; arkhouse audit names them');
    return new Error(`${accounts} accounts are not the sums of their ledgers`);
  };
  return job(house, log, {
    name: 'ledger',
    everyMs: 10_000,
    atOnce: true,
    work: checkNextPage,
    failure: 'watching the ledger failed and will be tried again',
  });
}

/** Deletes what has expired: remembered replies, quotes, sessions, old counts. */
export function startDeletingExpired(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'chores',
    everyMs: 10 * 60 * 1000,
    work: () => deleteExpired(house),
    failure: 'a chore failed and will be tried again',
  });
}

// A few at a time, so that nobody waits for long; again until nothing is left, so that nothing piles up.
const IN_STEPS: readonly ((db: Db, now: Instant) => Promise<number>)[] = [
  deleteExpiredReplies,
  deleteExpiredQuotes,
  deleteOldEvents,
  deleteExpiredSessions,
  deleteWordedItemVectors,
  (db) => deleteOldItemVectors(db),
];

export async function deleteExpired({ store, clock }: House): Promise<void> {
  const now = clock.now();
  await deleteOldTallies(store, now);
  for (const deleteSome of IN_STEPS) {
    let deleted: number;
    do deleted = await deleteSome(store, now);
    while (deleted > 0);
  }
}

// Our own artist works on the thread that answers everyone: it rests after each picture, and nine a second are enough for a million creatures.
const DRAW_REST_MS = 100;
// A service is waited for, not worked for.
const ORDERS_AT_ONCE = 4;
// However long a service wants to be left alone: those whom our own artist draws wait with the others.
const MOST_REST_MS = 60_000;

const PROMPTS = { portrait: portraitPrompt, avatar: avatarPrompt };

/** Draws what was ordered, one picture at a time with each worker. */
export function startDrawingPictures(house: House, log: Logger): Job {
  const state: DrawingState = { house, log, restsUntil: 0 };
  // Each has rounds of its own: none waits for another that waits for a service.
  const workers = Array.from(
    { length: house.pictures.perAgentDaily === undefined ? 1 : ORDERS_AT_ONCE },
    () =>
      job(house, log, {
        name: 'artist',
        everyMs: 1000,
        work: async (closing) => {
          if (await isPictureDue(house.store, house.clock.now())) await drawAll(state, closing);
        },
        failure: 'drawing failed and will be tried again',
      }),
  );
  return {
    begin: () => workers.forEach((each) => each.begin()),
    stop: async () => void (await Promise.all(workers.map((each) => each.stop()))),
  };
}

interface DrawingState {
  readonly house: House;
  readonly log: Logger;
  /** Until then the service wants to be left alone. */
  restsUntil: number;
}

async function drawAll(state: DrawingState, closing: AbortSignal): Promise<void> {
  const { house, log } = state;
  while (!closing.aborted && house.clock.now() >= state.restsUntil) {
    const drawn = await runPictureJob(house, PROMPTS, closing);
    if (drawn.kind === 'idle') return;
    if (drawn.kind === 'failed') {
      const { reason, cause, givenUp } = drawn;
      log.warn(
        { reason, err: cause },
        givenUp ? 'a picture was given up' : 'a picture could not be drawn yet',
      );
      const restMs = Math.min(drawn.retryAfterMs ?? 0, MOST_REST_MS);
      state.restsUntil = Math.max(state.restsUntil, house.clock.now() + restMs);
    }
    await new Promise((resolve) => setTimeout(resolve, DRAW_REST_MS));
  }
}

/** Takes the last words of those who left out of the log, should the house have fallen down while it did. */
export function startFinishingDepartures(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'departures',
    everyMs: 60_000,
    atOnce: true,
    work: () => finishDepartures(house, house.clock.now()),
    failure: 'words of one who left could not be erased yet and will be',
  });
}

/** Folds queued counts, so that reading them stays cheap. SQLite counts in place. */
export function startFoldingCounts(house: House, log: Logger): Job | undefined {
  const { store } = house;
  if (!store.shared) return undefined;
  return job(house, log, {
    name: 'counter',
    everyMs: 1000,
    work: () => store.foldIncrements(),
    failure: 'counts could not be added up and will be',
  });
}

/** Makes room for what will be done for creatures in this month and the next two, long before it is needed. */
export function startMakingMonths(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'months',
    everyMs: 60 * 60 * 1000,
    atOnce: true,
    work: () => makeCareLogMonths(house.store, house.clock.now()),
    failure: 'the next month could not be made and will be tried again',
  });
}

const RECONCILE_EVERY_MS = 60_000;
const LOOKING = 'facilitator';
const FOLLOWING = 'payments';

/** Asks every minute after payments whose end nobody knows, and after a facilitator that did not answer. */
export function startReconcilingPayments(house: House, log: Logger): Job | undefined {
  const { x402, mpp } = house.cashier;
  if (!x402 && !mpp) return undefined;
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'following payments failed and will be tried again');
  house.jobs.register(FOLLOWING);
  return every(RECONCILE_EVERY_MS, async (closing) => {
    // Each by itself: a facilitator that is away must not keep the others waiting.
    if (x402?.open === false) {
      const look = async () => {
        if (await x402.refreshKinds()) log.info('agents can pay with x402 now');
      };
      await runAndRecord(house, LOOKING, look, onFailure);
    }
    const follow = async () => {
      const unclear = await reconcileInline(house, house.clock.now(), closing);
      if (unclear > 0) log.warn({ unclear }, 'payments are still unclear; arkhouse audit names them');
    };
    await runAndRecord(house, FOLLOWING, follow, onFailure);
  });
}

/** At the start and once a day, or sooner when that failed: payments that nobody told us of are found, and links that ran out are closed. */
export function startReconcilingPurchases(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'purchases',
    everyMs: 24 * 60 * 60 * 1000,
    atOnce: true,
    retryMs: 15 * 60 * 1000,
    work: async (closing) => {
      const purchases = await reconcilePurchases(house, house.clock.now(), closing);
      if (Object.keys(purchases).length > 0) log.info({ purchases }, 'open purchases were looked up');
    },
    failure: 'looking up open purchases failed and will be tried again',
  });
}

/** What the operator has hidden at another node is hidden here within seconds, though nobody asks for it. */
export function startModerationRefresh(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'curtain',
    everyMs: 2000,
    work: async () => void (await house.moderation.current()),
    failure: 'looking for what is hidden failed and will be tried again',
  });
}

const NAME = 'settler';
const SETTLE_EVERY_MS = 1000;
// However much is due, a round has an end, so that it is seen that it goes on.
const LONGEST_ROUND_MS = 1000;
// Those who ask for something go first.
const SETTLE_REST_MS = 5;
// Somebody may have put in what was due long ago: a hand in the database, a node whose clock is far behind.
const EVERYWHERE_EVERY_MS = 60_000;

/**
 * Brings about what is due, though nobody looks: within a second or two creatures grow, and die when they die. What has piled
 * up is worked off round after round, the longest due first, together with all other nodes.
 */
export function startSettlingDue(house: House, log: Logger): Job {
  house.jobs.register(NAME);
  const onFailure = (error: unknown) => log.warn({ err: error }, 'settling failed and will be tried again');
  let everywhereAt = house.monotonicMs();
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
        const end = await settleRound(house, {
          now: house.clock.now(),
          until,
          restMs: SETTLE_REST_MS,
          closing,
        });
        more = !end.complete;
        const [failure] = end.failures;
        if (failure !== undefined) log.error({ err: failure }, 'a creature cannot be settled');
        return failure;
      };
      await runAndRecord(house, NAME, settleSome, onFailure);
    } while (more && !closing.aborted);
  });
}
