import type { KeepsakeKind } from '../../core/heart/keepsakes-table.ts';
import type { Db } from '../engine/db.ts';
import { CHOSEN, idList, instant, query, table, text, word, type RowOf } from '../engine/table.ts';

const KEEPSAKE = { kind: word<KeepsakeKind>(), keptAt: instant };

/** Something a creature keeps, and since when. */
export type KeptThing = RowOf<typeof KEEPSAKE>;

export async function insertKeepsakes(db: Db, creatureId: string, kept: readonly KeptThing[]): Promise<void> {
  const rows = kept.map((one) => INSERT.values({ creatureId, ...one }));
  await db.runEach(INSERT, rows);
}

/** What a creature keeps, in the order it came. */
export function keepsakesOf(db: Db, creatureId: string): Promise<KeptThing[]> {
  return db.all(ALL, [creatureId]);
}

/** What each of these creatures keeps. */
export function keepsakesOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof KEEPSAKES.columns>[]> {
  return db.all(OF_MANY, [idList(creatureIds)]);
}

/** What the creatures of a keeper keep, those that are gone among them: each kind once, and when the newest came. */
export function keepsakesOfKeeper(db: Db, keeperId: string): Promise<KeptThing[]> {
  return db.all(OF_KEEPER, [keeperId]);
}

const KEEPSAKES = table('keepsakes', { creatureId: text, ...KEEPSAKE });

const INSERT = KEEPSAKES.insert();

const ALL = table('keepsakes', KEEPSAKE).select('where creature_id = $1 order by kept_at, kind');

const OF_MANY = query(
  KEEPSAKES.columns,
  `select ${KEEPSAKES.list()} from ${CHOSEN} cross join keepsakes where creature_id = chosen.key`,
);

const OF_KEEPER = query(
  KEEPSAKE,
  `
    select kind, max(kept_at) as kept_at from creatures cross join keepsakes
    where keeper_id = $1 and creature_id = creatures.id group by kind`,
);
