import { DAY, HOUR, MINUTE, type Instant } from '../core/clock.ts';
import type { Increment, Transaction } from '../store/db.ts';
import { during, inAll, type List } from '../store/tallies.ts';
import * as NAME from '../store/tally-names.ts';

// Figures of the house count everybody; for those of the operator, what test accounts do is counted a second time, to be
// taken off, and for public lists what blocked agents do.

/** Whose doing it is. */
export interface Counted {
  /** False for accounts made for testing. */
  readonly counts: boolean;
  readonly blocked?: boolean;
}

export function countInAll(
  db: Transaction,
  { counts, blocked = false }: Counted,
  what: string,
  n = 1,
  list: List = 'house',
): void {
  db.count(inAll(list, what, n));
  if (!counts) db.count(inAll(list, NAME.TEST + what, n));
  if (blocked && IN_PUBLIC_LISTS.some((prefix) => what.startsWith(prefix))) {
    db.count(inAll(list, NAME.OUT + what, n));
  }
}

// What store/moderation.ts reads of an agent when it is blocked.
const IN_PUBLIC_LISTS = [NAME.CAUSE, NAME.LIVING, NAME.SPECIES_OF] as const;

export function countByMinute(db: Transaction, keeper: Counted, what: string, at: Instant): void {
  db.count(during(MINUTE, at, what));
  countByHour(db, keeper, what, at);
}

export function countByHour(db: Transaction, keeper: Counted, what: string, at: Instant, n = 1): void {
  countDuring(db, keeper, during(HOUR, at, what, n));
}

export function countByDay(db: Transaction, keeper: Counted, what: string, at: Instant, n: number): void {
  countDuring(db, keeper, during(DAY, at, what, n));
}

function countDuring(db: Transaction, { counts }: Counted, increment: Increment): void {
  db.count(increment);
  if (!counts) db.count({ ...increment, what: NAME.TEST + increment.what });
}
