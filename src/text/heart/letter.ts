import closings from '#content/voice/heart/letters/closings.json' with { type: 'json' };
import greetings from '#content/voice/heart/letters/greetings.json' with { type: 'json' };
import subjects from '#content/voice/heart/letters/subjects.json' with { type: 'json' };

import { dice } from '../../rules/base/dice.ts';
import type { Letter, ReadLetter } from '../../rules/heart/heart.ts';
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
import { isHarmed, type LetterWriter, mannerWords, type Passage, PASSAGES, spanOf } from './passages.ts';

export type { LetterWriter } from './passages.ts';

/** Shortest and longest letter in words, including greeting and signature. */
const LETTER_WORDS = { least: 60, most: 140 } as const;
/** The range from which each letter's target length in words is drawn. */
const TARGET_WORDS = { from: 74, to: 122 } as const;
const PASSAGE_COUNT = { least: 3, most: 6 } as const;

type WrittenPassage = NonNullable<ReturnType<typeof writePassage>>;

interface Draft {
  readonly letter: Letter;
  readonly writer: LetterWriter;
  /** Sentences of earlier letters, which must not be repeated. */
  readonly before: ReadonlySet<string>;
}

/** Chooses the passages of a letter, most remarkable first, one for each subject. */
function composeLetter(draft: Draft, frameWords: number): WrittenPassage[] {
  const said = composeFresh(draft, frameWords);
  const words = said.reduce((sum, { text }) => sum + countWords(text), frameWords);
  // A very large household runs out of sentences: a letter that repeats some is better than a short one.
  return words < LETTER_WORDS.least && draft.before.size > 0
    ? composeFresh({ ...draft, before: new Set() }, frameWords)
    : said;
}

function composeFresh(draft: Draft, frameWords: number): WrittenPassage[] {
  const { from, to } = TARGET_WORDS;
  const target = from + roll(draft, 0) * (to - from);
  const covered = new Set<string>();
  const said: WrittenPassage[] = [];
  let length = frameWords;
  for (const candidate of byInterest(draft)) {
    const isFull =
      said.length >= PASSAGE_COUNT.most || (said.length >= PASSAGE_COUNT.least && length >= target);
    if (isFull && length >= LETTER_WORDS.least) break;
    const { about } = candidate.passage;
    const next = covered.has(about) ? undefined : writePassage(candidate, draft);
    const words = next ? countWords(next.text) : 0;
    if (!next || length + words > LETTER_WORDS.most) continue;
    covered.add(about);
    said.push(next);
    length += words;
  }
  return said;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** The share of its weight that a passage keeps with the worst roll. */
const LEAST_SHARE = 0.35;
/** The share of the previous letter's roll that is subtracted, so that passages vary. */
const REST = 0.45;

/** The passages whose rules hold, each with its index among all passages. */
function byInterest({ letter, writer }: Draft) {
  const before = { writer, letter: { ...letter, number: letter.number - 1 } };
  return PASSAGES[letter.occasion]
    .map(([name, passage], nth) => ({ name, passage, nth }))
    .filter(({ passage: { holds, fond } }) => holds(letter) && !(fond && isHarmed(letter)))
    .map((candidate) => {
      const which = candidate.nth + 1;
      const chance = roll({ letter, writer }, which) - REST * roll(before, which);
      return { ...candidate, interest: candidate.passage.weight * (LEAST_SHARE + Math.max(0, chance)) };
    })
    .toSorted((one, other) => other.interest - one.interest);
}

const PLACES = { lead: 0, middle: 1, end: 1.7 } as const;
const ROLLS_PER_LETTER = 1000;
const RANK_ROLLS_FROM = 500;

/** Writes a passage; undefined when all its lines were used before. */
function writePassage({ name, passage, nth }: ReturnType<typeof byInterest>[number], draft: Draft) {
  const { letter, writer } = draft;
  const { place = 'middle', titles } = passage;
  const { bowl } = nounsOf(writer.species, writer.name);
  const words = { bowl, span: spanOf(letter), ...passage.words?.(letter, writer) };
  const turn = turnOf(draft, name);
  const text = pickFresh(linesOf(passage, draft), turn, words, draft.before);
  if (text === undefined) return undefined;
  const title = titles && pickLine(titles, { ...turn, field: `${turn.field} title` });
  return {
    text,
    title: title && capitalize(fillTemplate(title, words)),
    rank: PLACES[place] + roll(draft, RANK_ROLLS_FROM + nth),
  };
}

function pickFresh(lists: LineLists, turn: LinePick, words: TemplateWords, before: Draft['before']) {
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

function linesOf({ lines, ofSpecies }: Passage, { letter, writer: { species } }: Draft): LineLists {
  const subject = { body: bodyOf(species) };
  const first = ageOf(letter) === 'young' ? (lines.young ?? lines.any) : lines.any;
  const ofFamily = lines[lineFamilyOf(species)] ?? [];
  // Lines of a species are written for its body, so they are not filtered.
  return [fittingLines(first, subject), fittingLines(ofFamily, subject), ofSpecies?.[species.slug] ?? []];
}

/** A deterministic number in [0, 1) for this letter. */
function roll({ letter, writer }: Omit<Draft, 'before'>, which: number): number {
  return dice(writer.seed, 'letter', letter.number * ROLLS_PER_LETTER + which);
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

export type WrittenLetter = Pick<ReadLetter, 'subject' | 'text'>;

/** Repeats no sentence of those that its household wrote before on the same day (UTC). */
export function writeLetter(
  letter: Letter,
  { name, seed, zone, species }: LetterWriter,
  before: ReadonlySet<string> = new Set(),
): WrittenLetter {
  return writeFresh({ letter, writer: { name, seed, zone, species }, before });
}

function writeFresh(draft: Draft): WrittenLetter {
  const frameLine = (lists: readonly [Lines, ...Lines[]], field: string) => {
    const turn = turnOf(draft, field);
    return pickFresh(lists, turn, {}, draft.before) ?? pickLine(lists[0], turn);
  };
  const greeting = frameLine(greetingsOf(draft), 'greeting');
  const farewell = `${frameLine([closingsOf(draft)], 'closing')}\n${signatureOf(draft)}`;
  const said = composeLetter(draft, countWords(`${greeting} ${farewell}`));
  return { subject: subjectOf(draft, said), text: [greeting, ...paragraphsOf(said), farewell].join('\n\n') };
}

/** Two passages make a paragraph. */
function paragraphsOf(said: readonly WrittenPassage[]): string[] {
  const texts = said.toSorted((one, other) => one.rank - other.rank).map(({ text }) => text);
  return texts.flatMap((_, at) => (at % 2 === 0 ? [texts.slice(at, at + 2).join(' ')] : []));
}

function turnOf({ letter, writer: { seed, species } }: Draft, field: string): LinePick {
  return { seed, field: `letter ${field}`, count: letter.number, subject: { body: bodyOf(species) } };
}

function specialKind(letter: Letter): keyof typeof OTHER_GREETINGS | undefined {
  const { occasion } = letter;
  if (occasion === 'death' || occasion === 'return') return occasion;
  return isHarmed(letter) ? 'harm' : undefined;
}

function greetingsOf({ letter, writer }: Draft): readonly [Lines, ...Lines[]] {
  const special = specialKind(letter);
  if (special) return [OTHER_GREETINGS[special]];
  const own = GREETINGS[lineFamilyOf(writer.species)];
  return ageOf(letter) === 'young' ? [YOUNG_GREETINGS, own] : [own];
}

function closingsOf({ letter, writer }: Draft): Lines {
  const special = specialKind(letter);
  return special ? OTHER_CLOSINGS[special] : CLOSINGS[lineFamilyOf(writer.species)][ageOf(letter)];
}

function ageOf({ stage }: Letter): keyof typeof ENDINGS.plainSignatures {
  if (stage === 'adult') return 'grown';
  return stage === 'teen' ? 'half' : 'young';
}

function signatureOf(draft: Draft): string {
  const { noun } = mannerWords(draft.letter);
  const lines = noun === undefined ? ENDINGS.plainSignatures[ageOf(draft.letter)] : ENDINGS.signatures;
  const line = pickLine(lines, turnOf(draft, 'signature'));
  return fillTemplate(line, { name: draft.writer.name, title: noun ?? '' });
}

function subjectOf(draft: Draft, said: readonly WrittenPassage[]): string {
  const { letter } = draft;
  const turn = turnOf(draft, 'subject');
  if (letter.occasion !== 'week')
    return capitalize(fillTemplate(pickLine(SUBJECTS[letter.occasion], turn), mannerWords(letter)));
  return said.find(({ title }) => title)?.title ?? pickLine(PLAIN_SUBJECTS, turn);
}

export function lettersTitle(name: string): string {
  return `Letters from ${name}`;
}

export const NO_LETTERS =
  'It has not written yet. The first one comes when it grows into a child, at 24 hours.';
