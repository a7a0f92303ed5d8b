import subjects from '#content/voice/heart/letters/subjects.json' with { type: 'json' };
import greetings from '#content/voice/heart/letters/greetings.json' with { type: 'json' };
import closings from '#content/voice/heart/letters/closings.json' with { type: 'json' };

import type { HouseholdLetter, Letter } from '../../core/heart/letter.ts';
import { bodyOf, lineFamilyOf } from '../../core/species/bodies.ts';
import { capitalize } from '../engine/nouns.ts';
import { fillTemplate, pickLine, type LinePick, type Lines } from '../engine/pick-line.ts';
import {
  composeLetter,
  countWords,
  isYoung,
  pickFresh,
  sentencesOf,
  type SaidPassage,
  type SaidSentences,
} from './letters/compose.ts';
import { isHarmed } from './letters/facts.ts';
import { mannerWords } from './letters/manner-words.ts';
import type { LetterWriter } from './letters/passage.ts';
import type { Family, LetterOccasion } from '../../core/vocabulary.ts';

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

export type { LetterWriter } from './letters/passage.ts';

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
