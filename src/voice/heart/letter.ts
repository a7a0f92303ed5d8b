import type { Letter } from '../../core/heart/letter.ts';
import { capitalize } from '../engine/nouns.ts';
import { fillTemplate, pickLine, pickLineOf, type LinePick } from '../engine/pick-line.ts';
import {
  CLOSINGS,
  OTHER_CLOSINGS,
  PLAIN_SIGNATURES,
  SIGNATURES,
  type LetterAge,
} from './letters/closings.ts';
import { composeLetter, countWords, isYoung, type SaidPassage } from './letters/compose.ts';
import { GREETINGS, OTHER_GREETINGS, YOUNG_GREETINGS } from './letters/greetings.ts';
import { mannerWords } from './letters/manner-words.ts';
import type { LetterWriter } from './letters/passage.ts';
import { PLAIN_SUBJECTS, SUBJECTS } from './letters/subjects.ts';

export type { LetterWriter } from './letters/passage.ts';

/** A letter as it is read: paragraphs with an empty line between them, the last one ends with the name. */
export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
}

/** The words of a letter: the same facts of the same creature give the same words, and nothing in them is not a fact. */
export function writeLetter(letter: Letter, writer: LetterWriter): WrittenLetter {
  const greeting = greetingOf(letter, writer);
  const farewell = `${closingOf(letter, writer)}\n${signatureOf(letter, writer)}`;
  const said = composeLetter(letter, writer, countWords(`${greeting} ${farewell}`));
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

function turnOf({ number }: Letter, { seed }: LetterWriter, field: string): LinePick {
  return { seed, field: `letter ${field}`, count: number };
}

function greetingOf(letter: Letter, writer: LetterWriter): string {
  const turn = turnOf(letter, writer, 'greeting');
  const { occasion } = letter;
  if (occasion === 'death' || occasion === 'return') return pickLine(OTHER_GREETINGS[occasion], turn);
  const own = GREETINGS[writer.species.family];
  return isYoung(letter) ? pickLineOf([YOUNG_GREETINGS, own], turn) : pickLine(own, turn);
}

function closingOf(letter: Letter, writer: LetterWriter): string {
  const turn = turnOf(letter, writer, 'closing');
  const { occasion } = letter;
  if (occasion === 'death' || occasion === 'return') return pickLine(OTHER_CLOSINGS[occasion], turn);
  return pickLine(CLOSINGS[writer.species.family][ageOf(letter)], turn);
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
