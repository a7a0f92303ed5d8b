import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { dayPartAt, type Letter } from '../../src/rules/heart/heart.ts';
import { KEEPSAKES, type KeepsakeRow } from '../../src/rules/heart/keepsakes-table.ts';
import { KEEPSAKES_OF_DAYS } from '../../src/rules/heart/keepsakes.ts';
import { ACTIONS, DAY_PARTS, type Action, type Timing } from '../../src/rules/vocabulary.ts';
import { AMBITION_WORDS } from '../../src/text/heart/ambitions.ts';
import type { LetterWriter } from '../../src/text/heart/letter.ts';
import {
  countOf,
  inWords,
  keepsakeNoun,
  type NamedPassage,
  OWN_WISHES,
  PASSAGES,
  timesInWords,
} from '../../src/text/heart/passages.ts';
import { formatOrdinal } from '../../src/text/numbers.ts';
import type { LifeFacts } from './life-facts.ts';

export type Sent = Readonly<{ letter: Letter; facts: LifeFacts; writer: LetterWriter; text: string }>;

type Check = (sent: Sent) => boolean;

// Recounted from the log, independently of the code under test.

const timed = ({ facts }: Sent, ...timings: readonly Timing[]) =>
  facts.acts.filter(({ timing }) => timing !== undefined && timings.includes(timing)).length;
const early = (sent: Sent) => timed(sent, 'early');
const late = (sent: Sent) => timed(sent, 'late', 'missed_window');
const meals = ({ facts }: Sent) => facts.acts.filter(({ action }) => action === 'feed').length;
const done = ({ facts }: Sent, action: Action) => facts.acts.filter((act) => act.action === action).length;
const hours = ({ letter, facts }: Sent) => (letter.at - facts.from) / HOUR;
const isFed = ({ facts }: Sent) => facts.windowsUnfed <= 1;
const harm = ({ facts }: Sent) => facts.acts.filter(({ item }) => item?.category === 'harmful').length;
const loved = ({ facts }: Sent) => {
  const harmful = new Set(harmfulNames(facts));
  return facts.loved.filter((name) => !harmful.has(name));
};
const partsOf = ({ facts, writer }: Sent) =>
  DAY_PARTS.map((part) => facts.acts.filter(({ at }) => dayPartAt(writer.zone, at) === part).length);
const nights = (sent: Sent) => partsOf(sent)[DAY_PARTS.indexOf('night')] ?? 0;
const keptWith =
  (fits: (row: KeepsakeRow) => boolean): Check =>
  ({ facts }) =>
    facts.kept.some((kind) => fits(KEEPSAKES[kind]));
const opinion: Check = () => true;
const isGrownUp: Check = ({ letter, facts }) => letter.manner !== undefined && facts.stage === 'adult';

const harmfulNames = ({ acts }: LifeFacts): readonly string[] =>
  acts.flatMap(({ item }) => (item?.category === 'harmful' ? [item.name.toLowerCase()] : []));

/** What the log must hold for every line of a passage to be true; `opinion` claims nothing about the life. */
export const PASSAGE_CLAIMS: Readonly<Record<string, Check>> = {
  // Occasions.
  becameChild: ({ facts }) => facts.stage === 'child',
  becameTeen: ({ facts }) => facts.stage === 'teen',
  becameAdult: isGrownUp,
  mannerShows: isGrownUp,
  goodbye: ({ facts }) => facts.cause !== undefined,
  plainGoodbye: (sent) => sent.facts.cause !== undefined && harm(sent) > 0,
  back: ({ letter, facts }) => letter.at > facts.from && facts.acts.length === 0,
  away: opinion,
  now: opinion,
  // Causes of death.
  starved: ({ facts }) => facts.cause === 'hunger',
  neglected: ({ facts }) => facts.cause === 'neglect',
  poisoned: (sent) => sent.facts.cause === 'harm' && harm(sent) > 0,
  // Visits and waits.
  visits: ({ facts }) => facts.visits >= 2,
  visited: ({ facts }) => facts.visits >= 1,
  oneVisit: ({ facts }) => facts.visits === 1,
  nobody: ({ facts }) => facts.acts.length === 0,
  alone: ({ facts }) => facts.acts.length === 0,
  longWait: ({ facts }) => facts.longestWaitHours > 11.4 && facts.careHours <= facts.longestWaitHours,
  waited: ({ facts }) => facts.longestWaitHours > 11.4,
  shortWaits: ({ facts }) => facts.longestWaitHours <= 8 && facts.careHours <= facts.longestWaitHours,
  usualPart: (sent) => partsOf(sent).some((count) => 2 * count > sent.facts.acts.length),
  allHours: (sent) => partsOf(sent).every((count) => count > 0),
  nightVisits: (sent) => nights(sent) >= 2,
  // Meals.
  mealsInTime: (sent) => meals(sent) >= 2 && late(sent) === 0 && early(sent) === 0 && isFed(sent),
  noneLate: (sent) => meals(sent) >= 2 && late(sent) === 0 && early(sent) > 0 && isFed(sent),
  punctual: (sent) => meals(sent) >= 2 && late(sent) === 0 && isFed(sent) && sent.facts.cause !== 'hunger',
  someLate: (sent) => late(sent) > 0 && late(sent) < meals(sent),
  missedMeals: (sent) => late(sent) > 0 && late(sent) < meals(sent),
  allLate: (sent) => late(sent) >= 2 && late(sent) === meals(sent),
  lateMeals: (sent) => late(sent) >= 1 && late(sent) === meals(sent),
  oneMeal: (sent) => meals(sent) === 1,
  overdue: (sent) => timed(sent, 'missed_window') >= 1,
  unfed: (sent) => meals(sent) === 0 && sent.facts.everFed && hours(sent) >= 12,
  neverFed: ({ facts }) => !facts.everFed,
  fedEarly: (sent) => early(sent) >= 2,
  streak: (sent) => sent.facts.streak >= 2 && isFed(sent),
  // What was done.
  play: (sent) => done(sent, 'play') > 0,
  noPlay: (sent) => done(sent, 'play') === 0,
  clean: (sent) => done(sent, 'clean') > 0,
  medicine: (sent) => done(sent, 'medicine') > 0,
  lessons: (sent) => done(sent, 'discipline') > 0,
  bed: (sent) => done(sent, 'sleep') > 0,
  words: (sent) => done(sent, 'reflect') > 0 || (sent.facts.cause !== undefined && done(sent, 'play') > 0),
  noWords: (sent) => done(sent, 'reflect') === 0,
  allKinds: (sent) => ACTIONS.every((action) => done(sent, action) > 0),
  mostDone: (sent) => ACTIONS.filter((action) => done(sent, action) > 0).length > 1,
  plainDays: (sent) => {
    const { ageDays, acts } = sent.facts;
    return ageDays >= 14 && ageDays < 21 && 2 * meals(sent) > acts.length;
  },
  onlyFed: (sent) => sent.facts.acts.length > 0 && meals(sent) === sent.facts.acts.length,
  // Likes and harm.
  loved: (sent) => loved(sent).length >= 1,
  lovedSeveral: (sent) => loved(sent).length >= 2,
  harmed: (sent) => harm(sent) > 0,
  harmedBy: (sent) => harm(sent) > 0,
  // Wishes and keepsakes.
  granted: ({ facts }) => facts.granted.length > 0,
  grantedMore: ({ facts }) => facts.granted.length > 1,
  letGo: ({ letter }) => letter.page.letGo.length > 0,
  openWish: ({ letter }) => letter.wish !== undefined,
  lastWish: ({ letter }) => letter.wish !== undefined,
  noWishLeft: ({ letter }) => letter.wish === undefined,
  kept: ({ facts }) => facts.kept.length > 0,
  keptMany: ({ facts }) => facts.kept.length >= 3,
  nearlyLost: keptWith(({ survived }) => survived === 'critical'),
  rescued: keptWith(({ survived }) => survived === 'rescue'),
  lateLamp: keptWith(({ survived }) => survived === 'long_wait'),
  anniversary: keptWith(({ days }) => days !== undefined),
  ember: keptWith(({ returned }) => returned === true),
  again: ({ facts }) => facts.kept.length === 0,
  // Ambitions.
  ambitionDone: ({ letter, facts }) =>
    facts.kept.some(
      (kind) => (KEEPSAKES[kind] satisfies KeepsakeRow as KeepsakeRow).ambition === letter.ambition?.kind,
    ),
  ambitionOpen: ({ letter }) => letter.ambition?.is === 'open',
  ambitionFaded: ({ letter }) => letter.ambition?.is === 'faded',
  // Itself.
  age: ({ facts }) => facts.ageDays >= 1,
  oneDay: ({ facts }) => facts.ageDays === 1,
  number: ({ facts }) => !facts.isFirst,
  firstLetter: ({ facts }) => facts.isFirst,
  onlyLetter: ({ facts }) => facts.isFirst,
  youth: ({ facts }) => facts.stage === 'teen',
  grown: ({ facts }) => facts.stage === 'adult',
  manner: isGrownUp,
  who: isGrownUp,
  hour: opinion,
  musing: opinion,
  thanks: opinion,
  noBlame: opinion,
};

/** Phrases that make a claim in any passage. */
const PHRASE_CLAIMS: readonly (readonly [claim: string, said: RegExp, check: Check])[] = [
  [
    'every meal was in time',
    /\b(?:every one of them was|each|each appeared) in time\b/i,
    (sent) => meals(sent) > 0 && early(sent) === 0 && late(sent) === 0,
  ],
  [
    'no meal was late',
    /\b(?:none|not one|no meal)\b[^.]*\b(?:was|of them|came|too) late\b|\bnever (?:a )?late\b|\bnever let a meal be late|late: none|single delay|not a late one/i,
    (sent) => late(sent) === 0 && isFed(sent),
  ],
  ['all meals were late', /\b(?:none of them came|never) in time\b/i, (sent) => late(sent) === meals(sent)],
  [
    'a favourite thing',
    /\b(?:was|is) my favourite\b(?! (?:part|time|reason|cloth|toy))|\bhave a favourite\b/i,
    ({ facts }) => facts.acts.every(({ item }) => item?.category === 'loved'),
  ],
  [
    'not fed in a time',
    /\b(?:not fed|nobody fed me|nothing to eat|no meal|without a meal) in (?:the\b|\{span\})/i,
    (sent) => meals(sent) === 0 && sent.facts.everFed,
  ],
  [
    'never fed at all',
    /\bnever fed\b|not been fed since I hatched|nobody ever fed|nobody has fed me|my first meal\b|never had a meal/i,
    ({ facts }) => !facts.everFed,
  ],
  ['one day is singular', /\b(?:had|lived|were) one day\b[^.]*\.[^.]*\b(?:them|they)\b/i, () => false],
  ['greeting grammar', /^Dear my\b/, () => false],
  ['a rounded time', /\bthe past few hours\b/i, () => false],
];

/** Values that the log allows for a gap; gaps without an entry hold no fact of the log. */
const GAP_CLAIMS: Readonly<Record<string, (sent: Sent, passage: string) => readonly string[]>> = {
  times: (sent, passage) => [timesInWords(TIMES[passage]?.(sent) ?? -1)],
  fed: (sent) => [timesInWords(meals(sent))],
  visits: ({ facts }) => [countOf(facts.visits, 'visit')],
  meals: (sent) => [countOf(meals(sent), 'meal')],
  late: (sent) => [inWords(late(sent))],
  early: (sent) => [inWords(early(sent))],
  hours: ({ facts }, passage) => {
    const waited = facts.longestWaitHours;
    return [countOf(passage === 'shortWaits' ? Math.ceil(waited) : Math.round(waited), 'hour')];
  },
  streak: ({ facts }) => [inWords(facts.streak)],
  days: ({ facts }, passage) => {
    if (passage !== 'anniversary') return [countOf(facts.ageDays, 'day')];
    return KEEPSAKES_OF_DAYS.filter(({ kind }) => facts.kept.includes(kind)).map(({ days }) => inWords(days));
  },
  nth: ({ letter }) => [formatOrdinal(letter.number)],
  span: ({ letter, facts }) => {
    const days = (letter.at - facts.from) / DAY;
    if (days === 1) return ['the past day'];
    if (days === 7) return ['the past week'];
    if (days >= 1 && Number.isInteger(days)) return [`the past ${inWords(days)} days`];
    return [facts.isFirst ? 'the time since I hatched' : 'the time since my last letter'];
  },
  deed: (sent) => {
    const counts = ACTIONS.map((action) => done(sent, action));
    return [DEEDS[ACTIONS[counts.indexOf(Math.max(...counts))] ?? 'feed']];
  },
  part: (sent) => [PARTS[partsOf(sent).indexOf(Math.max(...partsOf(sent)))] ?? ''],
  count: (sent, passage) => [inWords(passage === 'keptMany' ? sent.facts.kept.length : meals(sent))],
  thing: ({ facts }, passage) =>
    passage === 'harmedBy' ? said(harmfulNames(facts)) : facts.kept.map(keepsakeNoun),
  loved: (sent) => said(loved(sent)),
  aim: ({ letter }) => (letter.ambition ? [AMBITION_WORDS.kinds[letter.ambition.kind].aim] : []),
  did: ({ letter }) => (letter.ambition ? [AMBITION_WORDS.kinds[letter.ambition.kind].did] : []),
  wish: ({ letter, facts }, passage) => {
    if (passage === 'letGo') return letter.page.letGo.map((kind) => OWN_WISHES[kind]);
    if (passage === 'openWish' || passage === 'lastWish') return letter.wish ? [OWN_WISHES[letter.wish]] : [];
    return facts.granted.map((kind) => OWN_WISHES[kind]);
  },
  other: (sent, passage) => {
    const { kept, granted } = sent.facts;
    if (passage === 'keptMany') return kept.map(keepsakeNoun);
    return passage === 'grantedMore' ? granted.map((kind) => OWN_WISHES[kind]) : said(loved(sent));
  },
};

const TIMES: Readonly<Record<string, (sent: Sent) => number>> = {
  visits: ({ facts }) => facts.visits,
  visited: ({ facts }) => facts.visits,
  nightVisits: nights,
  play: (sent) => done(sent, 'play'),
  clean: (sent) => done(sent, 'clean'),
  medicine: (sent) => done(sent, 'medicine'),
  lessons: (sent) => done(sent, 'discipline'),
  bed: (sent) => done(sent, 'sleep'),
  words: (sent) => done(sent, 'reflect'),
  overdue: (sent) => timed(sent, 'missed_window'),
  fedEarly: early,
  grantedMore: ({ facts }) => facts.granted.length,
  harmed: harm,
};

const PARTS = ['at night', 'in the morning', 'in the middle of the day', 'in the evening'] as const;
const DEEDS: Readonly<Record<Action, string>> = {
  feed: 'feed me',
  play: 'play with me',
  clean: 'make me clean',
  medicine: 'give me medicine',
  discipline: 'teach me manners',
  sleep: 'put me to bed',
  reflect: 'keep me company',
};

const said = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [name, `the ${name}`, name.replace(/^its /, 'my ')]);

export function checkClaims(sent: Sent) {
  const untrue: string[] = [];
  const told = new Set<string>();
  const { letter, text, writer } = sent;
  for (const [claim, words, check] of PHRASE_CLAIMS) if (words.test(text) && !check(sent)) untrue.push(claim);
  for (const [name, passage] of PASSAGES[letter.occasion]) {
    for (const line of linesOf(passage, writer)) {
      if (!text.includes(line.anchor) || !line.any.test(text)) continue;
      told.add(name);
      // All lines of a chosen passage could have been chosen, so the claims of each must hold.
      for (const { text: other, phrases } of linesOf(passage, writer))
        for (const [claim, , check] of phrases) if (!check(sent)) untrue.push(`${claim}: ${other}`);
      if (!PASSAGE_CLAIMS[name]?.(sent)) untrue.push(`${name}: ${line.text}`);
      if (!fill(line.text, (gap) => GAP_CLAIMS[gap]?.(sent, name)).test(text))
        untrue.push(`gap of ${name}: ${line.text}`);
      if (passage.fond && harm(sent) > 0) untrue.push(`fond of harm: ${line.text}`);
    }
  }
  const isHarmTold = ['harmed', 'harmedBy', 'poisoned'].some((name) => told.has(name));
  if (letter.occasion !== 'return' && harm(sent) > 0 && !isHarmTold) untrue.push('harm is left out');
  return { untrue, told };
}

function linesOf({ lines, ofSpecies }: NamedPassage[1], { species }: LetterWriter) {
  const texts = [lines.any, lines.young, lines[species.family], ofSpecies?.[species.slug]];
  return texts
    .flatMap((list) => list ?? [])
    .map((text) => {
      const known = claimLines.get(text) ?? readLine(text);
      claimLines.set(text, known);
      return known;
    });
}

const claimLines = new Map<string, ReturnType<typeof readLine>>();

/** The line with its longest part without gaps, and a pattern with any values in its gaps. */
function readLine(text: string) {
  const [anchor = ''] = text.split(/\{\w+\}/).toSorted((one, other) => other.length - one.length);
  const phrases = PHRASE_CLAIMS.filter(([, words]) => words.test(text));
  return { text, anchor, any: fill(text, () => undefined), phrases };
}

function fill(line: string, wordsOf: (gap: string) => readonly string[] | undefined): RegExp {
  const pieces = line.split(/\{(\w+)\}/).map((piece, nth) => {
    if (nth % 2 === 0) return RegExp.escape(piece);
    const words = wordsOf(piece)?.map((word) => RegExp.escape(word));
    return words ? `(?:${words.join('|')})` : '[^.?\\n]+?';
  });
  return new RegExp(pieces.join(''), 'i');
}
