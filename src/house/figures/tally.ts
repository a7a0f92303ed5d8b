import { DAY, HOUR, MINUTE, type Instant } from '../../core/engine/clock.ts';
import type { Increment, Transaction } from '../../store/engine/db.ts';
import { incrementDuring, incrementTotal, type TallyList } from '../../store/figures/tallies.ts';
import * as NAME from '../../store/figures/tally-names.ts';

// Figures of the house count everybody; for those of the operator, what test accounts do is counted a second time, to be
// taken off, and for public lists what blocked agents do.

/** Whose doing it is. */
export interface TallyOwner {
  /** False for accounts made for testing. */
  readonly counts: boolean;
  readonly blocked?: boolean;
}

export function countInAll(
  db: Transaction,
  { counts, blocked = false }: TallyOwner,
  what: string,
  n = 1,
  list: TallyList = 'house',
): void {
  db.count(incrementTotal(list, what, n));
  if (!counts) db.count(incrementTotal(list, NAME.TEST + what, n));
  if (blocked && IN_PUBLIC_LISTS.some((prefix) => what.startsWith(prefix))) {
    db.count(incrementTotal(list, NAME.OUT + what, n));
  }
}

// What store/moderation/moderation.ts reads of an agent when it is blocked.
const IN_PUBLIC_LISTS = [NAME.CAUSE, NAME.LIVING, NAME.SPECIES_OF] as const;

export function countByMinute(db: Transaction, keeper: TallyOwner, what: string, at: Instant): void {
  db.count(incrementDuring(MINUTE, at, what));
  countByHour(db, keeper, what, at);
}

export function countByHour(db: Transaction, keeper: TallyOwner, what: string, at: Instant, n = 1): void {
  countDuring(db, keeper, incrementDuring(HOUR, at, what, n));
}

export function countByDay(db: Transaction, keeper: TallyOwner, what: string, at: Instant, n: number): void {
  countDuring(db, keeper, incrementDuring(DAY, at, what, n));
}

function countDuring(db: Transaction, { counts }: TallyOwner, increment: Increment): void {
  db.count(increment);
  if (!counts) db.count({ ...increment, what: NAME.TEST + increment.what });
}
