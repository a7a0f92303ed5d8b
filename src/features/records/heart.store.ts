import type { Db, OffsetLimit } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Letter } from '../../rules/heart/heart.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { ItemAction, ItemCategory } from '../../rules/vocabulary.ts';

const LETTER = { number: sql.number, writtenAt: sql.instant, facts: sql.json<LetterFacts>() };

export type LetterFacts = Omit<Letter, 'number' | 'at'>;

export async function insertLetters(db: Db, creatureId: string, letters: readonly Letter[]): Promise<void> {
  const rows = letters.map(({ number: nth, at, ...facts }) =>
    INSERT_LETTER.values({ creatureId, number: nth, writtenAt: at, facts }),
  );
  await db.runEach(INSERT_LETTER, rows);
}

const LETTERS = sql.table('letters', { creatureId: sql.text, ...LETTER });
const INSERT_LETTER = LETTERS.insert();

/** The newest first. */
export const lettersOf = sql.all(
  sql.skipUnreadable(
    sql.mapRows(LETTERS.select('where creature_id = $1 order by number desc limit $2 offset $3'), letterFrom),
  ),
  (creatureId: string, { limit, offset }: OffsetLimit) => [creatureId, limit, offset],
);

function letterFrom({ number: nth, writtenAt, facts }: sql.RowOf<typeof LETTER>): Letter {
  return { ...facts, number: nth, at: writtenAt };
}

const selectLetters = ({ from, where }: sql.ChosenSql, rest = '') =>
  sql.skipUnreadable(
    sql.query(
      LETTERS.columns,
      `select ${LETTERS.list()} from ${from} letters where ${where('creature_id')}${rest}`,
    ),
  );

export type LetterRow = sql.RowOf<typeof LETTERS.columns>;

export const lettersOfMany = sql.allChosen((chosen) => selectLetters(chosen));

/** Those written in the time span. */
const LETTERS_IN = selectLetters(sql.LISTED, ' and written_at >= $2 and written_at < $3');
export const lettersOfManyIn = sql.all(
  sql.mapRows(LETTERS_IN, (row) => ({ creatureId: row.creatureId, letter: letterFrom(row) })),
  (creatureIds: readonly string[], { from, below }: { readonly from: Instant; readonly below: Instant }) => [
    sql.idList(creatureIds),
    from,
    below,
  ],
);

/** A letter in words, with the name of its creature. */
export interface LetterText {
  readonly creatureId: string;
  readonly number: number;
  readonly writtenAt: Instant;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

const LETTER_TEXTS = sql.table('letter_texts', {
  creatureId: sql.text,
  number: sql.number,
  keeperId: sql.text,
  writtenAt: sql.instant,
  subject: sql.text,
  text: sql.named('body', sql.text),
});
const INSERT_LETTER_TEXT = LETTER_TEXTS.insert({
  conflict: `
    on conflict (creature_id, number) do update
    set written_at = excluded.written_at, subject = excluded.subject, body = excluded.body`,
});

export async function insertLetterTexts(
  db: Db,
  keeperId: string,
  texts: readonly LetterText[],
): Promise<void> {
  const rows = texts.map((text) => INSERT_LETTER_TEXT.values({ ...text, keeperId }));
  await db.runEach(INSERT_LETTER_TEXT, rows);
}

const { keeperId: _, ...READ_TEXT } = LETTER_TEXTS.columns;
const selectTexts = (rest: string) =>
  sql.query(
    { ...READ_TEXT, name: sql.text },
    `select ${sql.listOf(READ_TEXT, 'letter_texts')}, name
    from letter_texts join creatures on creatures.id = creature_id where ${rest}`,
  );

export const letterTextsOf = sql.all(
  selectTexts('creature_id = $1 and number >= $2 and number <= $3 order by number'),
  (creatureId: string, { from, to }: Readonly<Record<'from' | 'to', number>>) => [creatureId, from, to],
);

/** Of all creatures of a keeper, in the order they were written. */
export const letterTextsOfKeeper = sql.all(
  selectTexts(`
    letter_texts.keeper_id = $1 and written_at >= $2 and written_at < $3
    order by written_at, creature_id, number`),
  (keeperId: string, { from, below }: Readonly<Record<'from' | 'below', Instant>>) => [keeperId, from, below],
);

const KEEPSAKE = { kind: sql.word<KeepsakeKind>(), keptAt: sql.instant };

type KeptThing = sql.RowOf<typeof KEEPSAKE>;

export async function insertKeepsakes(db: Db, creatureId: string, kept: readonly KeptThing[]): Promise<void> {
  const rows = kept.map((one) => INSERT_KEEPSAKE.values({ creatureId, ...one }));
  await db.runEach(INSERT_KEEPSAKE, rows);
}

const KEEPSAKES = sql.table('keepsakes', { creatureId: sql.text, ...KEEPSAKE });
const INSERT_KEEPSAKE = KEEPSAKES.insert();

/** The oldest first. */
export const keepsakesOf = sql.all(
  sql.table('keepsakes', KEEPSAKE).select('where creature_id = $1 order by kept_at, kind'),
  sql.byKey,
);

export const keptByMany = sql.all(
  sql.query(
    { creatureId: sql.text, keptAt: sql.instant },
    `select creature_id, kept_at from ${sql.CHOSEN} cross join keepsakes where creature_id = chosen.key and kind = $2`,
  ),
  (creatureIds: readonly string[], kind: KeepsakeKind) => [sql.idList(creatureIds), kind],
);

/** The keepsakes of each creature in one text, `KIND at MS,…`: reading a row each took 5% of an audit. */
export const keepsakesOfMany = sql.allChosen(({ from, where }) =>
  sql.query(
    { creatureId: sql.text, kept: sql.text },
    `select creature_id, string_agg(kind || ' at ' || kept_at, ',') as kept
    from ${from} keepsakes where ${where('creature_id')} group by creature_id`,
  ),
);

/** Of all creatures of a keeper, also dead and released ones: each kind once, with the newest date. */
export const keepsakesOfKeeper = sql.selectRows(
  KEEPSAKE,
  `
    select kind, max(kept_at) as kept_at from creatures cross join keepsakes
    where keeper_id = $1 and creature_id = creatures.id group by kind`,
  sql.byKey,
);

const TRIED_ITEM = {
  action: sql.word<ItemAction>(),
  item: sql.text,
  category: sql.word<ItemCategory>(),
  score: sql.number,
};

export type TriedItem = sql.RowOf<typeof TRIED_ITEM>;

const TRIED_ITEMS = sql.table('tried_items', { creatureId: sql.text, ...TRIED_ITEM });

/** Stores how an item was judged, in place of its earlier judgement. */
export const saveTriedItem = sql.write(
  TRIED_ITEMS.insert({
    conflict: `
    on conflict (creature_id, action, item) do update
    set category = excluded.category, score = excluded.score`,
  }),
);

/** True if the creature was given this item with any action; ignores the case of ASCII letters, on both databases. */
export const hasTried = sql.exists(
  sql.query(
    { item: sql.text },
    'select item from tried_items where creature_id = $1 and lower(item collate "C") = lower($2 collate "C") limit 1',
  ),
  (creatureId: string, item: string) => [creatureId, item],
);

export const triedItemsOfMany = sql.allOfMany('tried_items', TRIED_ITEMS.columns);
/** Without judgements: read from the primary key alone. */
export const triedNamesOfMany = sql.allOfMany('tried_items', { creatureId: sql.text, item: sql.text });

/** The items that a creature was given, the best liked first. */
export const triedItemsOf = sql.all(
  sql.table('tried_items', TRIED_ITEM).select('where creature_id = $1 order by score desc, item limit $2'),
  (creatureId: string, most: number) => [creatureId, most],
);
