import type { Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { type Keeper, KEEPERS } from '../identity/agents.store.ts';
import { CREATURES, type StoredCreature, storedCreatureFrom } from '../records/creatures.store.ts';

// A creature is due when its next event has passed and is not stored yet.

export interface DueCreature {
  readonly stored: StoredCreature;
  readonly keeper: Keeper;
}

const PLACE = { nextEventAt: sql.instant, id: sql.text };
export type DuePlace = sql.RowOf<typeof PLACE>;

/** Their keepers' requests wait until all of them are written. */
const MOST_TAKEN = 200;

export interface TakenCreatures {
  readonly creatures: readonly DueCreature[];
  readonly unreadable: readonly sql.UnreadableRowError[];
  /** The place of the last one taken; undefined if no others are due. */
  readonly reached: DuePlace | undefined;
}

/** Locks the longest due after a place, and their keepers' records. Skips those that another transaction has locked. */
export async function takeDueCreatures(db: Db, now: Instant, after: DuePlace): Promise<TakenCreatures> {
  const taken = await db.all(TAKE, [now, after.nextEventAt, after.id]);
  return {
    creatures: taken.filter((found) => 'stored' in found),
    unreadable: taken.filter((found) => found instanceof sql.UnreadableRowError),
    reached: taken.length === MOST_TAKEN ? await lastPlaceOf(db, taken) : undefined,
  };
}

async function lastPlaceOf(db: Db, taken: readonly (DueCreature | sql.UnreadableRowError)[]) {
  const last = taken.at(-1);
  if (last instanceof sql.UnreadableRowError) return db.one(PLACE_OF, [last.key]);
  const { creature: { id } = { id: '' }, nextEventAt } = last?.stored ?? {};
  return nextEventAt === undefined ? undefined : { nextEventAt, id };
}

/** Both moments are included. */
type DueSpan = Readonly<Record<'from' | 'now', Instant>>;

// SQLite never reorders a cross join.
const TAKE = sql.forUpdateUnlocked(
  sql.returnUnreadable(
    sql.mapRows(
      sql.queryPairs(
        [CREATURES.columns, KEEPERS.columns],
        `select ${CREATURES.list('creature')}, ${KEEPERS.list('keeper')}
      from creatures creature cross join keepers keeper
      where keeper.agent_id = creature.keeper_id and creature.next_event_at <= $1
        and (creature.next_event_at, creature.id) > ($2, $3)
      order by creature.next_event_at, creature.id limit ${MOST_TAKEN}`,
      ),
      ([creature, keeper]): DueCreature => ({ stored: storedCreatureFrom(creature), keeper }),
    ),
  ),
);

const QUEUE = sql.table('creatures', PLACE);
const DUE = 'where next_event_at >= $1 and next_event_at <= $2 order by next_event_at, id limit 1';
const PLACE_OF = QUEUE.select('where id = $1');
export const firstDue = sql.one(QUEUE.select(DUE), ({ from, now }: DueSpan) => [from, now]);
export const areMoreDue = sql.exists(
  QUEUE.select(`${DUE} offset $3`),
  ({ from, now }: DueSpan, than: number) => [from, now, than],
);

type CreatureSpan = { readonly since?: Instant | undefined };

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

// `subject` marks statements of the audit, which may scan whole tables.
const ID = { subject: sql.text };
const COUNTED = { subject: sql.text, n: sql.number };

// Every event of a creature is recorded in one of these columns.
const HAPPENED_SINCE = `
  (adopted_at >= $1 or age_from >= $1 or last_entry_at >= $1 or died_at >= $1 or released_at >= $1
    or exists (select 1 from milestones where creature_id = creatures.id and reached_at >= $1)
    or exists (select 1 from checks where creature_id = creatures.id and at >= $1)
    or exists (select 1 from returns where creature_id = creatures.id and at >= $1)
    or exists (select 1 from moves where creature_id = creatures.id and at >= $1))`;

const ALL = sql.query(ID, 'select id as subject from creatures where id > $1 order by id limit $2');
const SINCE = sql.query(
  ID,
  `select id as subject from creatures where ${HAPPENED_SINCE} and id > $2 order by id limit $3`,
);
const COUNT = sql.query(COUNTED, `select 'creatures' as subject, count(*) as n from creatures`);
const COUNT_SINCE = sql.query(
  COUNTED,
  `select 'creatures' as subject, count(*) as n from creatures where ${HAPPENED_SINCE}`,
);
