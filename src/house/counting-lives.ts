import { DAY, type Instant } from '../core/clock.ts';
import type { Transaction } from '../store/db.ts';
import { ALIVE, type End } from '../store/tally-names.ts';
import { countByDay, countInAll, type Counted } from './tally.ts';

// How old the living are, and how old those were who died, went or came back: all that a survival curve is made of.

/** The moment its age is counted from, and how long it has lived. */
export interface Lived {
  readonly ageFrom: Instant;
  readonly livedMs: number;
}

export function countBeginning(db: Transaction, keeper: Counted, ageFrom: Instant): void {
  countByDay(db, keeper, ALIVE, ageFrom, 1);
}

export function countEnd(
  db: Transaction,
  keeper: Counted,
  end: Exclude<End, 'returned'>,
  { ageFrom, livedMs }: Lived,
): void {
  countByDay(db, keeper, ALIVE, ageFrom, -1);
  countAge(db, keeper, end, livedMs);
}

/** One that came back goes on as old as it was. */
export function countReturn(db: Transaction, keeper: Counted, { ageFrom, livedMs }: Lived): void {
  countByDay(db, keeper, ALIVE, ageFrom, 1);
  countAge(db, keeper, 'returned', livedMs);
}

function countAge(db: Transaction, keeper: Counted, end: End, livedMs: number): void {
  countInAll(db, keeper, `${end}/${Math.trunc(livedMs / DAY)}`, 1, 'lives');
}
