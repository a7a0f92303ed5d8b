import type { Db, OffsetLimit } from '../../db/db.ts';
import {
  CHOSEN,
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
} from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { Letter } from '../../rules/heart/letter.ts';

const LETTER = { number, writtenAt: instant, facts: json<LetterFacts>() };

export type LetterFacts = Omit<Letter, 'number' | 'at'>;

export async function insertLetters(db: Db, creatureId: string, letters: readonly Letter[]): Promise<void> {
  const rows = letters.map(({ number: nth, at, ...facts }) =>
    INSERT_LETTER.values({ creatureId, number: nth, writtenAt: at, facts }),
  );
  await db.runEach(INSERT_LETTER, rows);
}

/** The newest first. */
export function lettersOf(db: Db, creatureId: string, { limit, offset }: OffsetLimit): Promise<Letter[]> {
  return db.all(NEWEST_LETTERS, [creatureId, limit, offset]);
}

export function lettersOfMany(db: Db, creatureIds: readonly string[]) {
  return db.all(LETTERS_OF_MANY, [idList(creatureIds)]);
}

/** Those written in the time span. */
export function lettersOfManyIn(
  db: Db,
  creatureIds: readonly string[],
  { from, below }: { readonly from: Instant; readonly below: Instant },
) {
  return db.all(LETTERS_OF_MANY_IN, [idList(creatureIds), from, below]);
}

const LETTERS = table('letters', { creatureId: text, ...LETTER });
const INSERT_LETTER = LETTERS.insert();

const NEWEST_LETTERS = skipUnreadable(
  mapRows(LETTERS.select('where creature_id = $1 order by number desc limit $2 offset $3'), letterFrom),
);

function letterFrom({ number: nth, writtenAt, facts }: RowOf<typeof LETTER>): Letter {
  return { ...facts, number: nth, at: writtenAt };
}

const LETTERS_OF_MANY = skipUnreadable(
  query(
    LETTERS.columns,
    `select ${LETTERS.list()} from ${CHOSEN} cross join letters where creature_id = chosen.key`,
  ),
);

const LETTERS_OF_MANY_IN = skipUnreadable(
  mapRows(
    query(
      LETTERS.columns,
      `select ${LETTERS.list()} from ${CHOSEN} cross join letters
     where creature_id = chosen.key and written_at >= $2 and written_at < $3`,
    ),
    (row) => ({ creatureId: row.creatureId, letter: letterFrom(row) }),
  ),
);

const KEEPSAKE = { kind: word<KeepsakeKind>(), keptAt: instant };

type KeptThing = RowOf<typeof KEEPSAKE>;

export async function insertKeepsakes(db: Db, creatureId: string, kept: readonly KeptThing[]): Promise<void> {
  const rows = kept.map((one) => INSERT_KEEPSAKE.values({ creatureId, ...one }));
  await db.runEach(INSERT_KEEPSAKE, rows);
}

/** The oldest first. */
export function keepsakesOf(db: Db, creatureId: string): Promise<KeptThing[]> {
  return db.all(KEEPSAKES_OF, [creatureId]);
}

export function keepsakesOfMany(db: Db, creatureIds: readonly string[]) {
  return db.all(KEEPSAKES_OF_MANY, [idList(creatureIds)]);
}

/** Of all creatures of a keeper, also dead and released ones: each kind once, with the newest date. */
export function keepsakesOfKeeper(db: Db, keeperId: string): Promise<KeptThing[]> {
  return db.all(KEEPSAKES_OF_KEEPER, [keeperId]);
}

const KEEPSAKES = table('keepsakes', { creatureId: text, ...KEEPSAKE });
const INSERT_KEEPSAKE = KEEPSAKES.insert();

const KEEPSAKES_OF = table('keepsakes', KEEPSAKE).select('where creature_id = $1 order by kept_at, kind');

const KEEPSAKES_OF_MANY = query(
  KEEPSAKES.columns,
  `select ${KEEPSAKES.list()} from ${CHOSEN} cross join keepsakes where creature_id = chosen.key`,
);

const KEEPSAKES_OF_KEEPER = query(
  KEEPSAKE,
  `
    select kind, max(kept_at) as kept_at from creatures cross join keepsakes
    where keeper_id = $1 and creature_id = creatures.id group by kind`,
);
