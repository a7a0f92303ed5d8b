import type { Db } from '../../db/db.ts';
import {
  forUpdateUnlocked,
  instant,
  mapRows,
  number,
  query,
  queryPairs,
  type RowOf,
  table,
  text,
} from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { type Keeper, KEEPERS } from '../agents/keepers.store.ts';
import { CREATURES, type StoredCreature, storedCreatureFrom } from './creatures.store.ts';

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

/** Which creatures an audit goes through: all, or those to whom something has happened since a moment. */
export interface CreatureSpan {
  readonly since?: Instant | undefined;
}

/** A page of their ids in the order of the ids, those after one of them. */
export async function creatureIdsAfter(
  db: Db,
  { since }: CreatureSpan,
  after: string,
  most: number,
): Promise<string[]> {
  const page = since === undefined ? db.all(ALL, [after, most]) : db.all(SINCE, [since, after, most]);
  return (await page).map(({ subject }) => subject);
}

export async function countCreatures(db: Db, { since }: CreatureSpan): Promise<number> {
  const counted = since === undefined ? db.one(COUNT, []) : db.one(COUNT_SINCE, [since]);
  return (await counted)?.n ?? 0;
}

const ID = { subject: text };
const COUNTED = { subject: text, n: number };

// Whatever happens to a creature leaves its moment in one of these.
const HAPPENED_SINCE = `
  (adopted_at >= $1 or age_from >= $1 or last_entry_at >= $1 or died_at >= $1 or released_at >= $1
    or exists (select 1 from milestones where creature_id = creatures.id and reached_at >= $1)
    or exists (select 1 from checks where creature_id = creatures.id and at >= $1)
    or exists (select 1 from returns where creature_id = creatures.id and at >= $1)
    or exists (select 1 from moves where creature_id = creatures.id and at >= $1))`;

const ALL = query(ID, 'select id as subject from creatures where id > $1 order by id limit $2');
const SINCE = query(
  ID,
  `select id as subject from creatures where ${HAPPENED_SINCE} and id > $2 order by id limit $3`,
);
const COUNT = query(COUNTED, `select 'creatures' as subject, count(*) as n from creatures`);
const COUNT_SINCE = query(
  COUNTED,
  `select 'creatures' as subject, count(*) as n from creatures where ${HAPPENED_SINCE}`,
);
