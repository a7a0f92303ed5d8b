import { beforeAll, expect, test } from 'vitest';

import { HEART_KEEPERS, simulateHeart } from '../../tools/sim/hearts.ts';
import type { LifeStory } from '../../tools/sim/story.ts';
import type { Letter } from '../../src/rules/heart/letter.ts';
import { writeLetter, type LetterWriter } from '../../src/text/heart/letter.ts';
import { countsOf, lettersAndFacts, lettersIn, type LifeFacts } from './life-facts.ts';

const LIVES_PER_KEEPER = 12;
const DAYS = 60;
/** Number of loved items that are remembered between letters. */
const REMEMBERED = 8;
const PATIENTLY = 300_000;

/** A letter with the life it is about. */
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
    lettersAndFacts({ ...story, dead: [story.creature] }).map(([letter, facts]) => ({
      letter,
      facts,
      writer: writerOf(story),
    })),
  );
}, PATIENTLY);

function writerOf({ creature, species }: LifeStory): LetterWriter {
  return { name: creature.name, seed: creature.seed, species, zone: creature.zone };
}

type Claim = (one: Sent) => readonly [told: unknown, lived: unknown];

/** The facts of a letter, each next to the same fact from the log. */
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

test.each(Object.entries(CLAIMS))('a letter agrees with the log on %s', (_, claim) => {
  expect(sent.length).toBeGreaterThan(500);
  for (const one of sent) {
    const [told, lived] = claim(one);
    expect(told, `${one.letter.occasion} ${one.letter.number}`).toEqual(lived);
  }
});

test('no wish is told in two letters, and the number of a letter is its position in its life', () => {
  for (const { felt, creature } of stories) {
    const letters = lettersIn(felt);
    const told = letters.flatMap(({ page }) => [...page.granted, ...page.letGo]);
    expect(told.length).toBeLessThanOrEqual(creature.heart?.wish.number ?? 0);
    expect(letters.map(({ number }) => number)).toEqual(letters.map((_, nth) => nth + 1));
  }
});

test('sentences used in more than 1% of letters are less than 16% of all sentences', () => {
  const letters = sent.map(({ letter, writer }) => sentencesOf(writeLetter(letter, writer).text));
  const counts = new Map<string, number>();
  for (const sentence of letters.flatMap((text) => [...new Set(text)]))
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  const often = [...counts.values()].filter((count) => count > sent.length / 100);
  expect(sum(often) / sum([...counts.values()])).toBeLessThan(0.16);
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
