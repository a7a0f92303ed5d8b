import { expect, test } from 'vitest';

import { DAY, MINUTE } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { sentencesOf, writeLetter } from '../../src/text/heart/letter.ts';
import { PASSAGES } from '../../src/text/heart/passages.ts';
import { checkClaims, PASSAGE_CLAIMS } from '../heart/letter-claims.ts';
import { anyOf, type Ints } from '../heart/letter-facts.ts';
import { lettersOf } from '../heart/letter-lives.ts';
import { lettersAndFacts } from '../heart/life-facts.ts';
import { sampleInts, seededInts } from '../support/seeded.ts';

/** Number of lives: LAW_RUNS from 120 to 2,000. The first sixty are the same in every run and have the rare passages. */
const ASKED = Number(process.env['LAW_RUNS'] ?? (process.env['TEST_LONG'] ? 200 : 120));
const LIVES = Math.min(2_000, Math.max(120, ASKED));
const SAME_LIVES = 60;
const PATIENTLY = 60_000 + LIVES * 300;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;

/** A life with a good keeper, or one that visits rarely, overfeeds, harms, never feeds or leaves. */
function anyLife(ints: Ints, startsAfter = ints(0, 7 * 24 * 60) * MINUTE, species = anyOf(CATALOG, ints)) {
  const usual = {
    species,
    seed: ints(0, 2 ** 31),
    zone: anyOf(ZONES, ints),
    days: ints(2, 24),
    listens: ints(0, 10) / 10,
    dotes: ints(0, 12) / 10,
    plainMeals: anyOf([0, 0.5], ints),
    startsAfter,
  };
  const often = Math.max(1, species.feedingWindowHours / 4);
  if (ints(0, 2) === 0) return lettersOf({ ...usual, everyHours: often, forgets: 0 });
  const leaves = ints(0, 3) === 0;
  return lettersOf({
    ...usual,
    everyHours: anyOf([often, 2 * often, ints(1, 10)], ints),
    forgets: anyOf([0, 0, 0.03, 0.2], ints),
    harms: anyOf([0, 0, 0.02, 0.2], ints),
    overfeeds: anyOf([0, 0.1, 0.7], ints),
    starves: ints(0, 10) === 0,
    ...(leaves && { leavesAfterDays: ints(0, 12) }),
  });
}

test('every passage of letters has a claim to check', () => {
  const names = Object.values(PASSAGES).flatMap((named) => named.map(([name]) => name));
  expect(names.filter((name) => !(name in PASSAGE_CLAIMS))).toEqual([]);
});

test('every claim of every letter is true of the log of its time', { timeout: PATIENTLY }, () => {
  const [same, any] = [sampleInts(), seededInts()];
  const told = new Map<string, number>();
  const untrue: unknown[] = [];
  let letters = 0;
  for (let nth = 0; nth < LIVES; nth += 1) {
    const { writer, log } = anyLife(nth < SAME_LIVES ? same : any);
    for (const [letter, facts] of lettersAndFacts(log)) {
      const { text } = writeLetter(letter, writer);
      const checked = checkClaims({ letter, facts, writer, text });
      letters += 1;
      for (const name of checked.told) told.set(name, (told.get(name) ?? 0) + 1);
      if (checked.untrue.length > 0) untrue.push({ life: nth, untrue: checked.untrue, text });
    }
  }
  const claims = [...told.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${LIVES} lives, ${letters} letters, ${claims} passages checked, ${untrue.length} untrue`);
  expect(untrue.slice(0, 3)).toEqual([]);
  expect(claims).toBeGreaterThan(3 * letters);
  const important = ['noneLate', 'someLate', 'harmed', 'starved', 'neverFed', 'loved'];
  expect(important.filter((name) => !told.has(name))).toEqual([]);
});

test('no sentence is in two letters of one household on one day', { timeout: PATIENTLY }, () => {
  const ints = seededInts();
  for (let nth = 0; nth < LIVES / 20; nth += 1) {
    const species = anyOf(CATALOG, ints);
    const household = Array.from({ length: ints(2, 7) }, () => anyLife(ints, 0, species));
    const written = household
      .flatMap(({ writer, letters }) => letters.map((letter) => ({ letter, writer })))
      .toSorted((one, other) => one.letter.at - other.letter.at);
    for (const day of Map.groupBy(written, ({ letter }) => Math.floor(letter.at / DAY)).values()) {
      const before = new Set<string>();
      // Without signatures.
      const sentences = day.flatMap(({ letter, writer }) => {
        const { text } = writeLetter(letter, writer, before);
        for (const sentence of sentencesOf(text)) before.add(sentence);
        return [...new Set(sentencesOf(text.replace(/\n.*$/, '')))];
      });
      expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
    }
  }
});
