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
type LetterFacts = Omit<Letter, 'number' | 'at'>;

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

const LETTERS = table('letters', { creatureId: text, ...LETTER });

const INSERT = LETTERS.insert();

const NEWEST = mapRows(
  table('letters', LETTER).select('where creature_id = $1 order by number desc limit $2 offset $3'),
  ({ number: nth, writtenAt, facts }): Letter => ({ ...facts, number: nth, at: writtenAt }),
);

const OF_MANY = query(
  LETTERS.columns,
  `select ${LETTERS.list()} from ${CHOSEN} cross join letters where creature_id = chosen.key`,
);
