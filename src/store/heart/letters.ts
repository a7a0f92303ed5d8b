import type { Instant } from '../../core/engine/clock.ts';
import type { Letter } from '../../core/heart/letter.ts';
import type { Db, OffsetLimit } from '../engine/db.ts';
import {
  CHOSEN,
  idList,
  instant,
  json,
  mapRows,
  number,
  query,
  table,
  text,
  type RowOf,
} from '../engine/table.ts';

const LETTER = { number, writtenAt: instant, facts: json<LetterFacts>() };

/** What a letter tells, beside which it is and when it was written. */
export type LetterFacts = Omit<Letter, 'number' | 'at'>;

export async function insertLetters(db: Db, creatureId: string, letters: readonly Letter[]): Promise<void> {
  const rows = letters.map(({ number: nth, at, ...facts }) =>
    INSERT.values({ creatureId, number: nth, writtenAt: at, facts }),
  );
  await db.runEach(INSERT, rows);
}

/** The newest letters of a creature, so many of them skipped. */
export function lettersOf(db: Db, creatureId: string, { limit, offset }: OffsetLimit): Promise<Letter[]> {
  return db.all(NEWEST, [creatureId, limit, offset]);
}

/** Every letter of these creatures. */
export function lettersOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof LETTERS.columns>[]> {
  return db.all(OF_MANY, [idList(creatureIds)]);
}

/** Those of these creatures that were written in a time, in order. */
export function lettersOfManyIn(
  db: Db,
  creatureIds: readonly string[],
  { from, below }: { readonly from: Instant; readonly below: Instant },
): Promise<{ readonly creatureId: string; readonly letter: Letter }[]> {
  return db.all(OF_MANY_IN, [idList(creatureIds), from, below]);
}

const LETTERS = table('letters', { creatureId: text, ...LETTER });

const INSERT = LETTERS.insert();

const NEWEST = mapRows(
  table('letters', LETTER).select('where creature_id = $1 order by number desc limit $2 offset $3'),
  letterFrom,
);

function letterFrom({ number: nth, writtenAt, facts }: RowOf<typeof LETTER>): Letter {
  return { ...facts, number: nth, at: writtenAt };
}

const OF_MANY = query(
  LETTERS.columns,
  `select ${LETTERS.list()} from ${CHOSEN} cross join letters where creature_id = chosen.key`,
);

const OF_MANY_IN = mapRows(
  query(
    LETTERS.columns,
    `select ${LETTERS.list()} from ${CHOSEN} cross join letters
     where creature_id = chosen.key and written_at >= $2 and written_at < $3`,
  ),
  (row) => ({ creatureId: row.creatureId, letter: letterFrom(row) }),
);
