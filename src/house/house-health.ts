import type { Instant } from '../core/clock.ts';
import { openPayments, type InlinePayment } from '../store/inline-payments.ts';
import { queueDepth, type Queue } from '../store/queues.ts';
import { usernameOf } from '../store/agents.ts';
import type { House } from './house.ts';
import type { JobStanding } from './job-board.ts';

export type { JobStanding, Queue };
export { COUNTED_UP_TO } from '../store/queues.ts';

/** A payment nobody knows the end of, and whose it is. */
export interface UnclearPayment extends InlinePayment {
  readonly username: string;
}

/** How the house itself is doing, behind all that lives in it. */
export interface HouseHealth {
  readonly database: string;
  /** How long the write-ahead log has become; undefined where there is none of ours. */
  readonly walBytes: number | undefined;
  readonly queues: readonly Queue[];
  readonly unclear: readonly UnclearPayment[];
  /** Of this node. */
  readonly jobs: readonly JobStanding[];
}

const MOST_UNCLEAR = 50;

/** Looks without touching: what is due stays due, or nobody would ever see that it is. */
export async function readHealth({ store, jobs }: House, now: Instant): Promise<HouseHealth> {
  const [queues, open, walBytes] = await Promise.all([
    queueDepth(store, now),
    openPayments(store, MOST_UNCLEAR),
    store.walBytes(),
  ]);
  const unclear = await Promise.all(
    open.map(async (payment) => ({
      ...payment,
      username: (await usernameOf(store, payment.agentId)) ?? '',
    })),
  );
  return { database: store.label, walBytes, queues, unclear, jobs: jobs.standings };
}
