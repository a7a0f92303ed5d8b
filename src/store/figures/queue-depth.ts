import type { Instant } from '../../core/engine/clock.ts';
import type { Db, Query } from '../engine/db.ts';
import { number, query as queryOf } from '../engine/table.ts';

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
    QUEUES.map(async ({ name, query, takesNow }) => {
      const row = await db.one(query, takesNow ? [now] : []);
      return { name, waiting: row?.n ?? 0 };
    }),
  );
}

interface QueueDefinition {
  readonly name: string;
  readonly query: Query<{ n: number }>;
  readonly takesNow: boolean;
}

const QUEUES: readonly QueueDefinition[] = [
  {
    name: 'creatures_due',
    query: counted('creatures where next_event_at <= $1'),
    takesNow: true,
  },
  {
    name: 'purchases_open',
    query: counted(`purchases where state in ('creating', 'open')`),
    takesNow: false,
  },
  {
    name: 'payments_unclear',
    query: counted(`inline_payments where state in ('claimed', 'unknown')`),
    takesNow: false,
  },
  {
    name: 'pictures_waiting',
    query: counted('picture_jobs where due_at is not null'),
    takesNow: false,
  },
  {
    name: 'pictures_given_up',
    query: counted('picture_jobs where due_at is null'),
    takesNow: false,
  },
];

function counted(from: string): Query<{ n: number }> {
  return queryOf(
    { n: number },
    `select count(*) as n from (select 1 as one from ${from} limit ${COUNTED_UP_TO}) waiting`,
  );
}
