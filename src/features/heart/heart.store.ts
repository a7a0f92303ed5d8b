import type { Db, OffsetLimit } from '../../db/db.ts';
import {
  idList,
  instant,
  json,
  mapRows,
  number,
  query,
  type RowOf,
  skipUnreadable,
  table,
  text,
  word,
  all,
  chosen,
  exists,
  selectOfMany,
  write,
} from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { Letter } from '../../rules/heart/heart.ts';
import type { ItemAction, ItemCategory } from '../../rules/vocabulary.ts';

const LETTER = { number, writtenAt: instant, facts: json<LetterFacts>() };

export type LetterFacts = Omit<Letter, 'number' | 'at'>;

export async function insertLetters(db: Db, creatureId: string, letters: readonly Letter[]): Promise<void> {
  const rows = letters.map(({ number: nth, at, ...facts }) =>
    INSERT_LETTER.values({ creatureId, number: nth, writtenAt: at, facts }),
  );
  await db.runEach(INSERT_LETTER, rows);
}

const LETTERS = table('letters', { creatureId: text, ...LETTER });
const INSERT_LETTER = LETTERS.insert();

/** The newest first. */
export const lettersOf = all(
  skipUnreadable(
    mapRows(LETTERS.select('where creature_id = $1 order by number desc limit $2 offset $3'), letterFrom),
  ),
  (creatureId: string, { limit, offset }: OffsetLimit) => [creatureId, limit, offset],
);

function letterFrom({ number: nth, writtenAt, facts }: RowOf<typeof LETTER>): Letter {
  return { ...facts, number: nth, at: writtenAt };
}

export const lettersOfMany = all(skipUnreadable(selectOfMany('letters', LETTERS.columns)), chosen);

/** Those written in the time span. */
export const lettersOfManyIn = all(
  skipUnreadable(
    mapRows(selectOfMany('letters', LETTERS.columns, ' and written_at >= $2 and written_at < $3'), (row) => ({
      creatureId: row.creatureId,
      letter: letterFrom(row),
    })),
  ),
  (creatureIds: readonly string[], { from, below }: { readonly from: Instant; readonly below: Instant }) => [
    idList(creatureIds),
    from,
    below,
  ],
);

const KEEPSAKE = { kind: word<KeepsakeKind>(), keptAt: instant };

type KeptThing = RowOf<typeof KEEPSAKE>;

export async function insertKeepsakes(db: Db, creatureId: string, kept: readonly KeptThing[]): Promise<void> {
  const rows = kept.map((one) => INSERT_KEEPSAKE.values({ creatureId, ...one }));
  await db.runEach(INSERT_KEEPSAKE, rows);
}

const KEEPSAKES = table('keepsakes', { creatureId: text, ...KEEPSAKE });
const INSERT_KEEPSAKE = KEEPSAKES.insert();

/** The oldest first. */
export const keepsakesOf = all(
  table('keepsakes', KEEPSAKE).select('where creature_id = $1 order by kept_at, kind'),
  (creatureId: string) => [creatureId],
);

export const keepsakesOfMany = all(selectOfMany('keepsakes', KEEPSAKES.columns), chosen);

/** Of all creatures of a keeper, also dead and released ones: each kind once, with the newest date. */
export const keepsakesOfKeeper = all(
  query(
    KEEPSAKE,
    `
    select kind, max(kept_at) as kept_at from creatures cross join keepsakes
    where keeper_id = $1 and creature_id = creatures.id group by kind`,
  ),
  (keeperId: string) => [keeperId],
);

const TRIED_ITEM = {
  action: word<ItemAction>(),
  item: text,
  category: word<ItemCategory>(),
  score: number,
};

const TRIED_ITEMS = table('tried_items', { creatureId: text, ...TRIED_ITEM });

/** Stores how an item was judged, in place of its earlier judgement. */
export const saveTriedItem = write(
  TRIED_ITEMS.insert({
    conflict: `
    on conflict (creature_id, action, item) do update
    set category = excluded.category, score = excluded.score`,
  }),
);

/** True if the creature was given this item with any action. */
export const hasTried = exists(
  query(
    { item: text },
    'select item from tried_items where creature_id = $1 and lower(item) = lower($2) limit 1',
  ),
  (creatureId: string, item: string) => [creatureId, item],
);

export const triedItemsOfMany = all(selectOfMany('tried_items', TRIED_ITEMS.columns), chosen);

/** The items that a creature was given, the best liked first. */
export const triedItemsOf = all(
  table('tried_items', TRIED_ITEM).select('where creature_id = $1 order by score desc, item limit $2'),
  (creatureId: string, most: number) => [creatureId, most],
);
