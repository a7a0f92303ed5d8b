import type { Path, Stage } from '../../core/vocabulary.ts';
import { TOLD_TO_OTHERS } from '../care/care-log.ts';
import type { Db, Query } from '../engine/db.ts';
import { instant, named, optional, query, text, word, type RowOf } from '../engine/table.ts';
import { GRAVESTONES, type Gravestone } from '../lives/gravestones.ts';

const SUBJECT = {
  at: instant,
  creatureId: text,
  keeperId: text,
  name: text,
  /** The slug. */
  species: text,
  username: text,
  displayName: text,
};

/** Whom news is about, as far as others are told. */
export type NewsSubject = RowOf<typeof SUBJECT>;

const STAGE_NEWS = {
  ...SUBJECT,
  to: named('stage', word<Stage>()),
  /** Of one that is grown up by now. */
  path: optional(word<Path>()),
};
export type StageNews = RowOf<typeof STAGE_NEWS>;

export interface DeathNews extends NewsSubject {
  readonly stone: Gravestone;
}

const REFLECTION_NEWS = { ...SUBJECT, entryId: text, notes: text };
export type ReflectionNews = RowOf<typeof REFLECTION_NEWS>;

// Accounts made for testing, and blocked ones, are looked past, but never further than through twice as many as are wanted.
const LOOKED_THROUGH = 2;

/** Who came to one of these stages last, the newest first: all that hatched were babies once. */
export function latestStageNews(
  db: Db,
  stages: 'hatched' | 'grown' | 'grown up',
  most: number,
): Promise<StageNews[]> {
  return db.all(GROWTH[stages], [most, LOOKED_THROUGH * most]);
}

/** Who died last, the newest first. */
export async function latestDeathNews(db: Db, most: number): Promise<DeathNews[]> {
  const rows = await db.all(LOSSES, [most, LOOKED_THROUGH * most]);
  return rows.map(({ displayName, ...stone }) => ({
    at: stone.diedAt,
    creatureId: stone.creatureId,
    keeperId: stone.keeperId,
    name: stone.name,
    species: stone.species,
    username: stone.caretaker,
    displayName,
    stone,
  }));
}

/** What agents wrote last about creatures of theirs, the newest first. */
export function latestReflectionNews(db: Db, most: number): Promise<ReflectionNews[]> {
  return db.all(THOUGHTS, [most, LOOKED_THROUGH * most]);
}

const ABOUT = `
      news.at, one.id as creature_id, one.keeper_id, one.name, one.species, agent.username, agent.display_name`;

// Only as many as are looked through are ever joined. A cross join is the one kind of join that SQLite never turns around.
const WITH_CREATURE = `
      cross join creatures one cross join keepers keeper cross join agents agent
    where one.id = news.creature_id and keeper.agent_id = one.keeper_id and keeper.counts = 1
      and keeper.blocked = 0 and agent.id = one.keeper_id`;

const NEWEST_FIRST = 'order by news.at desc, one.id desc limit $1';

function growth(stages: readonly Stage[]): Query<StageNews> {
  const each = stages.map(
    (stage) => `
      select * from (select creature_id, threshold, reached_at as at from milestones
        where type = 'stage_transition' and threshold = '${stage}'
        order by reached_at desc, creature_id desc limit $2) ${stage}`,
  );
  return query(
    STAGE_NEWS,
    `
    select ${ABOUT}, news.threshold as stage, one.path from (${each.join(' union all ')}) news ${WITH_CREATURE}
    ${NEWEST_FIRST}`,
  );
}

const GROWTH = {
  hatched: growth(['baby']),
  grown: growth(['child', 'teen', 'adult']),
  'grown up': growth(['adult']),
};

const LOSSES = query(
  { ...GRAVESTONES.columns, displayName: text },
  `
    select ${GRAVESTONES.list('stone')}, agent.display_name
    from (select id, creature_id, died_at as at from gravestones
        order by died_at desc, id desc limit $2) news
      cross join gravestones stone ${WITH_CREATURE} and stone.id = news.id
    ${NEWEST_FIRST}`,
);

const THOUGHTS = query(
  REFLECTION_NEWS,
  `
    select ${ABOUT}, news.entry_id, news.notes from (
      select id as entry_id, creature_id, at, notes from care_log
      where ${TOLD_TO_OTHERS} order by at desc, id desc limit $2) news ${WITH_CREATURE}
    ${NEWEST_FIRST}`,
);
