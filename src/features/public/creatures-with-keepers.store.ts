import type { Instant } from '../../rules/base/clock.ts';
import type { Query } from '../../db/db.ts';
import { listOf, mapRows, query, skipUnreadable, text } from '../../db/table.ts';
import { CREATURES, storedCreatureFrom, type StoredCreature } from '../lives/creatures.store.ts';
import { all, allValues, one } from '../statement.store.ts';

export interface CreatureWithKeeper {
  readonly stored: StoredCreature;
  readonly username: string;
  readonly displayName: string;
}

const KEEPER = { username: text, displayName: text };
const COLUMNS = { ...CREATURES.columns, ...KEEPER };

function select(sql: string): Query<CreatureWithKeeper> {
  return skipUnreadable(
    mapRows(query(COLUMNS, sql), ({ username, displayName, ...creature }) => ({
      stored: storedCreatureFrom(creature),
      username,
      displayName,
    })),
  );
}

const SELECTED = `${CREATURES.list('face')}, ${listOf(KEEPER, 'agent')}`;

/** A query of creatures whose ids a subquery selects. SQLite never reorders a cross join. */
export function selectByIds(ids: string, order: string, rest = ''): Query<CreatureWithKeeper> {
  return select(`
    select ${SELECTED} from (${ids}) page cross join creatures face cross join agents agent
    where face.id = page.id and agent.id = face.keeper_id ${rest}
    order by ${order}`);
}

export const findCreatureWithKeeper = one(
  select(
    `select ${SELECTED} from creatures face join agents agent on agent.id = face.keeper_id where face.id = $1`,
  ),
  (id: string) => [id],
);

const SHOWN_TO_OTHERS = `and exists (
      select 1 from keepers where agent_id = face.keeper_id and counts = 1 and blocked = 0)`;

/** Creatures by their next event, earliest first. `limit` also counts those of test accounts, which are left out. */
export const nextToChange = all(
  selectByIds(
    'select id from creatures where next_event_at > $1 order by next_event_at, id limit $2',
    'face.next_event_at, face.id',
    SHOWN_TO_OTHERS,
  ),
  (now: Instant, limit: number) => [now, limit],
);

/** Creature ids from `from` up to but not including `to`, of the living and the dead with a public page. */
export const listCreatureIdsBetween = allValues(
  query(
    { id: text },
    `select face.id as id from creatures face
    where face.id >= $1 and face.id < $2 and face.state in ('alive', 'dead') ${SHOWN_TO_OTHERS}
    order by face.id limit $3`,
  ),
  'id',
  ({ from, to, limit }: { readonly from: string; readonly to: string; readonly limit: number }) => [
    from,
    to,
    limit,
  ],
);

// The limit is inside the subquery: whole rows are read only for its ids.
/** Living creatures that were fed or played with last, latest first, within the last 300 log entries. */
export const lastCaredFor = all(
  selectByIds(
    `select face.id as id, seen.at as at from (
      select creature_id, max(at) as at from (
        select creature_id, at, action, heard from care_log order by at desc, id desc limit 300) latest
      where heard = 1 and action in ('feed', 'play') group by creature_id) seen
    cross join creatures face where face.id = seen.creature_id and face.living = 1 ${SHOWN_TO_OTHERS}
    order by seen.at desc, face.id desc limit $1`,
    'page.at desc, face.id desc',
  ),
  (limit: number) => [limit],
);
