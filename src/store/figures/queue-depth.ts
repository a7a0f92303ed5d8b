import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import { number, query } from '../engine/table.ts';

/** Work that waits to be done, by what waits. */
export interface QueueDepth {
  readonly name: string;
  readonly waiting: number;
}

/** Nobody counts further: how much more than this is waiting makes no difference to what has to be done about it. */
export const COUNTED_UP_TO = 1000;

/** How much is waiting, everywhere something can wait. */
export async function readQueueDepths(db: Db, now: Instant): Promise<readonly QueueDepth[]> {
  return Promise.all(
    QUEUES.map(async ({ name, depth, takesNow }) => {
      const row = await db.one(depth, takesNow ? [now] : []);
      return { name, waiting: row?.n ?? 0 };
    }),
  );
}

const WAITING = {
  creatures_due: 'creatures where next_event_at <= $1',
  purchases_open: `purchases where state in ('creating', 'open')`,
  payments_unclear: `inline_payments where state in ('claimed', 'unknown')`,
  pictures_waiting: 'picture_jobs where due_at is not null',
  pictures_given_up: 'picture_jobs where due_at is null',
};

const QUEUES = Object.entries(WAITING).map(([name, from]) => ({
  name,
  takesNow: from.includes('$1'),
  depth: query(
    { n: number },
    `select count(*) as n from (select 1 as one from ${from} limit ${COUNTED_UP_TO}) waiting`,
  ),
}));
