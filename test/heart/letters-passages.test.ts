import { expect, test } from 'vitest';

import type { Letter } from '../../src/rules/heart/heart.ts';
import { KEEPSAKES, type KeepsakeRow } from '../../src/rules/heart/keepsakes-table.ts';
import { MANNER_KINDS } from '../../src/rules/heart/manner.ts';
import { APPROVED_ITEMS, CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import * as frames from '../../src/text/heart/letter.ts';
import * as passages from '../../src/text/heart/passages.ts';
import type { LetterLines, NamedPassage } from '../../src/text/heart/passages.ts';
import type { Lines, TemplateWords } from '../../src/text/pick-line.ts';
import { sampleInts, seededInts } from '../support/seeded.ts';
import { anyLetter, anyWriter } from './letter-facts.ts';

const { PASSAGES } = passages;

const meals = ({ page }: Letter) => Object.values(page.meals).reduce((sum, count) => sum + count, 0);
const late = ({ page }: Letter) => page.meals.late + page.meals.missed_window;
const isOverdue = ({ waiting }: Letter) => waiting?.feeding === 'overdue' || waiting?.feeding === 'critical';

/** When a passage is true; test/laws/letters.test.ts checks all that occur in simulated lives. */
const RARE_TRUTHS: Readonly<Record<string, (letter: Letter) => boolean>> = {
  noWishLeft: ({ wish }) => wish === undefined,
  rescued: ({ page }) => page.kept.some((kind) => (KEEPSAKES[kind] as KeepsakeRow).survived === 'rescue'),
  onlyLetter: ({ number }) => number === 1,
  youth: ({ stage }) => stage === 'teen',
  grown: ({ stage }) => stage === 'adult',
  punctual: (letter) =>
    meals(letter) > 1 && late(letter) === 0 && letter.waiting !== undefined && !isOverdue(letter),
  again: ({ page }) => !page.kept.includes('warm_ember'),
};

const NAMED = Object.values(PASSAGES).flat();
const ALL: readonly NamedPassage[] = [...new Map(NAMED.map((each) => [each[1], each])).values()];

test('every passage is used, and a rare one only if it is true', () => {
  // Those of every run have each passage.
  const [same, any] = [sampleInts(), seededInts()];
  const unused = new Set(ALL.map(([, passage]) => passage));
  const untrue: unknown[] = [];
  for (let nth = 0; nth < 7_000; nth += 1) {
    const letter = anyLetter(nth < 5_000 ? same : any);
    for (const [name, passage] of toldIn(letter)) {
      unused.delete(passage);
      if (RARE_TRUTHS[name]?.(letter) === false) untrue.push([name, letter]);
    }
  }
  expect(untrue.slice(0, 3)).toEqual([]);
  expect(ALL.filter(([, passage]) => unused.has(passage)).map(([name]) => name)).toEqual([]);
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

const toldIn = (letter: Letter): readonly NamedPassage[] =>
  PASSAGES[letter.occasion].filter(([, { holds }]) => holds(letter));

const gapsIn = (lines: readonly string[]): Set<string> =>
  new Set(lines.flatMap((line) => [...line.matchAll(/\{(\w+)\}/g)].map(([, gap = '']) => gap)));

const allLines = (lines: LetterLines): string[] => Object.values<Lines>({ ...lines }).flat();

test('the lines of letters are sentences, each there once, without digits, weather or other animals', () => {
  const lines = ALL.flatMap(([, passage]) => [
    allLines(passage.lines),
    ...Object.values(passage.ofSpecies ?? {}),
  ]).flat();
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
  const own = FAMILIES.map((family) => lines[family]?.length ?? 0);
  return [lines.any, lines.young ?? lines.any].flatMap(({ length }) => own.map((more) => length + more));
}

const OFTEN: ReadonlySet<string> = new Set([
  ...'visits nobody longWait mealsInTime someLate streak loved lovedSeveral play words granted'.split(' '),
  ...'grantedMore letGo openWish kept age number musing manner becameChild becameTeen becameAdult'.split(' '),
]);

test('every family and age has its own greetings and closings', () => {
  const { CLOSINGS, GREETINGS, OTHER_CLOSINGS, OTHER_GREETINGS, YOUNG_GREETINGS } = frames;
  for (const family of FAMILIES) {
    expect(GREETINGS[family].length).toBeGreaterThanOrEqual(8);
    for (const closings of Object.values(CLOSINGS[family])) expect(closings.length).toBeGreaterThanOrEqual(5);
  }
  const lines = textsIn([GREETINGS, YOUNG_GREETINGS, CLOSINGS]);
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
  for (const others of Object.values({ ...OTHER_GREETINGS, ...OTHER_CLOSINGS }))
    expect(new Set(others).size).toBe(others.length);
});

function textsIn(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree];
  return Object.values(tree as object).flatMap(textsIn);
}

test('every built-in species has its own musings, and no other species has', () => {
  expect(new Set(Object.keys(passages.SPECIES_MUSINGS))).toEqual(new Set(CATALOG.map(({ slug }) => slug)));
});

test('every manner has its own lines', () => {
  const letter = anyLetter(seededInts(), 'adult');
  const said = MANNER_KINDS.flatMap((manner) =>
    [1, 2].map((number) => passages.mannerWords({ ...letter, manner, number })['habit']),
  );
  expect(new Set(said).size).toBe(2 * MANNER_KINDS.length);
  expect(said.filter((habit) => habit === undefined || /[.{}]/.test(habit))).toEqual([]);
});

test('every approved item fits into a sentence as a loved thing, or is left out', () => {
  const letter = anyLetter(seededInts(), 'week');
  const said = [...APPROVED_ITEMS].flatMap((name) =>
    passages.lovedThings({ ...letter, page: { ...letter.page, loved: [name] } }),
  );
  expect(said.length).toBeGreaterThan(0.95 * APPROVED_ITEMS.size);
  expect(said.filter((thing) => /^the (?:a|an|its|the|under|inside|close|clap) /.test(thing))).toEqual([]);
  const some =
    'the tuna, the string, singing, my own tail, a little water, ringing a bell, the climbing rope';
  expect(said).toEqual(expect.arrayContaining(some.split(', ')));
  expect(said).not.toContain('the clap hands');
});

test('small numbers are written as words', () => {
  expect([1, 2, 12, 13].map(passages.inWords)).toEqual(['one', 'two', 'twelve', '13']);
  expect([1, 2, 3, 14].map(passages.timesInWords)).toEqual(['once', 'twice', 'three times', '14 times']);
  expect([1, 2].map((count) => passages.countOf(count, 'visit'))).toEqual(['one visit', 'two visits']);
});
