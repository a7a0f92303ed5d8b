import type { Db, Query } from '../../db/db.ts';
import { instant, named, number, optional, query, type RowOf, text, word } from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import {
  type Action,
  type Cause,
  type HappeningKind,
  type Path,
  type Stage,
  STAGES,
} from '../../rules/vocabulary.ts';
import { TOLD_TO_OTHERS } from '../care/care-log.store.ts';
import { type Gravestone, GRAVESTONES } from '../lives/gravestones.store.ts';

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

const HAPPENING = {
  kind: word<HappeningKind>(),
  at: instant,
  /** Of an act of care: its entry in the log. */
  entryId: text,
  /** What was done, the stage that was reached, or what it died of. */
  word: word<Action | Stage | Cause | ''>(),
  /** The wish that an act of care granted. */
  granted: optional(word<WishKind>()),
  /** Of one that died. */
  livedMs: number,
  creatureId: text,
  keeperId: text,
  name: text,
  /** The slug. */
  species: text,
  /** As it is now. */
  stage: word<Stage>(),
  /** Of one that is grown up by now. */
  path: optional(word<Path>()),
  username: text,
  displayName: text,
};

/** Something that happened to a creature and that others may hear of. */
export type HappeningRow = RowOf<typeof HAPPENING>;

interface HappeningRange {
  /** Acts of care after this moment, and so many of them. */
  readonly careAfter: Instant;
  readonly mostCare: number;
  /** Everything else after this one, and so many of each kind. */
  readonly livesAfter: Instant;
  readonly mostLives: number;
}

/**
 * What happened to creatures that others are shown, the newest first. Refused care, and that of test accounts, is not
 * heard of.
 */
export function latestHappenings(
  db: Db,
  { careAfter, mostCare, livesAfter, mostLives }: HappeningRange,
): Promise<HappeningRow[]> {
  return db.all(LATEST, [careAfter, mostCare, livesAfter, mostLives]);
}

// Each part is read from the end of an index or of the log itself, and never further than so many rows.
const CARED = `
      select * from (select 'cared' as kind, at, id as entry_id, action as word, granted, 0 as lived_ms, creature_id
        from (select at, id, action, granted, creature_id, heard from care_log
          where at > $1 order by at desc, id desc limit $2) entry where heard = 1) cared`;

function reached(stage: Stage): string {
  return `
      select * from (select '${stage === 'baby' ? 'hatched' : 'grew'}' as kind, reached_at as at, '' as entry_id,
          threshold as word, null as granted, 0 as lived_ms, creature_id from milestones
        where type = 'stage_transition' and threshold = '${stage}' and reached_at > $3
        order by reached_at desc, creature_id desc limit $4) ${stage}`;
}

const DIED = `
      select * from (select 'died' as kind, died_at as at, '' as entry_id, cause as word, null as granted, lived_ms,
          creature_id
        from gravestones where died_at > $3 order by died_at desc, id desc limit $4) died`;

const RETURNED = `
      select * from (select 'returned' as kind, at, '' as entry_id, '' as word, null as granted, 0 as lived_ms,
          creature_id
        from returns where at > $3 order by at desc, creature_id desc limit $4) returned`;

const RELEASED = `
      select * from (select 'released' as kind, released_at as at, '' as entry_id, '' as word, null as granted,
          0 as lived_ms, id as creature_id from creatures
        where state = 'released' and released_at > $3 order by released_at desc, id desc limit $4) released`;

const PARTS = [CARED, ...STAGES.filter((stage) => stage !== 'egg').map(reached), DIED, RETURNED, RELEASED];

// A cross join is the one kind of join that SQLite never turns around.
const LATEST = query(
  HAPPENING,
  `
    select news.kind, news.at, news.entry_id, news.word, news.granted, news.lived_ms, one.id as creature_id,
      one.keeper_id, one.name, one.species, one.stage, one.path, agent.username, agent.display_name
    from (${PARTS.join(' union all ')}) news
      cross join creatures one cross join keepers keeper cross join agents agent
    where one.id = news.creature_id and keeper.agent_id = one.keeper_id and keeper.counts = 1
      and keeper.blocked = 0 and agent.id = one.keeper_id
    order by news.at desc, one.id desc, news.entry_id desc, news.kind desc`,
);
