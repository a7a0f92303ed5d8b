import { beforeAll, expect, test } from 'vitest';

import { HEART_KEEPERS, simulateHeart } from '../../sim/hearts.ts';
import type { LifeStory } from '../../sim/story.ts';
import { DAY, HOUR } from '../../src/core/engine/clock.ts';
import { KEEPSAKES, type KeepsakeRow } from '../../src/core/heart/keepsakes-table.ts';
import type { Letter } from '../../src/core/heart/letter.ts';
import { ACTIONS, type Action } from '../../src/core/vocabulary.ts';
import { formatOrdinal } from '../../src/voice/engine/numbers.ts';
import { writeLetter, type LetterWriter } from '../../src/voice/heart/letter.ts';
import { countOf, inWords, timesInWords } from '../../src/voice/heart/letters/count-words.ts';
import { keepsakeNoun } from '../../src/voice/heart/letters/keepsake-nouns.ts';
import { PASSAGES } from '../../src/voice/heart/letters/passages.ts';
import { OWN_WISHES } from '../../src/voice/heart/letters/wish-nouns.ts';
import { countsOf, lettersAndFacts, lettersIn, type LifeFacts } from './life-facts.ts';

const LIVES_PER_KEEPER = 12;
const DAYS = 60;
/** So many loved things are remembered from letter to letter. */
const REMEMBERED = 8;
const PATIENTLY = 300_000;

/** A letter beside the life it tells of. */
interface Sent {
  readonly letter: Letter;
  readonly facts: LifeFacts;
  readonly writer: LetterWriter;
}

let stories: readonly LifeStory[] = [];
let sent: readonly Sent[] = [];

beforeAll(() => {
  stories = HEART_KEEPERS.flatMap((keeper) =>
    Array.from(
      { length: LIVES_PER_KEEPER },
      (_, nth) => simulateHeart({ keeper, seed: 4_000 + nth, days: DAYS }).story,
    ),
  );
  sent = stories.flatMap((story) =>
    lettersAndFacts(story).map(([letter, facts]) => ({ letter, facts, writer: writerOf(story) })),
  );
}, PATIENTLY);

function writerOf({ creature, species, zone }: LifeStory): LetterWriter {
  return { name: creature.name, seed: creature.seed, species, zone };
}

type Claim = (one: Sent) => readonly [told: unknown, lived: unknown];

/** What a letter is made of, beside what the log of the life says. */
const CLAIMS: Readonly<Record<string, Claim>> = {
  'how often it was cared for, by what was done, by the hour and by the meal': ({
    letter: { page },
    facts,
    writer,
  }) => {
    const { actions, meals, hours } = page;
    return [{ actions, meals, hours }, countsOf(facts, writer.zone)];
  },
  'visits, and the longest time after which somebody came': ({ letter: { page }, facts }) => [
    [page.visits, page.longestWaitHours.toFixed(6)],
    [facts.visits, facts.longestWaitHours.toFixed(6)],
  ],
  'what it loved, as many as are remembered': ({ letter: { page }, facts: { loved } }) =>
    loved.length <= REMEMBERED
      ? [page.loved, loved]
      : [page.loved.filter((name) => !loved.includes(name)), []],
  'wishes that came true, in order': ({ letter: { page }, facts }) => [page.granted, facts.granted],
  'what it kept, in order': ({ letter: { page }, facts }) => [page.kept, facts.kept],
  'how old it is, how far it has grown, and its meals on time in a row': ({ letter, facts }) => [
    [letter.ageDays, letter.stage, letter.streak],
    [facts.ageDays, facts.stage, facts.streak],
  ],
};

test.each(Object.entries(CLAIMS))('a letter knows %s', (_, claim) => {
  expect(sent.length).toBeGreaterThan(500);
  for (const one of sent) {
    const [told, lived] = claim(one);
    expect(told, `${one.letter.occasion} ${one.letter.number}`).toEqual(lived);
  }
});

test('no wish is told of a second time: of all there were, each was granted, let go of, or is open', () => {
  for (const story of stories) {
    const letters = lettersIn(story.felt);
    const told = letters.flatMap(({ page }) => [...page.granted, ...page.letGo]);
    expect(told.length).toBeLessThanOrEqual(story.creature.heart?.wish.number ?? 0);
  }
});

test('the number of a letter is its place among the letters of its life', () => {
  for (const story of stories)
    expect(lettersIn(story.felt).map(({ number }) => number)).toEqual(
      lettersIn(story.felt).map((_, nth) => nth + 1),
    );
});

test('letters read like different lives: what is said in more than one of a hundred is little of all that is said', () => {
  const letters = sent.map(({ letter, writer }) => sentencesOf(writeLetter(letter, writer).text));
  const counts = new Map<string, number>();
  for (const sentence of letters.flatMap((text) => [...new Set(text)]))
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  const often = [...counts.values()].filter((count) => count > sent.length / 100);
  expect(sum(often) / sum([...counts.values()])).toBeLessThan(0.15);
  expect(Math.max(...often)).toBeLessThan(sent.length / 40);
});

function sentencesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => line.split(/(?<=[.?]) /))
    .filter((sentence) => sentence !== '');
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

test('whatever fills the gaps of a sentence is true of the life', () => {
  const untrue: unknown[] = [];
  let checked = 0;
  for (const one of sent) {
    const { text } = writeLetter(one.letter, one.writer);
    for (const [passage, line] of linesFor(one)) {
      if (!patternOf(line).test(text)) continue;
      checked += 1;
      if (!truePattern(passage, line, one).test(text)) untrue.push({ passage, line, text });
    }
  }
  expect(untrue.slice(0, 5)).toEqual([]);
  expect(checked).toBeGreaterThan(2 * sent.length);
});

/** Every line with gaps that the letter might have said. */
function linesFor({ letter, writer }: Sent): readonly (readonly [passage: string, line: string])[] {
  return PASSAGES[letter.occasion].flatMap(([passage, { lines }]) =>
    [lines.any, lines.young ?? [], lines[writer.species.family] ?? []]
      .flat()
      .filter((line) => line.includes('{'))
      .map((line) => [passage, line] as const),
  );
}

const patterns = new Map<string, RegExp>();

/** The line, whatever is in its gaps. */
function patternOf(line: string): RegExp {
  const pattern = patterns.get(line) ?? fill(line, () => undefined);
  patterns.set(line, pattern);
  return pattern;
}

/** The line with nothing in its gaps but what is true. */
function truePattern(passage: string, line: string, one: Sent): RegExp {
  return fill(line, (gap) => truthsOf(passage, gap, one));
}

function fill(line: string, wordsOf: (gap: string) => readonly string[] | undefined): RegExp {
  const pieces = line.split(/\{(\w+)\}/).map((piece, nth) => {
    if (nth % 2 === 0) return RegExp.escape(piece);
    const words = wordsOf(piece)?.map((word) => RegExp.escape(word));
    return words ? `(?:${words.join('|')})` : '[^.?\\n]+?';
  });
  return new RegExp(pieces.join(''), 'i');
}

/** What may stand in a gap, by the log; nothing where it is no fact of the log. */
function truthsOf(passage: string, gap: string, { letter, facts }: Sent): readonly string[] | undefined {
  const { acts } = facts;
  const count = (action: Action) => acts.filter((act) => act.action === action).length;
  const meals = acts.filter(({ timing }) => timing !== undefined);
  const timed = (...timings: readonly string[]) =>
    meals.filter(({ timing }) => timing !== undefined && timings.includes(timing)).length;
  const late = timed('late', 'missed_window');
  const nights = letter.page.hours.night;
  const TIMES: Readonly<Record<string, number>> = {
    visits: facts.visits,
    visited: facts.visits,
    nightVisits: nights,
    play: count('play'),
    clean: count('clean'),
    medicine: count('medicine'),
    lessons: count('discipline'),
    bed: count('sleep'),
    words: count('reflect'),
    overdue: timed('missed_window'),
    fedEarly: timed('early'),
    grantedMore: facts.granted.length,
  };
  switch (gap) {
    case 'times':
    case 'fed':
      return [timesInWords(gap === 'fed' ? meals.length : (TIMES[passage] ?? -1))];
    case 'visits':
      return [countOf(facts.visits, 'visit')];
    case 'meals':
      return [countOf(meals.length, 'meal')];
    case 'late':
      return [inWords(late)];
    case 'hours':
      return [countOf(hoursSaid(passage, facts.longestWaitHours), 'hour')];
    case 'streak':
      return [inWords(facts.streak)];
    case 'days':
      return passage === 'anniversary' ? anniversaries(facts) : [countOf(facts.ageDays, 'day')];
    case 'nth':
      return [formatOrdinal(letter.number)];
    case 'span':
      return [spanSaid(letter)];
    case 'deed':
      return [DEEDS[mostOften(acts.map(({ action }) => action))]];
    case 'count':
      return [inWords(passage === 'keptMany' ? facts.kept.length : meals.length)];
    case 'thing':
      return facts.kept.map(keepsakeNoun);
    case 'loved':
      return lovedSaid(facts);
    case 'wish':
      return wishSaid(passage, letter, facts);
    case 'other':
      if (passage === 'keptMany') return facts.kept.map(keepsakeNoun);
      return passage === 'grantedMore' ? facts.granted.map((kind) => OWN_WISHES[kind]) : lovedSaid(facts);
    default:
      return undefined;
  }
}

function hoursSaid(passage: string, hours: number): number {
  return passage === 'shortWaits' ? Math.ceil(hours) : Math.round(hours);
}

function wishSaid(passage: string, { wish, page }: Letter, facts: LifeFacts): readonly string[] {
  if (passage === 'letGo') return page.letGo.map((kind) => OWN_WISHES[kind]);
  if (passage === 'openWish' || passage === 'lastWish') return wish ? [OWN_WISHES[wish]] : [];
  return facts.granted.map((kind) => OWN_WISHES[kind]);
}

function lovedSaid({ loved }: LifeFacts): readonly string[] {
  return loved.flatMap((name) => [name, `the ${name}`, name.replace(/^its /, 'my ')]);
}

function anniversaries({ kept }: LifeFacts): readonly string[] {
  return kept.flatMap((kind) => {
    const { days }: KeepsakeRow = KEEPSAKES[kind];
    return days === undefined ? [] : [inWords(days)];
  });
}

function spanSaid({ at, page }: Letter): string {
  const hours = (at - page.from) / HOUR;
  if (hours < 20) return 'the past few hours';
  if (hours < 36) return 'the past day';
  const days = Math.round((at - page.from) / DAY);
  return days === 7 ? 'the past week' : `the past ${inWords(days)} days`;
}

function mostOften(done: readonly Action[]): Action {
  const counts = ACTIONS.map((action) => done.filter((each) => each === action).length);
  return ACTIONS[counts.indexOf(Math.max(...counts))] ?? 'feed';
}

const DEEDS: Readonly<Record<Action, string>> = {
  feed: 'feed me',
  play: 'play with me',
  clean: 'make me clean',
  medicine: 'give me medicine',
  discipline: 'teach me manners',
  sleep: 'put me to bed',
  reflect: 'keep me company',
};
