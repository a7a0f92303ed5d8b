import type { Instant } from '../../core/engine/clock.ts';
import type { KeeperOrder } from '../../core/vocabulary.ts';
import type { Db, OffsetLimit } from '../engine/db.ts';
import { instant, listOf, number, optional, query, text, type RowOf } from '../engine/table.ts';
import { namedAgents, rangesOf } from './name-search.ts';

const RECORD = {
  username: text,
  /** The mean consistency of the living, in percent; -1 without any, and before the first meal. */
  score: number,
  adopted: number,
  living: number,
  adultsRaised: number,
  gravestones: number,
};

/** How many of a keeper's creatures look out beside its name. */
const FACES = ['firstFace', 'secondFace', 'thirdFace'] as const;

const LISTED = {
  id: text,
  displayName: text,
  since: instant,
  ...RECORD,
  firstFace: optional(text),
  secondFace: optional(text),
  thirdFace: optional(text),
};

/** A keeper and what has become of those in its care. */
export interface ListedKeeper extends Omit<RowOf<typeof LISTED>, (typeof FACES)[number]> {
  /** Its newest living, as `id stage`. */
  readonly faces: readonly string[];
}

/** Keepers with a creature that lives, the most reliable first; or those who came last, as far as the newest registrations tell. */
export async function listKeepers(
  db: Db,
  order: KeeperOrder,
  { offset, limit }: OffsetLimit,
): Promise<ListedKeeper[]> {
  return (await db.all(KEEPERS[order], [limit, offset])).map(withFaces);
}

/** Keepers who are called so, the most reliable first. */
export async function searchKeepers(db: Db, words: string, most: number): Promise<ListedKeeper[]> {
  return (await db.all(SEARCH, [...rangesOf({ words }), most])).map(withFaces);
}

/** The most reliable of those for whom somebody grew since a moment, and nobody died. */
export async function reliableSince(db: Db, since: Instant, most: number): Promise<GrowingKeeper[]> {
  const rows = await db.all(GROWING, [since, most]);
  return rows.map(({ grown, ...row }) => ({ ...withFaces(row), grown }));
}

export interface GrowingKeeper extends ListedKeeper {
  /** How often one of its living came to another stage. */
  readonly grown: number;
}

function withFaces({ firstFace, secondFace, thirdFace, ...keeper }: RowOf<typeof LISTED>): ListedKeeper {
  return { ...keeper, faces: [firstFace, secondFace, thirdFace].filter((face) => face !== undefined) };
}

const faceAt = (at: number) => `
      (select creatures.id || ' ' || stage from creatures where keeper_id = page.id and creatures.living = 1
        order by adopted_at desc, creatures.id desc limit 1 offset ${at})`;

const SELECTED = `
    agent.id, agent.display_name, agent.created_at as since, ${listOf(RECORD, 'keeper')},
    ${FACES.map((name, at) => `${faceAt(at)} as ${name.replace('Face', '_face')}`).join(', ')}`;

const JOINED = `cross join keepers keeper cross join agents agent
    where keeper.agent_id = page.id and agent.id = page.id and keeper.counts = 1 and keeper.blocked = 0`;

const MOST_RELIABLE = 'score desc, adults_raised desc, username';
const RELIABLE_FIRST = 'keeper.score desc, keeper.adults_raised desc, keeper.username';

/** The most reliable, by the index of their board. */
const reliable = (rest: string) => `
      (select agent_id as id from keepers where score >= 0 and blocked = 0 and counts = 1
        order by ${MOST_RELIABLE} ${rest}) page`;

// Who registered and never adopted anybody is looked past.
const NEWEST_LOOKED_THROUGH = 1500;

const KEEPERS: Record<KeeperOrder, ReturnType<typeof query<typeof LISTED>>> = {
  reliable: query(
    LISTED,
    `select ${SELECTED} from ${reliable('limit $1 offset $2')} ${JOINED} order by ${RELIABLE_FIRST}`,
  ),
  newest: query(
    LISTED,
    `select ${SELECTED} from
      (select recent.id, recent.created_at from
        (select id, created_at from agents order by created_at desc, id desc limit ${NEWEST_LOOKED_THROUGH}) recent
        cross join keepers own
        where own.agent_id = recent.id and own.counts = 1 and own.blocked = 0 and own.adopted > 0
        order by recent.created_at desc, recent.id desc limit $1 offset $2) page
    ${JOINED} order by page.created_at desc, page.id desc`,
  ),
};

const SEARCH = query(
  LISTED,
  `select ${SELECTED} from (${namedAgents(1)}) page ${JOINED} order by ${RELIABLE_FIRST} limit $5`,
);

const RELIABLE_LOOKED_THROUGH = 200;
const MOST_OWN = 100;

// Both are asked keeper by keeper: as joins they could be turned around, and every stone of the house be read.
const GROWN = `
      (select count(*) from (select id from creatures where keeper_id = page.id and creatures.living = 1
          order by adopted_at desc, id desc limit ${MOST_OWN}) own
        cross join milestones grown
        where grown.creature_id = own.id and grown.type = 'stage_transition' and grown.threshold <> 'baby'
          and grown.reached_at > $1)`;
const BURIED = `
      (select count(*) from (select 1 from gravestones where keeper_id = page.id and died_at > $1 limit 1) stone)`;

const GROWING = query(
  { ...LISTED, grown: number },
  `select ${SELECTED}, page.grown from
      (select id, grown from (select page.id, ${GROWN} as grown, ${BURIED} as buried
        from ${reliable(`limit ${RELIABLE_LOOKED_THROUGH}`)}) asked where grown > 0 and buried = 0) page
    ${JOINED} order by ${RELIABLE_FIRST} limit $2`,
);
