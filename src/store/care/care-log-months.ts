import type { Instant } from '../../core/engine/clock.ts';
import type { Database } from '../engine/db.ts';

// PostgreSQL keeps the care log as one table for each month, so that an old month can leave as a whole. SQLite keeps it
// as one table in the order of its key, where a month is a stretch.

/** A month of the house's clock (UTC). */
interface Month {
  /** As in 2026-11. */
  readonly name: string;
  readonly from: Instant;
  /** The first moment of the next one. */
  readonly until: Instant;
}

export function monthOf(at: Instant): Month {
  const day = new Date(at);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const from = Date.UTC(year, month);
  return { name: new Date(from).toISOString().slice(0, 7), from, until: Date.UTC(year, month + 1) };
}

const MONTHS_AHEAD = 2;

/** Makes the tables for the entries of this month and of those to come; where they are there already, nothing happens. */
export async function makeCareLogMonths(database: Database, now: Instant): Promise<void> {
  let month = monthOf(now);
  for (let made = 0; made <= MONTHS_AHEAD; made++) {
    const script = scriptFor(month);
    // Each in a transaction of its own: what it locks, it locks for a moment.
    await database.exclusive((db) => db.script(script));
    month = monthOf(month.until);
  }
}

/** More entries than this are left where they are: nobody is to wait while they move. */
const MOST_MOVED = 10_000;

/**
 * Entries of the month that came before it was made stand among the rest, and move over with it. Whoever follows a life
 * waits for that, never longer than the time limit; whoever writes an entry does not.
 */
function scriptFor({ name, from, until }: Month): string {
  const word = name.replace('-', '_');
  const month = `care_log_${word}`;
  const early = `from care_log_rest where at >= ${from} and at < ${until}`;
  return `
-- only on PostgreSQL
set local lock_timeout = '300ms';
do $$
begin
  if exists (
    select 1 from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'care_log'::regclass
      and (relname = '${month}' or (relname like 'care\\_log\\_until\\_%' and relname > 'care_log_until_${word}')))
  then return; end if;
  lock table care_log_rest in access exclusive mode;
  if (select count(*) from (select 1 ${early} limit ${MOST_MOVED + 1}) early) > ${MOST_MOVED} then return; end if;
  create table ${month} (like care_log);
  with early as (delete ${early} returning *) insert into ${month} select * from early;
  alter table care_log attach partition ${month} for values from (${from}) to (${until});
end $$;`;
}
