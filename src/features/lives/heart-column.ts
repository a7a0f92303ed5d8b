import type { CareDigest, Heart } from '../../rules/heart/heart.ts';
import { KEEPSAKE_KINDS } from '../../rules/heart/keepsakes-table.ts';
import { MANNER_KINDS } from '../../rules/heart/manner.ts';
import { WISH_KINDS } from '../../rules/heart/wishes-table.ts';
import { MOODS, STAGES } from '../../rules/vocabulary.ts';
import type { Value } from '../../db/db.ts';
import { fromJson } from '../../db/portable.ts';

// A heart is stored as a list of its values in a fixed order, in about 300 bytes: a third of its JSON. Words are
// numbers, by their place in the list of all: stored hearts depend on the order, so new words go at the end.

type Packed = ReturnType<typeof pack>;

const STAGE = numbered(STAGES);
const MOOD = numbered(MOODS);
const WISH = numbered(WISH_KINDS);
const KEEPSAKE = numbered(KEEPSAKE_KINDS);
const MANNER = numbered(MANNER_KINDS);

function numbered<Word extends string>(words: readonly Word[]) {
  const numbers = new Map(words.map((word, at) => [word, at]));
  const wordAt = (number: number): Word => {
    const word = words[number];
    if (word === undefined) throw new TypeError(`no word has the number ${number}`);
    return word;
  };
  return { numberOf: (word: Word) => numbers.get(word) ?? -1, wordAt };
}

function pack({ wish, care, lately, ...heart }: Heart) {
  const { open } = wish;
  return [
    heart.since,
    heart.acts,
    STAGE.numberOf(heart.stage),
    [
      wish.number,
      wish.from,
      open && ([WISH.numberOf(open.kind), open.until] as const),
      wish.newAt,
      wish.inVain?.map(WISH.numberOf),
    ],
    heart.granted,
    heart.grantedAt,
    MOOD.numberOf(heart.mood),
    heart.keepsakes.map(KEEPSAKE.numberOf),
    packDigest(care),
    packDigest(lately),
    [
      lately.from,
      lately.begins,
      [lately.meals.early, lately.meals.on_time, lately.meals.late, lately.meals.missed_window],
      lately.longestWaitHours,
      lately.granted.map(WISH.numberOf),
      lately.letGo.map(WISH.numberOf),
      lately.kept.map(KEEPSAKE.numberOf),
      lately.harm && ([lately.harm.times, lately.harm.things] as const),
    ],
    heart.letters,
    heart.week,
    heart.manner && MANNER.numberOf(heart.manner),
  ] as const;
}

function packDigest({ actions, hours, visits, loved, harmed }: CareDigest) {
  const { feed, play, clean, medicine, discipline, sleep, reflect } = actions;
  const { night, morning, midday, evening } = hours;
  return [
    feed,
    play,
    clean,
    medicine,
    discipline,
    sleep,
    reflect,
    night,
    morning,
    midday,
    evening,
    visits,
    loved,
    harmed,
  ] as const;
}

function unpack(packed: Packed): Heart {
  const [
    since,
    acts,
    stage,
    wish,
    granted,
    grantedAt,
    mood,
    keepsakes,
    care,
    digest,
    page,
    letters,
    week,
    manner,
  ] = packed;
  const [number, begun, open, newAt, inVain] = wish;
  const [from, begins, meals, longestWaitHours, fulfilled, letGo, kept, harm] = page;
  const [early, on_time, late, missed_window] = meals;
  return {
    since,
    acts,
    stage: STAGE.wordAt(stage),
    wish: {
      number,
      from: begun,
      open: open ? { kind: WISH.wordAt(open[0]), until: open[1] } : undefined,
      newAt: newAt ?? undefined,
      inVain: inVain?.map(WISH.wordAt),
    },
    granted,
    grantedAt: grantedAt ?? undefined,
    mood: MOOD.wordAt(mood),
    keepsakes: keepsakes.map(KEEPSAKE.wordAt),
    care: unpackDigest(care),
    lately: {
      ...unpackDigest(digest),
      from,
      begins: begins ?? undefined,
      meals: { early, on_time, late, missed_window },
      longestWaitHours,
      granted: fulfilled.map(WISH.wordAt),
      letGo: letGo.map(WISH.wordAt),
      kept: kept.map(KEEPSAKE.wordAt),
      harm: harm ? { times: harm[0], things: harm[1] } : undefined,
    },
    letters,
    week,
    manner: typeof manner === 'number' ? MANNER.wordAt(manner) : undefined,
  };
}

function unpackDigest(packed: ReturnType<typeof packDigest>): CareDigest {
  const [
    feed,
    play,
    clean,
    medicine,
    discipline,
    sleep,
    reflect,
    night,
    morning,
    midday,
    evening,
    visits,
    loved,
    harmed,
  ] = packed;
  return {
    actions: { feed, play, clean, medicine, discipline, sleep, reflect },
    hours: { night, morning, midday, evening },
    visits,
    loved,
    harmed: harmed ?? undefined,
  };
}

export const heartColumn = {
  write: (heart: Heart): string => JSON.stringify(pack(heart)),
  /** Also reads hearts stored as JSON objects, before this format. */
  read(value: Value): Heart {
    const stored = fromJson<Packed | Heart>(String(value));
    return 'since' in stored ? stored : unpack(stored);
  },
};
