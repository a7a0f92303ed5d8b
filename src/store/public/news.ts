import type { Instant } from '../../core/engine/clock.ts';
import { FAMILIES, type Path, type Stage } from '../../core/vocabulary.ts';
import type { Db, Query } from '../engine/db.ts';
import { gravestoneFrom, GRAVESTONE_COLUMNS, type Gravestone, type GravestoneRow } from '../lives/gravestones.ts';

/** Whom news is about, as far as others are told. */
export interface NewsSubject {
  readonly at: Instant;
  readonly creatureId: string;
  readonly keeperId: string;
  readonly name: string;
  /** The slug. */
  readonly species: string;
  readonly username: string;
  readonly displayName: string;
}

export interface StageNews extends NewsSubject {
  readonly to: Stage;
  /** Of one that is grown up by now. */
  readonly path: Path | undefined;
}

export interface DeathNews extends NewsSubject {
  readonly stone: Gravestone;
}

export interface ReflectionNews extends NewsSubject {
  readonly entryId: string;
  readonly notes: string;
}

// Accounts made for testing, and blocked ones, are looked past, but never further than through twice as many as are wanted.
const LOOKED_THROUGH = 2;

/** Who came to one of these stages last, the newest first: all that hatched were babies once. */
export async function latestStageNews(
  db: Db,
  stages: 'hatched' | 'grown' | 'grown up',
  most: number,
): Promise<StageNews[]> {
  const rows = await db.all(GROWTH[stages], [most, LOOKED_THROUGH * most]);
  return rows.map((row) => ({ ...aboutFrom(row), to: row.stage, path: row.path ?? undefined }));
}

/** Who died last, the newest first. */
export async function latestDeathNews(db: Db, most: number): Promise<DeathNews[]> {
  const rows = await db.all(LOSSES, [most, LOOKED_THROUGH * most]);
  return rows.map((row) => ({
    ...aboutFrom({ ...row, at: row.died_at, username: row.caretaker }),
    stone: gravestoneFrom(row),
  }));
}

/** What agents wrote last about creatures of theirs, the newest first. */
export async function latestReflectionNews(db: Db, most: number): Promise<ReflectionNews[]> {
  const rows = await db.all(THOUGHTS, [most, LOOKED_THROUGH * most]);
  return rows.map((row) => ({ ...aboutFrom(row), entryId: row.entry_id, notes: row.notes }));
}

interface NewsSubjectRow {
  readonly at: number;
  readonly creature_id: string;
  readonly keeper_id: string;
  readonly name: string;
  readonly species: string;
  readonly username: string;
  readonly display_name: string;
}

function aboutFrom(row: NewsSubjectRow): NewsSubject {
  return {
    at: row.at,
    creatureId: row.creature_id,
    keeperId: row.keeper_id,
    name: row.name,
    species: row.species,
    username: row.username,
    displayName: row.display_name,
  };
}

const ABOUT_COLUMNS = [
  'at',
  'creature_id',
  'keeper_id',
  'name',
  'species',
  'username',
  'display_name',
] as const;

const ABOUT = `
      news.at, one.id as creature_id, one.keeper_id, one.name, one.species, agent.username, agent.display_name`;

// Only as many as are looked through are ever joined. A cross join is the one kind of join that SQLite never turns around.
const WITH_CREATURE = `
      cross join creatures one cross join keepers keeper cross join agents agent
    where one.id = news.creature_id and keeper.agent_id = one.keeper_id and keeper.counts = 1
      and keeper.blocked = 0 and agent.id = one.keeper_id`;

const NEWEST_FIRST = 'order by news.at desc, one.id desc limit $1';

interface StageNewsRow extends NewsSubjectRow {
  readonly stage: Stage;
  readonly path: Path | null;
}

function growth(stages: readonly Stage[]): Query<StageNewsRow> {
  const each = stages.map(
    (stage) => `
      select * from (select creature_id, threshold, reached_at as at from milestones
        where type = 'stage_transition' and threshold = '${stage}'
        order by reached_at desc, creature_id desc limit $2) ${stage}`,
  );
  return {
    text: `
    select ${ABOUT}, news.threshold as stage, one.path from (${each.join(' union all ')}) news ${WITH_CREATURE}
    ${NEWEST_FIRST}`,
    columns: [...ABOUT_COLUMNS, 'stage', 'path'],
  };
}

const GROWTH = {
  hatched: growth(['baby']),
  grown: growth(['child', 'teen', 'adult']),
  'grown up': growth(['adult']),
};

type DeathNewsRow = GravestoneRow & Pick<NewsSubjectRow, 'display_name'>;

const LOSSES: Query<DeathNewsRow> = {
  text: `
    select ${GRAVESTONE_COLUMNS.map((column) => `stone.${column}`).join(', ')}, agent.display_name
    from (select id, creature_id, died_at as at from gravestones
        order by died_at desc, id desc limit $2) news
      cross join gravestones stone ${WITH_CREATURE} and stone.id = news.id
    ${NEWEST_FIRST}`,
  columns: [...GRAVESTONE_COLUMNS, 'display_name'],
};

interface ReflectionNewsRow extends NewsSubjectRow {
  readonly entry_id: string;
  readonly notes: string;
}

const THOUGHTS: Query<ReflectionNewsRow> = {
  text: `
    select ${ABOUT}, news.entry_id, news.notes from (${FAMILIES.map(
      (family, at) => `
      select * from (select id as entry_id, creature_id, at, notes from care_log
        where family = '${family}' and action = 'reflect' and heard = 1
        order by at desc limit $2) family_${at}`,
    ).join(' union all ')}) news ${WITH_CREATURE} and news.notes is not null
    ${NEWEST_FIRST}`,
  columns: [...ABOUT_COLUMNS, 'entry_id', 'notes'],
};

export const STATEMENTS = [...Object.values(GROWTH), LOSSES, THOUGHTS];
