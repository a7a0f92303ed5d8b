import type { Instant } from '../../core/engine/clock.ts';
import { ACTIONS, CAUSES, TIMINGS, type Action, type Cause, type Timing } from '../../core/vocabulary.ts';
import { ping } from '../../store/engine/settings.ts';
import { readQueueDepths, type QueueDepth } from '../../store/figures/queue-depth.ts';
import { totals } from '../../store/figures/tallies.ts';
import * as NAME from '../../store/figures/tally-names.ts';
import { usernameOf } from '../../store/keepers/agents.ts';
import { openPayments, type InlinePayment } from '../../store/money/inline-payments.ts';
import type { House } from '../house.ts';
import type { JobSummary } from './job-status.ts';

export type { JobSummary, QueueDepth };
export { COUNTED_UP_TO } from '../../store/figures/queue-depth.ts';

/** A payment nobody knows the end of, and whose it is. */
export interface UnclearPayment extends InlinePayment {
  readonly username: string;
}

/** How the house itself is doing, behind all that lives in it. */
export interface HouseHealth {
  readonly database: string;
  /** How long the write-ahead log has become; undefined where there is none of ours. */
  readonly walBytes: number | undefined;
  readonly queues: readonly QueueDepth[];
  readonly unclear: readonly UnclearPayment[];
  /** Of this node. */
  readonly jobs: readonly JobSummary[];
}

const MOST_UNCLEAR = 50;

/** Looks without touching: what is due stays due, or nobody would ever see that it is. */
export async function readHealth({ store, jobs }: House, now: Instant): Promise<HouseHealth> {
  const [queues, open, walBytes] = await Promise.all([
    readQueueDepths(store, now),
    openPayments(store, MOST_UNCLEAR),
    store.walBytes(),
  ]);
  const unclear = await Promise.all(
    open.map(async (payment) => ({
      ...payment,
      username: (await usernameOf(store, payment.agentId)) ?? '',
    })),
  );
  return { database: store.label, walBytes, queues, unclear, jobs: jobs.summaries };
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
export interface Gauges {
  readonly alive: number;
  readonly eggs: number;
  readonly agents: number;
  readonly care: Readonly<Record<Action, number>>;
  readonly timings: Readonly<Record<Timing, number>>;
  readonly deaths: Readonly<Record<Cause, number>>;
  readonly queues: readonly QueueDepth[];
  readonly walBytes: number | undefined;
}

/** Reads them without bringing anything about: whoever watches must see when nobody does. */
export async function readGauges({ store }: House, now: Instant): Promise<Gauges> {
  const [sums, queues, walBytes] = await Promise.all([
    totals(store, 'house'),
    readQueueDepths(store, now),
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
    walBytes,
  };
}
