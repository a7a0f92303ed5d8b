import { DAY, type Instant } from '../../core/engine/clock.ts';
import type { Action } from '../../core/vocabulary.ts';
import type { Db, Query } from '../engine/db.ts';

/** How often an action was done on a day. */
export interface CareDayCount {
  /** Days since 1970 (UTC). */
  readonly day: number;
  readonly action: Action;
  readonly n: number;
}

// A keeper may care every five seconds for weeks.
const LOOKED_THROUGH = 1000;

/** What was done for a creature since a moment, by day: as far as the last thousand entries of its log tell. */
export async function careByDay(
  db: Db,
  creatureId: string,
  since: Instant,
): Promise<{ readonly counts: readonly CareDayCount[]; readonly whole: boolean }> {
  const [counts, beyond] = await Promise.all([
    db.all(BY_DAY, [creatureId, since, LOOKED_THROUGH]),
    db.one(BEYOND, [creatureId, LOOKED_THROUGH]),
  ]);
  return { counts, whole: beyond === undefined || beyond.at < since };
}

const BY_DAY: Query<CareDayCount> = {
  text: `
    select day, action, count(*) as n from
      (select at / ${DAY} as day, at, action, refused from care_log
        where creature_id = $1 order by version desc limit $3) latest
    where at >= $2 and refused is null group by day, action order by day, action`,
  columns: ['day', 'action', 'n'],
};

const BEYOND: Query<{ at: number }> = {
  text: 'select at from care_log where creature_id = $1 order by version desc limit 1 offset $2',
  columns: ['at'],
};

export const STATEMENTS = [BY_DAY, BEYOND];
