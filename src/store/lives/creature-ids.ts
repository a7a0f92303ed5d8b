import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import { number, query, text } from '../engine/table.ts';

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
