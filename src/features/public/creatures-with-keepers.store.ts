import type { Instant } from '../../rules/base/clock.ts';
import type { Db, Query } from '../../db/db.ts';
import { listOf, mapRows, query, text, type RowOf } from '../../db/table.ts';
import { CREATURES, storedCreatureFrom, type StoredCreature } from '../lives/creatures.store.ts';

/** A creature, and who keeps it. */
export interface CreatureWithKeeper {
  readonly stored: StoredCreature;
  readonly username: string;
  readonly displayName: string;
}

/** Any creature, whatever became of it. */
export function findCreatureWithKeeper(db: Db, id: string): Promise<CreatureWithKeeper | undefined> {
  return db.one(FIND, [id]);
}

/** A stretch of all ids, in their order. */
interface IdRange {
  readonly from: string;
  /** The first that is not in it. */
  readonly to: string;
  readonly limit: number;
}

/** Everybody whose page strangers are shown, the living and the dead. */
export async function listCreatureIdsBetween(
  db: Db,
  { from, to, limit }: IdRange,
): Promise<readonly string[]> {
  return (await db.all(IDS_BETWEEN, [from, to, limit])).map(({ id }) => id);
}

/** Those to whom something is about to happen, the next one first. Accounts made for testing are looked past. */
export function nextToChange(db: Db, now: Instant, lookedThrough: number): Promise<CreatureWithKeeper[]> {
  return db.all(NEXT, [now, lookedThrough]);
}

/** The living that others were told of last as fed or played with, the last one first, as far as the last few hundred deeds tell. */
export function lastCaredFor(db: Db, most: number): Promise<CreatureWithKeeper[]> {
  return db.all(SEEN_TO, [most]);
}

const KEEPER = { username: text, displayName: text };
const COLUMNS = { ...CREATURES.columns, ...KEEPER };
function creatureWithKeeperFrom(row: RowOf<typeof COLUMNS>): CreatureWithKeeper {
  const { username, displayName, ...creature } = row;
  return { stored: storedCreatureFrom(creature), username, displayName };
}

const select = (sql: string) => mapRows(query(COLUMNS, sql), creatureWithKeeperFrom);

const SELECTED = `${CREATURES.list('face')}, ${listOf(KEEPER, 'agent')}`;

/** The creatures whose ids a smaller question gives. A cross join is the one kind of join that SQLite never turns around. */
export function selectByIds(ids: string, order: string, rest = ''): Query<CreatureWithKeeper> {
  return select(`
    select ${SELECTED} from (${ids}) page cross join creatures face cross join agents agent
    where face.id = page.id and agent.id = face.keeper_id ${rest}
    order by ${order}`);
}

const FIND = select(
  `select ${SELECTED} from creatures face join agents agent on agent.id = face.keeper_id where face.id = $1`,
);

const OF_OTHERS = `and exists (
      select 1 from keepers where agent_id = face.keeper_id and counts = 1 and blocked = 0)`;

const NEXT = selectByIds(
  'select id from creatures where next_event_at > $1 order by next_event_at, id limit $2',
  'face.next_event_at, face.id',
  OF_OTHERS,
);

const IDS_BETWEEN = query(
  { id: text },
  `select face.id as id from creatures face
    where face.id >= $1 and face.id < $2 and face.state in ('alive', 'dead') ${OF_OTHERS}
    order by face.id limit $3`,
);

// Whole rows are read only of those within the limit.
const SEEN_TO = selectByIds(
  `select face.id as id, seen.at as at from (
      select creature_id, max(at) as at from (
        select creature_id, at, action, heard from care_log order by at desc, id desc limit 300) latest
      where heard = 1 and action in ('feed', 'play') group by creature_id) seen
    cross join creatures face where face.id = seen.creature_id and face.living = 1 ${OF_OTHERS}
    order by seen.at desc, face.id desc limit $1`,
  'page.at desc, face.id desc',
);
