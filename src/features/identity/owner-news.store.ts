import type { Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { CreatureNews, OwnerNewsItem, NewsKind } from '../../rules/owner-news.ts';

export interface NewOwnerNews extends Omit<CreatureNews, 'name'> {
  readonly agentId: string;
  /** False if the agent has been told before it was stored. */
  readonly untold: boolean;
}

const NEWS = sql.table('owner_news', {
  agentId: sql.text,
  at: sql.instant,
  creatureId: sql.text,
  kind: sql.word<NewsKind>(),
  item: sql.json<OwnerNewsItem>(),
  told: sql.flag,
});
const INSERT = NEWS.insert({ conflict: 'on conflict (agent_id, at, creature_id, kind) do nothing' });
const COUNT_UNTOLD = sql.command('update agents set untold = untold + $2 where id = $1');

/** Locks the agents' rows, in the order of ids; their keeper records are locked before. */
export async function insertOwnerNews(db: Db, news: readonly NewOwnerNews[]): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ untold, ...row }) =>
    INSERT.values({ ...row, kind: row.item.kind, told: !untold }),
  );
  await db.runEach(INSERT, rows);
  const byAgent = [
    ...Map.groupBy(
      news.filter(({ untold }) => untold),
      ({ agentId }) => agentId,
    ),
  ];
  for (const [agentId, own] of byAgent.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await db.run(COUNT_UNTOLD, [agentId, own.length]);
}

/** More is summed up anyway. */
const MOST_READ = 200;

export const untoldNewsOf = sql.all(
  sql.query(
    { at: sql.instant, creatureId: sql.text, name: sql.text, item: sql.json<OwnerNewsItem>() },
    `select owner_news.at, owner_news.creature_id, name, item
    from owner_news join creatures on creatures.id = owner_news.creature_id
    where agent_id = $1 and told = 0 order by owner_news.at limit ${MOST_READ}`,
  ),
  sql.byKey,
);

/** What happened after a moment, told or not, the newest first. */
export const newsSince = sql.all(
  sql.query(
    { at: sql.instant, creatureId: sql.text, name: sql.text, item: sql.json<OwnerNewsItem>() },
    `select owner_news.at, owner_news.creature_id, name, item
    from owner_news join creatures on creatures.id = owner_news.creature_id
    where agent_id = $1 and owner_news.at > $2 order by owner_news.at desc limit $3`,
  ),
  (agentId: string, since: Instant, most: number) => [agentId, since, most],
);

const MEALS = sql.query(
  { kind: sql.word<NewsKind>(), n: sql.number },
  `select kind, count(*) as n from owner_news
  where agent_id = $1 and at >= $2 and at < $3 and kind in ('late_meal', 'missed_meal') group by kind`,
);

/** How many meals were late and missed, by the time at which that was known. */
export async function mealsTroubled(
  db: Db,
  agentId: string,
  { from, below }: Readonly<Record<'from' | 'below', Instant>>,
): Promise<{ readonly late: number; readonly missed: number }> {
  const rows = await db.all(MEALS, [agentId, from, below]);
  const count = (kind: NewsKind) => rows.find((row) => row.kind === kind)?.n ?? 0;
  return { late: count('late_meal'), missed: count('missed_meal') };
}

const TOLD = { toldAt: sql.optional(sql.instant), untold: sql.number };
const TOLD_OF = sql.query(TOLD, 'select told_at, untold from agents where id = $1');
/** Until when an agent was told, and how many stored news it was not. */
export const toldStateOf = sql.one(TOLD_OF, sql.byKey);
export const selectToldForUpdate = sql.one(sql.forUpdate(TOLD_OF), sql.byKey);

/** Replies name news that follows from time alone only from this moment on. */
export const startTelling = sql.run(
  'update agents set told_at = $2 where id = $1',
  (agentId: string, now: Instant) => [agentId, now],
);

const MARK_AGENT = sql.command('update agents set told_at = $2, untold = 0 where id = $1');
const MARK_NEWS = sql.command('update owner_news set told = 1 where agent_id = $1 and told = 0');

/** The row of the agent is locked. */
export async function markNewsTold(db: Db, agentId: string, now: Instant): Promise<void> {
  await db.run(MARK_AGENT, [agentId, now]);
  await db.run(MARK_NEWS, [agentId]);
}

export const deleteNewsOf = sql.run('delete from owner_news where agent_id = $1', sql.byKey);

/** For a death that is undone. */
export const deleteDeathNews = sql.run(
  "delete from owner_news where agent_id = $1 and creature_id = $2 and at = $3 and kind = 'died'",
  ({ keeperId, id, at }: Readonly<{ keeperId: string; id: string; at: Instant }>) => [keeperId, id, at],
);

export const deleteOldNews = sql.run(
  sql.deleteOldest('owner_news', 'agent_id, at, creature_id, kind', 'at'),
  (before: Instant) => [before],
);
