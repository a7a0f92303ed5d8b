import type { Instant } from '../../core/engine/clock.ts';
import type { WishKind } from '../../core/heart/wishes-table.ts';
import {
  STAGES,
  type Action,
  type Cause,
  type HappeningKind,
  type Path,
  type Stage,
} from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { instant, number, optional, query, text, word, type RowOf } from '../engine/table.ts';

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
