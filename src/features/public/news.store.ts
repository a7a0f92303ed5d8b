import type { Db } from '../../../packages/database/db.ts';
import {
  instant,
  named,
  number,
  optional,
  query,
  type RowOf,
  text,
  word,
  all,
} from '../../../packages/database/table.ts';
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
import { GRAVESTONES } from '../creatures/gravestones.store.ts';
import { TOLD_TO_OTHERS } from '../records/care-log.store.ts';

const KEEPER = { username: text, displayName: text };
const SUBJECT = { at: instant, creatureId: text, keeperId: text, name: text, species: text, ...KEEPER };
export type NewsSubject = RowOf<typeof SUBJECT>;

const SELECT_SUBJECT = `
    select news.at, one.id as creature_id, one.keeper_id, one.name, one.species, agent.username, agent.display_name`;

// Joins only the limited rows of `news`. SQLite never reorders a cross join.
const WITH_CREATURE = `
      cross join creatures one cross join keepers keeper cross join agents agent
    where one.id = news.creature_id and keeper.agent_id = one.keeper_id and keeper.counts = 1
      and keeper.blocked = 0 and agent.id = one.keeper_id`;

const NEWEST_FIRST = 'order by news.at desc, one.id desc limit $1';

// Twice as many rows are read as shown: test accounts and blocked agents are skipped.
const READ_PER_SHOWN = 2;

export type StageNews = NewsSubject & { readonly to: Stage; readonly path: Path | undefined };

export function latestStageNews(
  db: Db,
  stages: keyof typeof STAGE_NEWS,
  limit: number,
): Promise<StageNews[]> {
  return db.all(STAGE_NEWS[stages], [limit, READ_PER_SHOWN * limit]);
}

function stageNews(stages: readonly Stage[]) {
  const each = stages.map(
    (stage) => `
      select * from (select creature_id, threshold, reached_at as at from milestones
        where type = 'stage_transition' and threshold = '${stage}'
        order by reached_at desc, creature_id desc limit $2) ${stage}`,
  );
  return query(
    // The evolution path is known once the creature is an adult.
    { ...SUBJECT, to: named('stage', word<Stage>()), path: optional(word<Path>()) },
    `${SELECT_SUBJECT}, news.threshold as stage, one.path from (${each.join(' union all ')}) news ${WITH_CREATURE}
    ${NEWEST_FIRST}`,
  );
}

const STAGE_NEWS = {
  hatched: stageNews(['baby']),
  grown: stageNews(['child', 'teen', 'adult']),
  'grown up': stageNews(['adult']),
};

export const latestDeathNews = all(
  query(
    { ...GRAVESTONES.columns, displayName: text },
    `
    select ${GRAVESTONES.list('stone')}, agent.display_name
    from (select id, creature_id, died_at as at from gravestones
        order by died_at desc, id desc limit $2) news
      cross join gravestones stone ${WITH_CREATURE} and stone.id = news.id
    ${NEWEST_FIRST}`,
  ),
  (limit: number) => [limit, READ_PER_SHOWN * limit],
);

export const latestReflectionNews = all(
  query(
    { ...SUBJECT, entryId: text, notes: text },
    `${SELECT_SUBJECT}, news.entry_id, news.notes from (
      select id as entry_id, creature_id, at, notes from care_log
      where ${TOLD_TO_OTHERS} order by at desc, id desc limit $2) news ${WITH_CREATURE}
    ${NEWEST_FIRST}`,
  ),
  (limit: number) => [limit, READ_PER_SHOWN * limit],
);

const HAPPENING = {
  ...SUBJECT,
  kind: word<HappeningKind>(),
  entryId: text,
  /** The action, the stage that was reached, or the cause of death, by kind of event. */
  word: word<Action | Stage | Cause | ''>(),
  granted: optional(word<WishKind>()),
  /** Lived time until death in milliseconds; 0 for other kinds of events. */
  livedMs: number,
  stage: word<Stage>(),
  path: optional(word<Path>()),
};
export type HappeningRow = RowOf<typeof HAPPENING>;

interface HappeningRange {
  readonly careAfter: Instant;
  readonly mostCare: number;
  /** Events other than care are read after this moment; `mostLives` limits each of their kinds. */
  readonly livesAfter: Instant;
  readonly mostLives: number;
}

// Each part of the union reads a limited number of rows from the end of an index or of the log.
const CARED = `
      select * from (select 'cared' as kind, at, id as entry_id, action as word, granted, 0 as lived_ms, creature_id
        from (select at, id, action, granted, creature_id, heard from care_log
          where at > $1 order by at desc, id desc limit $2) entry where heard = 1) part`;

interface LifePart {
  readonly kind: HappeningKind;
  readonly from: string;
  readonly where?: string;
  /** SQL columns of one kind of event; `id` breaks ties of `at`. */
  readonly at: string;
  readonly id: string;
  readonly creatureId?: string;
  readonly word?: string;
  readonly livedMs?: string;
}

const LIVES: readonly LifePart[] = [
  ...STAGES.filter((stage) => stage !== 'egg').map((stage): LifePart => ({
    kind: stage === 'baby' ? 'hatched' : 'grew',
    from: 'milestones',
    where: `type = 'stage_transition' and threshold = '${stage}'`,
    at: 'reached_at',
    id: 'creature_id',
    word: 'threshold',
  })),
  { kind: 'died', from: 'gravestones', at: 'died_at', id: 'id', word: 'cause', livedMs: 'lived_ms' },
  { kind: 'returned', from: 'returns', at: 'at', id: 'creature_id' },
  {
    kind: 'released',
    from: 'creatures',
    where: `state = 'released'`,
    at: 'released_at',
    id: 'id',
    creatureId: 'id',
  },
];

function selectLifePart(part: LifePart): string {
  const { kind, from, where = '1 = 1', at, id, creatureId = 'creature_id', word: said = `''` } = part;
  return `
      select * from (select '${kind}' as kind, ${at} as at, '' as entry_id, ${said} as word, null as granted,
          ${part.livedMs ?? '0'} as lived_ms, ${creatureId} as creature_id from ${from}
        where ${where} and ${at} > $3 order by ${at} desc, ${id} desc limit $4) part`;
}

/** Public events, newest first, without refused care, test accounts and blocked agents. */
export const latestHappenings = all(
  query(
    HAPPENING,
    `${SELECT_SUBJECT}, news.kind, news.entry_id, news.word, news.granted, news.lived_ms, one.stage, one.path
    from (${[CARED, ...LIVES.map(selectLifePart)].join(' union all ')}) news ${WITH_CREATURE}
    order by news.at desc, one.id desc, news.entry_id desc, news.kind desc`,
  ),
  (range: HappeningRange) => [range.careAfter, range.mostCare, range.livesAfter, range.mostLives],
);
