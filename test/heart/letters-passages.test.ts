import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { KEEPSAKES, type KeepsakeRow } from '../../src/rules/heart/keepsakes-table.ts';
import type { Letter } from '../../src/rules/heart/letter.ts';
import { MANNER_KINDS } from '../../src/rules/heart/manner.ts';
import { APPROVED_ITEMS, CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import type { Lines, TemplateWords } from '../../src/text/pick-line.ts';
import {
  CLOSINGS,
  OTHER_CLOSINGS,
  GREETINGS,
  OTHER_GREETINGS,
  YOUNG_GREETINGS,
} from '../../src/text/heart/letter.ts';
import {
  countOf,
  inWords,
  lovedThings,
  mannerWords,
  timesInWords,
} from '../../src/text/heart/letter-words.ts';
import type { LetterLines } from '../../src/text/heart/letter-facts.ts';
import { PASSAGES, type NamedPassage, SPECIES_MUSINGS } from '../../src/text/heart/passages.ts';
import { seededInts } from '../support/seeded.ts';
import { anyLetter, anyWriter } from './letter-facts.ts';

type Fact = (letter: Letter) => boolean;

const always: Fact = () => true;
const meals = ({ page }: Letter) => sum(Object.values(page.meals));
const late = ({ page }: Letter) => page.meals.late + page.meals.missed_window;
const acts = ({ page }: Letter) => sum(Object.values(page.actions));
const hours = ({ at, page }: Letter) => (at - page.from) / HOUR;
const isOverdue = ({ waiting }: Letter) => waiting?.feeding === 'overdue' || waiting?.feeding === 'critical';
const row = (kind: keyof typeof KEEPSAKES): KeepsakeRow => KEEPSAKES[kind];

/** When a passage is true, stated again independently of its definition. */
const TRUTHS: Readonly<Record<string, Fact>> = {
  becameChild: ({ occasion }) => occasion === 'child',
  becameTeen: ({ occasion }) => occasion === 'teen',
  becameAdult: ({ occasion, manner }) => occasion === 'adult' && manner !== undefined,
  mannerShows: ({ manner }) => manner !== undefined,
  visits: ({ page }) => page.visits > 1,
  oneVisit: ({ page }) => page.visits === 1,
  nobody: (letter) => letter.page.visits === 0 && acts(letter) === 0,
  longWait: ({ page }) => page.visits > 0 && page.longestWaitHours > 11,
  shortWaits: ({ page }) => page.visits > 1 && page.longestWaitHours <= 8,
  usualPart: ({ page }) => Object.values(page.hours).some((count, _, all) => 2 * count > sum(all)),
  allHours: ({ page }) => Object.values(page.hours).every((count) => count > 0),
  nightVisits: ({ page }) => page.hours.night > 1,
  mealsInTime: (letter) =>
    meals(letter) > 1 && late(letter) === 0 && letter.page.meals.early === 0 && !isOverdue(letter),
  noneLate: (letter) => letter.page.meals.early > 0 && late(letter) === 0 && !isOverdue(letter),
  someLate: (letter) => late(letter) > 0 && late(letter) < meals(letter),
  allLate: (letter) => late(letter) > 1 && late(letter) === meals(letter),
  oneMeal: (letter) => meals(letter) === 1,
  overdue: ({ page }) => page.meals.missed_window > 0,
  unfed: (letter) => meals(letter) === 0 && hours(letter) >= 12 && letter.waiting?.everFed !== false,
  neverFed: ({ waiting }) => waiting?.everFed === false,
  fedEarly: ({ page }) => page.meals.early > 1,
  streak: ({ streak }) => streak > 1,
  loved: ({ page }) => page.loved.length > 0,
  lovedSeveral: ({ page }) => page.loved.length > 1,
  harmed: ({ page }) => (page.harm?.times ?? 0) > 0,
  harmedBy: ({ page }) => (page.harm?.things.length ?? 0) > 0,
  play: ({ page }) => page.actions.play > 0,
  noPlay: ({ page }) => page.actions.play === 0,
  clean: ({ page }) => page.actions.clean > 0,
  medicine: ({ page }) => page.actions.medicine > 0,
  lessons: ({ page }) => page.actions.discipline > 0,
  bed: ({ page }) => page.actions.sleep > 0,
  words: ({ page }) => page.actions.reflect > 0,
  noWords: ({ page }) => page.actions.reflect === 0,
  allKinds: ({ page }) => Object.values(page.actions).every((count) => count > 0),
  mostDone: ({ page }) => Object.values(page.actions).filter((count) => count > 0).length > 1,
  onlyFed: (letter) => letter.page.actions.feed === acts(letter) && acts(letter) > 1,
  granted: ({ page }) => page.granted.length > 0,
  grantedMore: ({ page }) => page.granted.length > 1,
  letGo: ({ page }) => page.letGo.length > 0,
  openWish: ({ wish }) => wish !== undefined,
  noWishLeft: ({ wish }) => wish === undefined,
  kept: ({ page }) => page.kept.length > 0,
  keptMany: ({ page }) => page.kept.length > 2,
  nearlyLost: ({ page }) => page.kept.some((kind) => row(kind).survived === 'critical'),
  rescued: ({ page }) => page.kept.some((kind) => row(kind).survived === 'rescue'),
  lateLamp: ({ page }) => page.kept.some((kind) => row(kind).survived === 'long_wait'),
  anniversary: ({ page }) => page.kept.some((kind) => row(kind).days !== undefined),
  age: ({ ageDays }) => ageDays > 0,
  number: ({ number }) => number > 1,
  onlyLetter: ({ number }) => number === 1,
  firstLetter: ({ number }) => number === 1,
  hour: always,
  childhood: ({ stage }) => stage === 'baby' || stage === 'child',
  youth: ({ stage }) => stage === 'teen',
  manner: ({ manner }) => manner !== undefined,
  grown: ({ stage }) => stage === 'adult',
  musing: always,
  // Last letters.
  goodbye: ({ occasion }) => occasion === 'death',
  visited: ({ page }) => page.visits > 0,
  alone: ({ page }) => page.visits === 0,
  missedMeals: (letter) => late(letter) > 0 && late(letter) < meals(letter),
  lateMeals: (letter) => late(letter) > 0 && late(letter) === meals(letter),
  punctual: (letter) =>
    meals(letter) > 1 && late(letter) === 0 && letter.waiting !== undefined && !isOverdue(letter),
  plainGoodbye: ({ page }) => (page.harm?.times ?? 0) > 0,
  starved: ({ cause }) => cause === 'hunger',
  neglected: ({ cause }) => cause === 'neglect',
  poisoned: ({ cause }) => cause === 'harm',
  oneDay: ({ ageDays }) => ageDays === 1,
  waited: ({ page }) => page.longestWaitHours > 11,
  lastWish: ({ wish }) => wish !== undefined,
  noBlame: ({ occasion }) => occasion === 'death',
  // Letters after a resurrection.
  back: ({ occasion }) => occasion === 'return',
  away: ({ occasion }) => occasion === 'return',
  now: ({ occasion }) => occasion === 'return',
  ember: ({ page }) => page.kept.includes('warm_ember'),
  again: ({ page }) => !page.kept.includes('warm_ember'),
  who: ({ manner }) => manner !== undefined,
  thanks: ({ occasion }) => occasion === 'return',
};

/** Passages of a farewell whose name has a wider meaning in other letters. */
const LAST_TRUTHS: Readonly<Record<string, Fact>> = {
  words: ({ page }) => page.actions.reflect > 0 || page.actions.play > 0,
};

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

const ALL: readonly NamedPassage[] = [
  ...new Map(
    Object.values(PASSAGES).flatMap((named) => named.map((each) => [each[1], each] as const)),
  ).values(),
];

test('a passage is used only if it is true, and each is used', () => {
  const ints = seededInts();
  const waiting = new Set(ALL.map(([, passage]) => passage));
  const untrue: unknown[] = [];
  for (let nth = 0; nth < 6_000; nth += 1) {
    const letter = anyLetter(ints);
    for (const [name, passage] of toldIn(letter)) {
      waiting.delete(passage);
      const truth = (letter.occasion === 'death' ? LAST_TRUTHS[name] : undefined) ?? TRUTHS[name];
      if (!truth?.(letter)) untrue.push([name, letter]);
    }
  }
  expect(untrue.slice(0, 3)).toEqual([]);
  expect(ALL.filter(([, passage]) => waiting.has(passage)).map(([name]) => name)).toEqual([]);
});

test('every gap of a line is filled if its passage is used', () => {
  const ints = seededInts();
  const writer = anyWriter(ints);
  const gaps = new Map(
    ALL.map(([, passage]) => [passage, gapsIn([...(passage.titles ?? []), ...allLines(passage.lines)])]),
  );
  const open = new Set<string>();
  for (let nth = 0; nth < 2_000; nth += 1) {
    const letter = anyLetter(ints);
    for (const [name, passage] of toldIn(letter)) {
      const filled: TemplateWords = { bowl: 'bowl', span: 'day', ...passage.words?.(letter, writer) };
      for (const gap of gaps.get(passage) ?? []) if (!filled[gap]) open.add(`${name}: ${gap}`);
    }
  }
  expect([...open]).toEqual([]);
});

function toldIn(letter: Letter): readonly NamedPassage[] {
  return PASSAGES[letter.occasion].filter(([, { holds }]) => holds(letter));
}

function gapsIn(lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => [...line.matchAll(/\{(\w+)\}/g)].map(([, gap = '']) => gap)));
}

function allLines(lines: LetterLines): string[] {
  return Object.values<Lines>({ ...lines }).flat();
}

test('the lines of letters are sentences, each there once, without digits, weather or other animals', () => {
  const lines = ALL.flatMap(([, { lines: own, ofSpecies = {} }]) => [
    ...allLines(own),
    ...Object.values(ofSpecies).flat(),
  ]);
  const number = /\d|\b(?:twice|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred)\b/i;
  const others = /\b(?:rain|snow|storm|sunny|neighbour|another (?:cat|dog))/i;
  const seen = new Set<string>();
  const wrong = lines.filter((line) => {
    const isRepeated = seen.has(line);
    seen.add(line);
    const isSentence = /^(?:[A-Z]|\{).*[.?]$/.test(line) && !/!|\s\s|\p{Emoji_Presentation}/u.test(line);
    // With at most 34 words, three lines and any frame make a letter.
    return isRepeated || !isSentence || number.test(line) || others.test(line) || line.split(' ').length > 34;
  });
  expect(wrong).toEqual([]);
});

test('frequent passages have at least eight lines, all others four', () => {
  const often = PASSAGES.week.filter(([name]) => OFTEN.has(name));
  expect(often).toHaveLength(OFTEN.size);
  for (const [name, { lines }] of often)
    for (const count of waysOf(lines)) expect(count, name).toBeGreaterThanOrEqual(8);
  for (const [name, { lines }] of ALL)
    for (const count of waysOf(lines)) expect(count, name).toBeGreaterThanOrEqual(4);
});

/** Number of lines to choose from, by family, for adults and young. */
function waysOf(lines: LetterLines): number[] {
  const { any, young = any } = lines;
  return FAMILIES.flatMap((family) =>
    [any, young].map(({ length }) => length + (lines[family]?.length ?? 0)),
  );
}

const OFTEN: ReadonlySet<string> = new Set(
  (
    'visits nobody longWait mealsInTime someLate streak loved lovedSeveral play words granted grantedMore letGo ' +
    'openWish kept age number musing manner becameChild becameTeen becameAdult'
  ).split(' '),
);

test('every family and age has its own greetings and closings', () => {
  for (const family of FAMILIES) {
    expect(GREETINGS[family].length).toBeGreaterThanOrEqual(8);
    for (const closings of Object.values(CLOSINGS[family])) expect(closings.length).toBeGreaterThanOrEqual(5);
  }
  const frames = [GREETINGS, YOUNG_GREETINGS, CLOSINGS].flatMap((table) => textsIn(table));
  expect(frames.filter((line, at) => frames.indexOf(line) !== at)).toEqual([]);
  for (const lines of Object.values({ ...OTHER_GREETINGS, ...OTHER_CLOSINGS }))
    expect(new Set(lines).size).toBe(lines.length);
});

function textsIn(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree];
  return Object.values(tree as object).flatMap(textsIn);
}

test('every built-in species has its own musings, and no other species has', () => {
  const slugs = CATALOG.map(({ slug }) => slug);
  expect(Object.keys(SPECIES_MUSINGS).toSorted()).toEqual(slugs.toSorted());
});

test('every manner has its own lines', () => {
  const ints = seededInts();
  const letter = anyLetter(ints, 'adult');
  const said = MANNER_KINDS.flatMap((manner) =>
    [1, 2].map((number) => mannerWords({ ...letter, manner, number })['habit']),
  );
  expect(new Set(said).size).toBe(2 * MANNER_KINDS.length);
  expect(said.filter((habit) => habit === undefined || /[.{}]/.test(habit))).toEqual([]);
});

test('every approved item fits into a sentence as a loved thing, or is left out', () => {
  const letter = anyLetter(seededInts(), 'week');
  const said = [...APPROVED_ITEMS].flatMap((name) =>
    lovedThings({ ...letter, page: { ...letter.page, loved: [name] } }),
  );
  expect(said.length).toBeGreaterThan(0.95 * APPROVED_ITEMS.size);
  expect(said.filter((thing) => /^the (?:a|an|its|the|under|inside|close|clap) /.test(thing))).toEqual([]);
  expect(said).toEqual(
    expect.arrayContaining(['the tuna', 'the string', 'singing', 'my own tail', 'a little water']),
  );
  expect(said).toEqual(expect.arrayContaining(['ringing a bell', 'the climbing rope']));
  expect(said).not.toContain('the clap hands');
});

test('small numbers are written as words', () => {
  expect([1, 2, 12, 13].map(inWords)).toEqual(['one', 'two', 'twelve', '13']);
  expect([1, 2, 3, 14].map(timesInWords)).toEqual(['once', 'twice', 'three times', '14 times']);
  expect([1, 2].map((count) => countOf(count, 'visit'))).toEqual(['one visit', 'two visits']);
});
