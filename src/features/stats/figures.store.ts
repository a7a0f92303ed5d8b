import type { Instant } from '../../rules/base/clock.ts';
import type { Db, Query } from '../../db/db.ts';
import { number, query } from '../../db/table.ts';

/** Waiting items of a queue are counted up to this number. */
export const COUNTED_UP_TO = 10_000;

export function readQueueDepths(db: Db, now: Instant) {
  return Promise.all(
    Object.entries(QUEUES).map(async ([name, depth]) => ({
      name,
      waiting: await countWaiting(db, depth, now),
    })),
  );
}

export function countDueCreatures(db: Db, now: Instant): Promise<number> {
  return countWaiting(db, QUEUES.creatures_due, now);
}

const QUEUES = {
  creatures_due: waitingIn('creatures where next_event_at <= $1'),
  purchases_open: waitingIn(`purchases where state in ('creating', 'open')`),
  payments_unclear: waitingIn(`inline_payments where state in ('claimed', 'unknown')`),
  pictures_waiting: waitingIn('picture_jobs where due_at is not null'),
  pictures_given_up: waitingIn('picture_jobs where due_at is null'),
};

function waitingIn(from: string) {
  return query(
    { n: number },
    `select count(*) as n from (select 1 as one from ${from} limit ${COUNTED_UP_TO}) waiting`,
  );
}

async function countWaiting(db: Db, depth: Query<{ n: number }>, now: Instant): Promise<number> {
  const row = await db.one(depth, depth.text.includes('$1') ? [now] : []);
  return row?.n ?? 0;
}
