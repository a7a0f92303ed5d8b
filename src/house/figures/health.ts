import type { Instant } from '../../core/engine/clock.ts';
import { ACTIONS, CAUSES, TIMINGS } from '../../core/vocabulary.ts';
import { ping } from '../../store/engine/settings.ts';
import { readQueueDepths, type QueueDepth } from '../../store/figures/queue-depth.ts';
import { totals } from '../../store/figures/tallies.ts';
import * as NAME from '../../store/figures/tally-names.ts';
import { usernameOf } from '../../store/keepers/agents.ts';
import { openPayments } from '../../store/money/inline-payments.ts';
import type { House } from '../house.ts';
import { readBacklog, readSettlingLag } from '../lives/read-backlog.ts';
import type { JobSummary } from './job-status.ts';

export type { JobSummary, QueueDepth };
export { COUNTED_UP_TO } from '../../store/figures/queue-depth.ts';

/** How the house itself is doing, behind all that lives in it, with the jobs of this node. */
export type HouseHealth = Awaited<ReturnType<typeof readHealth>>;

/** A payment nobody knows the end of, and whose it is. */
export type UnclearPayment = HouseHealth['unclear'][number];

const MOST_UNCLEAR = 50;

/** Looks without touching: what is due stays due, or nobody would ever see that it is. */
export async function readHealth(house: House, now: Instant) {
  const { store, jobs } = house;
  const [queues, backlog, open, walBytes] = await Promise.all([
    readQueueDepths(store, now),
    readBacklog(house, now),
    openPayments(store, MOST_UNCLEAR),
    store.walBytes(),
  ]);
  const unclear = await Promise.all(
    open.map(async (payment) => ({
      ...payment,
      username: (await usernameOf(store, payment.agentId)) ?? '',
    })),
  );
  return { database: store.label, walBytes, queues, backlog, unclear, jobs: jobs.summaries };
}

/** Asks the database for a sign of life; fails when there is none. */
export async function pingDatabase(house: House): Promise<void> {
  await ping(house.store);
}

/** Could the house keep something right now? */
export async function isReady(house: House): Promise<boolean> {
  try {
    await house.store.ensureWritable();
    return true;
  } catch {
    return false;
  }
}

/** Figures of the whole house, test accounts among them, as they are kept. */
export type Gauges = Awaited<ReturnType<typeof readGauges>>;

/** Reads them without bringing anything about: whoever watches must see when nobody does. */
export async function readGauges(house: House, now: Instant) {
  const { store } = house;
  const [sums, queues, settlingLagMs, replicaLagMs, walBytes] = await Promise.all([
    totals(store, 'house'),
    readQueueDepths(store, now),
    readSettlingLag(house, now),
    readReplicaLag(house, now),
    store.walBytes(),
  ]);
  const of = (what: string) => sums.get(what) ?? 0;
  const each = <Word extends string>(prefix: string, words: readonly Word[]) =>
    // Exactly the words are its keys.
    Object.fromEntries(words.map((word) => [word, of(prefix + word)])) as Record<Word, number>;
  return {
    alive: of(`${NAME.STATUS}alive`),
    eggs: of(`${NAME.STATUS}egg`),
    agents: of(NAME.REGISTERED),
    care: each(NAME.CARE, ACTIONS),
    timings: each(NAME.TIMING, TIMINGS),
    deaths: each(NAME.CAUSE, CAUSES),
    queues,
    settlingLagMs,
    replicaLagMs,
    walBytes,
  };
}

/** By how much the replica is behind at most; without end while it is not asked, and undefined where there is none. */
async function readReplicaLag({ replica }: House, now: Instant): Promise<number | undefined> {
  if (!replica) return undefined;
  return now - ((await replica.at(now))?.completeAt ?? -Infinity);
}
