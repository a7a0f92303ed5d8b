import type { Letter } from '../../../core/heart/letter.ts';
import type { Species } from '../../../core/species/species.ts';
import type { Family } from '../../../core/vocabulary.ts';
import type { Lines, TemplateWords } from '../../engine/pick-line.ts';

/** Who writes a letter. */
export interface LetterWriter {
  readonly name: string;
  readonly seed: number;
  readonly species: Species;
  readonly zone: string;
}

/** Ways to say a thing: anybody's, instead of those the ones of the very young, and beside both those of its family. */
export interface LetterLines extends Readonly<Partial<Record<Family, Lines>>> {
  readonly any: Lines;
  readonly young?: Lines;
}

/** Where in a letter something likes to stand. */
export type PassagePlace = 'lead' | 'middle' | 'end';

/** The weight of what a letter is written for. */
export const ALWAYS = 99;

/** Something a letter may tell, when it is true. */
export interface Passage {
  /** What it is about: nothing is told from two sides in one letter. */
  readonly about: string;
  readonly holds: (letter: Letter) => boolean;
  /** True where it thanks or praises: nothing of that is told when something harmed it. */
  readonly fond?: true;
  /** How remarkable it is: about 1 for what is always so, 4 for what happens once in a life. */
  readonly weight: number;
  readonly place?: PassagePlace;
  /** What goes into the gaps of its lines and titles. */
  readonly words?: (letter: Letter, writer: LetterWriter) => TemplateWords;
  /** What a letter is called that has nothing greater to tell. */
  readonly titles?: Lines;
  readonly lines: LetterLines;
  /** Beside those, what only one of a species would say, by its slug. */
  readonly ofSpecies?: Readonly<Record<string, Lines>>;
}

/** What a passage says; the rest of it are rules. */
type PassageTexts = Pick<Passage, 'titles' | 'lines'>;

/** Passages of their rules and, under the same names, their texts from content/. */
export function withTexts(
  json: unknown,
  rules: Readonly<Record<string, Omit<Passage, keyof PassageTexts>>>,
): Readonly<Record<string, Passage>> {
  const texts = json as Readonly<Record<string, PassageTexts>>;
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { ...rule, ...texts[name] } as Passage]),
  );
}
