import { expect, test } from 'vitest';

import type { Letter } from '../../src/rules/heart/heart.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { LETTER_OCCASIONS } from '../../src/rules/vocabulary.ts';
import { writeLetter, type LetterWriter, type WrittenLetter } from '../../src/text/heart/letter.ts';
import { sampleInts, seededInts } from '../support/seeded.ts';
import { anyLetter, anyOf, anyWriter } from './letter-facts.ts';
import { lettersOf } from './letter-lives.ts';

const [same, any] = [sampleInts(), seededInts()];
const send = (letter: Letter, writer: LetterWriter) => {
  return { letter, writer, written: writeLetter(letter, writer) };
};
// The first half is the same in every run: bounds on samples need not hold for every seed.
const madeUp = Array.from({ length: 2_000 }, (_, nth) => {
  const ints = nth < 1_000 ? same : any;
  return send(anyLetter(ints), anyWriter(ints));
});
const lived = Array.from({ length: 32 }, (_, nth) => {
  const ints = nth < 16 ? same : any;
  const life = { species: anyOf(CATALOG, ints), seed: ints(0, 2 ** 31), zone: 'Europe/Berlin', days: 60 };
  const ways = { everyHours: ints(2, 7), listens: ints(0, 10) / 10, dotes: ints(0, 12) / 10 };
  const { writer, letters } = lettersOf({ ...life, ...ways, forgets: nth % 4 === 0 ? 0.03 : 0 });
  return letters.map((letter) => send(letter, writer));
});

test('every letter has 60 to 140 words, whole sentences and one signature', () => {
  for (const { letter, writer, written } of [...madeUp, ...lived.flat()]) {
    const words = written.text.split(/\s+/).length;
    expect([words >= 60, words <= 140], written.text).toEqual([true, true]);
    const names = [...letter.page.loved, ...(letter.page.harm?.things ?? [])];
    const text = names.reduce((rest, name) => rest.replaceAll(name, 'it'), written.text);
    expect(text).not.toMatch(/[{}!]|undefined|NaN| {2}| [.,;:]|\.\.|\n{3}/);
    expect(written.subject).toMatch(/^[A-Z\d][^{}\n.!]{2,}$/);
    expect(written.text.split('\n').at(-1)).toContain(writer.name);
  }
  for (const { writer, written } of madeUp)
    expect(written.text.split('\n').slice(0, -2).join('\n')).not.toMatch(new RegExp(`\\b${writer.name}\\b`));
  for (const { letter, writer, written } of madeUp.slice(0, 100))
    expect(writeLetter(structuredClone(letter), { ...writer })).toEqual(written);
});

test('the made-up and the simulated letters cover every occasion', () => {
  for (const letters of [madeUp, lived.flat()])
    expect(new Set(letters.map(({ letter }) => letter.occasion))).toEqual(new Set(LETTER_OCCASIONS));
});

test('no two letters of one creature are the same', () => {
  for (const letters of lived)
    expect(new Set(letters.map(({ written }) => written.text)).size).toBe(letters.length);
});

test('few sentences of the last four letters are repeated', () => {
  for (const letters of lived.slice(0, 16)) {
    const texts = letters.map(({ written }) => sentencesOf(written).slice(1, -1));
    const again = texts.map((text, nth) => {
      const lately = new Set(texts.slice(Math.max(0, nth - 4), nth).flat());
      return text.filter((sentence) => lately.has(sentence)).length;
    });
    expect(again.reduce((sum, count) => sum + count, 0) / texts.flat().length).toBeLessThan(0.08);
  }
});

test('letters of identical weeks do not repeat each other', () => {
  const writer = anyWriter(same);
  const week = anyLetter(same, 'week');
  const texts = Array.from({ length: 50 }, (_, nth) =>
    sentencesOf(writeLetter({ ...week, number: nth + 2 }, writer)),
  );
  for (const [nth, sentences] of texts.entries())
    expect(sharedOf(sentences, texts[nth + 1] ?? [])).toBeLessThan(0.5);
});

test('a thousand letters of different creatures share few sentences, and few pairs most of them', () => {
  const texts = madeUp.slice(0, 1_000).map(({ written }) => sentencesOf(written));
  const counts = new Map<string, number>();
  for (const sentence of texts.flatMap((text) => [...new Set(text)]))
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  const [[sentence, most] = ['', 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  expect(most, sentence).toBeLessThanOrEqual(60);
  let alike = 0;
  for (const [nth, one] of texts.entries())
    for (const other of texts.slice(nth + 1)) if (sharedOf(one, other) > 0.6) alike += 1;
  expect(alike / ((texts.length * (texts.length - 1)) / 2)).toBeLessThan(1 / 1_000);
});

function sentencesOf({ text }: WrittenLetter): readonly string[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => line.split(/(?<=[.?]) /)).filter((sentence) => sentence !== '');
}

/** The share of the shorter letter that is in the other. */
function sharedOf(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((sentence) => other.includes(sentence)).length;
  return shared / Math.max(1, Math.min(one.length, other.length));
}
