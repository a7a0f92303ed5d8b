import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import { forUpdateUnlocked, instant, mapRows, queryPairs, table, text, type RowOf } from '../engine/table.ts';
import { KEEPERS, type Keeper } from '../keepers/keepers.ts';
import { CREATURES, storedCreatureFrom, type StoredCreature } from './creatures.ts';

// Those to whom something has happened that nobody has written down yet, the longest due first.

/** One of them, and its keeper's record. */
export interface DueCreature {
  readonly stored: StoredCreature;
  readonly keeper: Keeper;
}

const PLACE = { nextEventAt: instant, id: text };

/** A place in the queue: since when one is due, and which. */
export type DuePlace = RowOf<typeof PLACE>;

/** No more are taken at once: whoever wants to do something for one of them waits until all are written. */
export const MOST_TAKEN = 200;

/**
 * Takes the longest due behind a place, and their keepers' records: until the transaction ends nobody else can change
 * either. Those that somebody else has, the creature or its keeper, are left to them.
 */
export function takeDueCreatures(db: Db, now: Instant, after: DuePlace): Promise<DueCreature[]> {
  return db.all(TAKE, [now, after.nextEventAt, after.id]);
}

/** Those due from one moment to another, both included. */
interface DueSpan {
  readonly from: Instant;
  readonly now: Instant;
}

/** The longest due, whoever may have it. */
export function firstDue(db: Db, { from, now }: DueSpan): Promise<DuePlace | undefined> {
  return db.one(FIRST, [from, now]);
}

/** Is anybody due but for so many? */
export async function areMoreDue(db: Db, { from, now }: DueSpan, than: number): Promise<boolean> {
  return (await db.one(NTH, [from, now, than])) !== undefined;
}

// A cross join is the one kind of join that SQLite never turns around.
const TAKE = forUpdateUnlocked(
  mapRows(
    queryPairs(
      [CREATURES.columns, KEEPERS.columns],
      `select ${CREATURES.list('creature')}, ${KEEPERS.list('keeper')}
      from creatures creature cross join keepers keeper
      where keeper.agent_id = creature.keeper_id and creature.next_event_at <= $1
        and (creature.next_event_at, creature.id) > ($2, $3)
      order by creature.next_event_at, creature.id limit ${MOST_TAKEN}`,
    ),
    ([creature, keeper]): DueCreature => ({ stored: storedCreatureFrom(creature), keeper }),
  ),
);

const QUEUE = table('creatures', PLACE);
const DUE = 'where next_event_at >= $1 and next_event_at <= $2 order by next_event_at, id limit 1';
const FIRST = QUEUE.select(DUE);
const NTH = QUEUE.select(`${DUE} offset $3`);
