import { dice } from '../../../core/engine/dice.ts';
import type { Letter } from '../../../core/heart/letter.ts';
import { bodyOf, lineFamilyOf } from '../../../core/species/bodies.ts';
import { fittingLines } from '../../engine/fitting-lines.ts';
import { capitalize, nounsOf } from '../../engine/nouns.ts';
import {
  fillTemplate,
  pickLine,
  pickLineOf,
  type LinePick,
  type TemplateWords,
} from '../../engine/pick-line.ts';
import { isHarmed, spanOf } from './facts.ts';
import type { LetterWriter, Passage, PassagePlace } from './passage.ts';
import { PASSAGES, type NamedPassage } from './passages.ts';

/** So many words, greeting and signature included. */
const LETTER_WORDS = { least: 60, most: 140 } as const;
const WISHED_WORDS = { from: 74, to: 122 } as const;
const PASSAGE_COUNT = { least: 3, most: 6 } as const;

/** Something a letter tells, in the words it tells it in. */
export interface SaidPassage {
  readonly text: string;
  /** What the letter may be called after it. */
  readonly title: string | undefined;
  /** Where it stands in the letter, from the head down. */
  readonly rank: number;
}

/** The sentences of other letters that must not come again. */
export type SaidSentences = ReadonlySet<string>;

/** What it tells this time, the most remarkable first: one passage on each matter, as many as make a letter. */
export function composeLetter(
  letter: Letter,
  writer: LetterWriter,
  frameWords: number,
  before: SaidSentences,
): SaidPassage[] {
  const said = composeFresh(letter, writer, frameWords, before);
  const words = said.reduce((sum, { text }) => sum + countWords(text), frameWords);
  // In a very large household the sentences run out: a letter that repeats some is better than half a letter.
  return words < LETTER_WORDS.least && before.size > 0
    ? composeFresh(letter, writer, frameWords, new Set())
    : said;
}

function composeFresh(
  letter: Letter,
  writer: LetterWriter,
  frameWords: number,
  before: SaidSentences,
): SaidPassage[] {
  const { from, to } = WISHED_WORDS;
  const wished = from + roll(letter, writer, 0) * (to - from);
  const told = new Set<string>();
  const said: SaidPassage[] = [];
  let length = frameWords;
  for (const candidate of byInterest(letter, writer)) {
    if (length >= LETTER_WORDS.least && isFull(said.length, length >= wished)) break;
    const [, { about }] = candidate.named;
    if (told.has(about)) continue;
    const next = say(candidate, letter, writer, before);
    if (!next) continue;
    const words = countWords(next.text);
    if (length + words > LETTER_WORDS.most) continue;
    told.add(about);
    said.push(next);
    length += words;
  }
  return said;
}

function isFull(count: number, longEnough: boolean): boolean {
  return count >= PASSAGE_COUNT.most || (longEnough && count >= PASSAGE_COUNT.least);
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** A passage that holds, and its number among all that might. */
interface Candidate {
  readonly named: NamedPassage;
  readonly nth: number;
}

/** What a plain matter has of its weight when the dice are against it. */
const LEAST_SHARE = 0.35;
/** What the dice favoured in the letter before rests in this one. */
const REST = 0.45;

function byInterest(letter: Letter, writer: LetterWriter): readonly Candidate[] {
  const before = { ...letter, number: letter.number - 1 };
  return PASSAGES[letter.occasion]
    .map((named, nth) => ({ named, nth }))
    .filter(({ named: [, { holds, fond }] }) => holds(letter) && !(fond && isHarmed(letter)))
    .map((candidate) => {
      const which = candidate.nth + 1;
      const chance = roll(letter, writer, which) - REST * roll(before, writer, which);
      return { ...candidate, interest: candidate.named[1].weight * (LEAST_SHARE + Math.max(0, chance)) };
    })
    .toSorted((one, other) => other.interest - one.interest);
}

/** Where a passage stands by itself, and how far the dice may move it. */
const PLACES: Readonly<Record<PassagePlace, number>> = { lead: 0, middle: 1, end: 1.7 };
const ROLLS_PER_LETTER = 1000;
const RANK_ROLLS_FROM = 500;

/** Undefined where every way to say it has been used already. */
function say(
  { named: [name, passage], nth }: Candidate,
  letter: Letter,
  writer: LetterWriter,
  before: SaidSentences,
): SaidPassage | undefined {
  const { place = 'middle', titles } = passage;
  const words = wordsOf(passage, letter, writer);
  const subject = { body: bodyOf(writer.species) };
  const turn = { seed: writer.seed, field: `letter ${name}`, count: letter.number, subject };
  const text = pickFresh(linesOf(passage, letter, writer), turn, words, before);
  if (text === undefined) return undefined;
  return {
    text,
    title:
      titles && capitalize(fillTemplate(pickLine(titles, { ...turn, field: `${turn.field} title` }), words)),
    rank: PLACES[place] + roll(letter, writer, RANK_ROLLS_FROM + nth),
  };
}

/** The first line from the creature's turn on, filled, of which no sentence was said before. */
export function pickFresh(
  lists: readonly [readonly string[], ...(readonly string[])[]],
  turn: LinePick,
  words: TemplateWords,
  before: SaidSentences,
): string | undefined {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  for (let further = 0; further < total; further += 1) {
    const line = pickLineOf(lists, { ...turn, count: turn.count + further });
    const text = capitalize(fillTemplate(line, words));
    if (!sentencesOf(text).some((sentence) => before.has(sentence))) return text;
  }
  return undefined;
}

/** The sentences of a text, its lines apart. */
export function sentencesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.?]) /).filter((sentence) => sentence !== '');
}

function wordsOf(passage: Passage, letter: Letter, writer: LetterWriter): TemplateWords {
  const { bowl } = nounsOf(writer.species, writer.name);
  return { bowl, span: spanOf(letter), ...passage.words?.(letter, writer) };
}

/** All lines that are its own: by its age, by its family, and by its species. */
function linesOf(
  { lines, ofSpecies }: Pick<Passage, 'lines' | 'ofSpecies'>,
  { stage }: Pick<Letter, 'stage'>,
  { species }: Pick<LetterWriter, 'species'>,
): readonly [readonly string[], ...(readonly string[])[]] {
  const subject = { body: bodyOf(species) };
  const first = isYoung({ stage }) ? (lines.young ?? lines.any) : lines.any;
  const ofFamily = lines[lineFamilyOf(species)] ?? [];
  // The lines of a species are written for its body.
  return [fittingLines(first, subject), fittingLines(ofFamily, subject), ofSpecies?.[species.slug] ?? []];
}

export function isYoung({ stage }: Pick<Letter, 'stage'>): boolean {
  return stage !== 'teen' && stage !== 'adult';
}

/** A number from 0 up to 1 of this letter's own. */
function roll({ number }: Letter, { seed }: LetterWriter, which: number): number {
  return dice(seed, 'letter', number * ROLLS_PER_LETTER + which);
}
