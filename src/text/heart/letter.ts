import closings from '#content/voice/heart/letters/closings.json' with { type: 'json' };
import greetings from '#content/voice/heart/letters/greetings.json' with { type: 'json' };
import subjects from '#content/voice/heart/letters/subjects.json' with { type: 'json' };
import { dice } from '../../rules/base/dice.ts';
import type { HouseholdLetter, Letter } from '../../rules/heart/letter.ts';
import { bodyOf, lineFamilyOf } from '../../rules/species/bodies.ts';
import type { Family, LetterOccasion } from '../../rules/vocabulary.ts';
import { capitalize, nounsOf } from '../nouns.ts';
import {
  fillTemplate,
  fittingLines,
  type LinePick,
  type Lines,
  pickLine,
  pickLineOf,
  type TemplateWords,
} from '../pick-line.ts';
import { isHarmed, type LetterWriter, type Passage, type PassagePlace, spanOf } from './letter-facts.ts';
import { mannerWords } from './letter-words.ts';
import { type NamedPassage, PASSAGES } from './passages.ts';

export type { LetterWriter } from './letter-facts.ts';

/** So many words, greeting and signature included. */
const LETTER_WORDS = { least: 60, most: 140 } as const;
const WISHED_WORDS = { from: 74, to: 122 } as const;
const PASSAGE_COUNT = { least: 3, most: 6 } as const;

/** Something a letter tells, in the words it tells it in. */
interface SaidPassage {
  readonly text: string;
  /** What the letter may be called after it. */
  readonly title: string | undefined;
  /** Where it stands in the letter, from the head down. */
  readonly rank: number;
}

/** The sentences of other letters that must not come again. */
type SaidSentences = ReadonlySet<string>;

/** What it tells this time, the most remarkable first: one passage on each matter, as many as make a letter. */
function composeLetter(
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

function countWords(text: string): number {
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
function pickFresh(
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

function isYoung({ stage }: Pick<Letter, 'stage'>): boolean {
  return stage !== 'teen' && stage !== 'adult';
}

/** A number from 0 up to 1 of this letter's own. */
function roll({ number }: Letter, { seed }: LetterWriter, which: number): number {
  return dice(seed, 'letter', number * ROLLS_PER_LETTER + which);
}

const { subjects: SUBJECTS, plainSubjects: PLAIN_SUBJECTS } = subjects as {
  /** What a letter is called that was written for a reason; one of a week is called after what it tells. */
  readonly subjects: Readonly<Record<Exclude<LetterOccasion, 'week'>, Lines>>;
  /** What the letter of a week is called that has nothing to be called after. */
  readonly plainSubjects: Lines;
};

export const {
  greetings: GREETINGS,
  youngGreetings: YOUNG_GREETINGS,
  otherGreetings: OTHER_GREETINGS,
} = greetings as {
  /** How a letter begins. */
  readonly greetings: Readonly<Record<Family, Lines>>;
  /** How those begin who have only just learned to write. */
  readonly youngGreetings: Lines;
  /** How a last letter begins, one that nobody had expected, and one that tells of harm. */
  readonly otherGreetings: Readonly<Record<'death' | 'return' | 'harm', Lines>>;
};

/** Three ages at which one takes leave differently. */
type LetterAge = 'young' | 'half' | 'grown';

const ENDINGS = closings as {
  /** How a letter ends. */
  readonly closings: Readonly<Record<Family, Readonly<Record<LetterAge, Lines>>>>;
  /** The last words, the first new ones, and those under a letter that tells of harm. */
  readonly otherClosings: Readonly<Record<'death' | 'return' | 'harm', Lines>>;
  /** How one signs that has a manner; `{title}` is what it has become. */
  readonly signatures: Lines;
  /** How those sign who have none yet. */
  readonly plainSignatures: Readonly<Record<LetterAge, Lines>>;
};

export const { closings: CLOSINGS, otherClosings: OTHER_CLOSINGS } = ENDINGS;
const { signatures: SIGNATURES, plainSignatures: PLAIN_SIGNATURES } = ENDINGS;

/** A letter as it is read: paragraphs with an empty line between them, the last one ends with the name. */
export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
}

/**
 * The words of a letter: the same facts of the same creature give the same words, and nothing in them is not a fact.
 * No sentence of its household's `earlier` letters, in their order, comes again.
 */
export function writeLetter(
  letter: Letter,
  writer: LetterWriter,
  earlier: readonly HouseholdLetter[] = [],
): WrittenLetter {
  const said = new Set<string>();
  for (const { letter: one, creature, species } of earlier) {
    const { name, seed, zone } = creature;
    const { text } = writeFresh(one, { name, seed, zone, species }, said);
    for (const sentence of sentencesOf(text)) said.add(sentence);
  }
  return writeFresh(letter, writer, said);
}

function writeFresh(letter: Letter, writer: LetterWriter, before: SaidSentences): WrittenLetter {
  const greeting = frameLine(greetingsOf(letter, writer), turnOf(letter, writer, 'greeting'), before);
  const closing = frameLine(closingsOf(letter, writer), turnOf(letter, writer, 'closing'), before);
  const farewell = `${closing}\n${signatureOf(letter, writer)}`;
  const said = composeLetter(letter, writer, countWords(`${greeting} ${farewell}`), before);
  return {
    subject: subjectOf(letter, writer, said),
    text: [greeting, ...paragraphsOf(said), farewell].join('\n\n'),
  };
}

const PASSAGES_PER_PARAGRAPH = 2;

function paragraphsOf(said: readonly SaidPassage[]): string[] {
  const texts = said.toSorted((one, other) => one.rank - other.rank).map(({ text }) => text);
  const count = Math.ceil(texts.length / PASSAGES_PER_PARAGRAPH);
  return Array.from({ length: count }, (_, nth) =>
    texts.slice(nth * PASSAGES_PER_PARAGRAPH, (nth + 1) * PASSAGES_PER_PARAGRAPH).join(' '),
  );
}

function turnOf({ number }: Letter, { seed, species }: LetterWriter, field: string): LinePick {
  return { seed, field: `letter ${field}`, count: number, subject: { body: bodyOf(species) } };
}

type LineLists = readonly [Lines, ...Lines[]];

/** One of them that was not said before, if there is one. */
function frameLine(lists: LineLists, turn: LinePick, before: SaidSentences): string {
  return pickFresh(lists, turn, {}, before) ?? pickLine(lists[0], turn);
}

function greetingsOf(letter: Letter, { species }: LetterWriter): LineLists {
  const { occasion } = letter;
  if (occasion === 'death' || occasion === 'return') return [OTHER_GREETINGS[occasion]];
  if (isHarmed(letter)) return [OTHER_GREETINGS.harm];
  const own = GREETINGS[lineFamilyOf(species)];
  return isYoung(letter) ? [YOUNG_GREETINGS, own] : [own];
}

function closingsOf(letter: Letter, { species }: LetterWriter): LineLists {
  const { occasion } = letter;
  if (occasion === 'death' || occasion === 'return') return [OTHER_CLOSINGS[occasion]];
  if (isHarmed(letter)) return [OTHER_CLOSINGS.harm];
  return [CLOSINGS[lineFamilyOf(species)][ageOf(letter)]];
}

function ageOf(letter: Letter): LetterAge {
  if (isYoung(letter)) return 'young';
  return letter.stage === 'teen' ? 'half' : 'grown';
}

function signatureOf(letter: Letter, writer: LetterWriter): string {
  const turn = turnOf(letter, writer, 'signature');
  const { noun } = mannerWords(letter);
  const lines = noun === undefined ? PLAIN_SIGNATURES[ageOf(letter)] : SIGNATURES;
  return fillTemplate(pickLine(lines, turn), { name: writer.name, title: noun ?? '' });
}

function subjectOf(letter: Letter, writer: LetterWriter, said: readonly SaidPassage[]): string {
  const turn = turnOf(letter, writer, 'subject');
  if (letter.occasion !== 'week')
    return capitalize(fillTemplate(pickLine(SUBJECTS[letter.occasion], turn), mannerWords(letter)));
  return said.find(({ title }) => title)?.title ?? pickLine(PLAIN_SUBJECTS, turn);
}

/** Above the letters of one creature. */
export function lettersTitle(name: string): string {
  return `Letters from ${name}`;
}

export const NO_LETTERS =
  'It has not written yet. The first one comes with its first week, or when it grows.';
