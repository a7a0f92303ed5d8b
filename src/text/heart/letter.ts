import closings from '#content/voice/heart/letters/closings.json' with { type: 'json' };
import greetings from '#content/voice/heart/letters/greetings.json' with { type: 'json' };
import subjects from '#content/voice/heart/letters/subjects.json' with { type: 'json' };
import { dice } from '../../rules/base/dice.ts';
import type { HouseholdLetter, Letter } from '../../rules/heart/heart.ts';
import { bodyOf, lineFamilyOf } from '../../rules/species/bodies.ts';
import { capitalize, nounsOf } from '../nouns.ts';
import {
  asLines,
  fillTemplate,
  fittingLines,
  type LineLists,
  type LinePick,
  type Lines,
  pickLine,
  pickLineOf,
  type TemplateWords,
} from '../pick-line.ts';
import {
  isHarmed,
  type LetterWriter,
  mannerWords,
  type NamedPassage,
  type Passage,
  PASSAGES,
  spanOf,
} from './passages.ts';

export type { LetterWriter } from './passages.ts';

/** Shortest and longest letter in words, including greeting and signature. */
const LETTER_WORDS = { least: 60, most: 140 } as const;
/** The range from which each letter's target length in words is drawn. */
const TARGET_WORDS = { from: 74, to: 122 } as const;
const PASSAGE_COUNT = { least: 3, most: 6 } as const;

interface WrittenPassage {
  readonly text: string;
  /** A title for the letter, if the passage has one. */
  readonly title: string | undefined;
  /** The position of the passage in the letter: passages are sorted by rank. */
  readonly rank: number;
}

/** Sentences of earlier letters, which must not be repeated. */
type UsedSentences = ReadonlySet<string>;

/** Chooses the passages of a letter, most remarkable first, one for each subject. */
function composeLetter(
  letter: Letter,
  writer: LetterWriter,
  frameWords: number,
  before: UsedSentences,
): WrittenPassage[] {
  const said = composeFresh(letter, writer, frameWords, before);
  const words = said.reduce((sum, { text }) => sum + countWords(text), frameWords);
  // A very large household runs out of sentences: a letter that repeats some is better than a short one.
  return words < LETTER_WORDS.least && before.size > 0
    ? composeFresh(letter, writer, frameWords, new Set())
    : said;
}

function composeFresh(
  letter: Letter,
  writer: LetterWriter,
  frameWords: number,
  before: UsedSentences,
): WrittenPassage[] {
  const { from, to } = TARGET_WORDS;
  const target = from + roll(letter, writer, 0) * (to - from);
  const covered = new Set<string>();
  const said: WrittenPassage[] = [];
  let length = frameWords;
  for (const candidate of byInterest(letter, writer)) {
    const isFull =
      said.length >= PASSAGE_COUNT.most || (said.length >= PASSAGE_COUNT.least && length >= target);
    if (isFull && length >= LETTER_WORDS.least) break;
    const [, { about }] = candidate.named;
    if (covered.has(about)) continue;
    const next = writePassage(candidate, letter, writer, before);
    if (!next) continue;
    const words = countWords(next.text);
    if (length + words > LETTER_WORDS.most) continue;
    covered.add(about);
    said.push(next);
    length += words;
  }
  return said;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** A passage whose rule holds, with its index among all passages. */
interface Candidate {
  readonly named: NamedPassage;
  readonly nth: number;
}

/** The share of its weight that a passage keeps with the worst roll. */
const LEAST_SHARE = 0.35;
/** The share of the previous letter's roll that is subtracted, so that passages vary. */
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

/** The rank of each place in a letter; a roll from 0 to 1 is added. */
const PLACES = { lead: 0, middle: 1, end: 1.7 } as const;
const ROLLS_PER_LETTER = 1000;
const RANK_ROLLS_FROM = 500;

/** Writes a passage; undefined when all its lines were used before. */
function writePassage(
  { named: [name, passage], nth }: Candidate,
  letter: Letter,
  writer: LetterWriter,
  before: UsedSentences,
): WrittenPassage | undefined {
  const { place = 'middle', titles } = passage;
  const { bowl } = nounsOf(writer.species, writer.name);
  const words = { bowl, span: spanOf(letter), ...passage.words?.(letter, writer) };
  const turn = turnOf(letter, writer, name);
  const text = pickFresh(linesOf(passage, letter, writer), turn, words, before);
  if (text === undefined) return undefined;
  return {
    text,
    title:
      titles && capitalize(fillTemplate(pickLine(titles, { ...turn, field: `${turn.field} title` }), words)),
    rank: PLACES[place] + roll(letter, writer, RANK_ROLLS_FROM + nth),
  };
}

/** The next line, with placeholders filled, of which no sentence was used before. */
function pickFresh(
  lists: LineLists,
  turn: LinePick,
  words: TemplateWords,
  before: UsedSentences,
): string | undefined {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  for (let further = 0; further < total; further += 1) {
    const line = pickLineOf(lists, { ...turn, count: turn.count + further });
    const text = capitalize(fillTemplate(line, words));
    if (!sentencesOf(text).some((sentence) => before.has(sentence))) return text;
  }
  return undefined;
}

export function sentencesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.?]) /).filter((sentence) => sentence !== '');
}

/** The lines of a passage for the creature's age, family and species. */
function linesOf({ lines, ofSpecies }: Passage, letter: Letter, { species }: LetterWriter): LineLists {
  const subject = { body: bodyOf(species) };
  const first = ageOf(letter) === 'young' ? (lines.young ?? lines.any) : lines.any;
  const ofFamily = lines[lineFamilyOf(species)] ?? [];
  // Lines of a species are written for its body, so they are not filtered.
  return [fittingLines(first, subject), fittingLines(ofFamily, subject), ofSpecies?.[species.slug] ?? []];
}

/** A deterministic number in [0, 1) for this letter. */
function roll({ number }: Letter, { seed }: LetterWriter, which: number): number {
  return dice(seed, 'letter', number * ROLLS_PER_LETTER + which);
}

/** Subjects of letters; `plainSubjects` are for letters of a week without a titled passage. */
const { subjects: SUBJECTS, plainSubjects: PLAIN_SUBJECTS } = asLines(subjects);

export const {
  greetings: GREETINGS,
  youngGreetings: YOUNG_GREETINGS,
  otherGreetings: OTHER_GREETINGS,
} = asLines(greetings);

const ENDINGS = asLines(closings);
export const { closings: CLOSINGS, otherClosings: OTHER_CLOSINGS } = ENDINGS;

/** A letter as text: paragraphs are separated by empty lines; the last one ends with the name. */
export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
}

/**
 * Writes a letter, deterministically. It repeats no sentence of the household's `earlier` letters, which are
 * rewritten in order to find them.
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

function writeFresh(letter: Letter, writer: LetterWriter, before: UsedSentences): WrittenLetter {
  const frameLine = (lists: readonly [Lines, ...Lines[]], field: string) => {
    const turn = turnOf(letter, writer, field);
    return pickFresh(lists, turn, {}, before) ?? pickLine(lists[0], turn);
  };
  const greeting = frameLine(greetingsOf(letter, writer), 'greeting');
  const closing = frameLine([closingsOf(letter, writer)], 'closing');
  const farewell = `${closing}\n${signatureOf(letter, writer)}`;
  const said = composeLetter(letter, writer, countWords(`${greeting} ${farewell}`), before);
  return {
    subject: subjectOf(letter, writer, said),
    text: [greeting, ...paragraphsOf(said), farewell].join('\n\n'),
  };
}

const PASSAGES_PER_PARAGRAPH = 2;

function paragraphsOf(said: readonly WrittenPassage[]): string[] {
  const texts = said.toSorted((one, other) => one.rank - other.rank).map(({ text }) => text);
  const count = Math.ceil(texts.length / PASSAGES_PER_PARAGRAPH);
  return Array.from({ length: count }, (_, nth) =>
    texts.slice(nth * PASSAGES_PER_PARAGRAPH, (nth + 1) * PASSAGES_PER_PARAGRAPH).join(' '),
  );
}

function turnOf({ number }: Letter, { seed, species }: LetterWriter, field: string): LinePick {
  return { seed, field: `letter ${field}`, count: number, subject: { body: bodyOf(species) } };
}

/** The kind of a letter with a greeting and a closing of its own; undefined for ordinary ones. */
function specialKind(letter: Letter): keyof typeof OTHER_GREETINGS | undefined {
  const { occasion } = letter;
  if (occasion === 'death' || occasion === 'return') return occasion;
  return isHarmed(letter) ? 'harm' : undefined;
}

function greetingsOf(letter: Letter, { species }: LetterWriter): readonly [Lines, ...Lines[]] {
  const special = specialKind(letter);
  if (special) return [OTHER_GREETINGS[special]];
  const own = GREETINGS[lineFamilyOf(species)];
  return ageOf(letter) === 'young' ? [YOUNG_GREETINGS, own] : [own];
}

function closingsOf(letter: Letter, { species }: LetterWriter): Lines {
  const special = specialKind(letter);
  return special ? OTHER_CLOSINGS[special] : CLOSINGS[lineFamilyOf(species)][ageOf(letter)];
}

function ageOf({ stage }: Letter): keyof typeof ENDINGS.plainSignatures {
  if (stage === 'adult') return 'grown';
  return stage === 'teen' ? 'half' : 'young';
}

function signatureOf(letter: Letter, writer: LetterWriter): string {
  const turn = turnOf(letter, writer, 'signature');
  const { noun } = mannerWords(letter);
  const lines = noun === undefined ? ENDINGS.plainSignatures[ageOf(letter)] : ENDINGS.signatures;
  return fillTemplate(pickLine(lines, turn), { name: writer.name, title: noun ?? '' });
}

function subjectOf(letter: Letter, writer: LetterWriter, said: readonly WrittenPassage[]): string {
  const turn = turnOf(letter, writer, 'subject');
  if (letter.occasion !== 'week')
    return capitalize(fillTemplate(pickLine(SUBJECTS[letter.occasion], turn), mannerWords(letter)));
  return said.find(({ title }) => title)?.title ?? pickLine(PLAIN_SUBJECTS, turn);
}

export function lettersTitle(name: string): string {
  return `Letters from ${name}`;
}

export const NO_LETTERS =
  'It has not written yet. The first one comes when it grows into a child, at 24 hours.';
