import { editDistance } from '../../engine/nearest-word.ts';
import functionWords from './function-words.json' with { type: 'json' };

// Accents are split off by decomposing; hyphens and apostrophes only divide words.
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;
const ACCENTS = /\p{M}+/gu;

const ARTICLES = new Set(functionWords.articles.split(' '));
const FILLERS = new Set(functionWords.fillers.split(' '));
/** Words between things: what stands behind them says more about what stands before. */
export const JOINTS = new Set(functionWords.joints.split(' '));
/** What holds, measures or gathers something else: a bowl of soup is soup. */
export const MEASURES = new Set(functionWords.measures.split(' '));
/** Plurals that only a list knows; whoever an item is for is `it`. */
const ODD_FORMS = new Map(
  functionWords.plurals.split(', ').map((pair) => pair.split(' ') as [string, string]),
);

/** Every word, in order: in lower case and singular, without accents. */
function normalizedWords(text: string): readonly string[] {
  return rawWords(text).map(singular);
}

/** The words that carry the meaning: as `normalizedWords`, without fillers. */
export function contentWords(text: string): readonly string[] {
  const words = normalizedWords(text);
  const content = words.filter((word) => !FILLERS.has(word) && !ARTICLES.has(word));
  return content.length > 0 ? content : words;
}

/** Every word as it stands, in lower case, without accents. */
export function rawWords(text: string): string[] {
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase().split(NOT_A_WORD).filter(Boolean);
}

/** Good enough to compare by: both sides are treated alike. */
export function singular(word: string): string {
  const odd = ODD_FORMS.get(word);
  if (odd !== undefined) return odd;
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  // Whether from cookie or cherry: both sides of a comparison end in the same letter.
  if (/[^aeiou]ies?$/.test(word) && word.length > 4) return word.replace(/ies?$/, 'y');
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Every word that may be part of a name: as `normalizedWords`, without articles. */
export function wordsOf(text: string): readonly string[] {
  return normalizedWords(text).filter((word) => !ARTICLES.has(word));
}

/** What is left of a word without its ending: grooming is groom, recalibration recalibrat. */
export function stemOf(word: string): string {
  return word.replace(/(?:ing|ion|ed|er|e|y)$/, '');
}

/**
 * Whether one word may be the other with a letter or two gone wrong. In short words one letter makes another word of
 * it: fox and box, tuba and tuna, bell and ball.
 */
export function isTypo(given: string, word: string): boolean {
  if (given[0] !== word[0] || word.length < 4) return false;
  if (word.length === 4 && given.length === word.length && !isSwap(given, word)) return false;
  const count = editDistance(given, word);
  return count === 1 || (count === 2 && word.length >= 7);
}

/** Whether a single letter of a long word went wrong. */
export function isSlip(given: string, word: string): boolean {
  return given[0] === word[0] && word.length > 6 && editDistance(given, word) === 1;
}

function isSwap(given: string, word: string): boolean {
  return given.split('').toSorted().join('') === word.split('').toSorted().join('');
}
