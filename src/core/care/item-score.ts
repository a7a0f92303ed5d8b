import type { Species } from '../species/species.ts';
import { tastesOf } from '../species/tastes.ts';
import type { ItemAction } from '../vocabulary.ts';
import { isGibberish } from './gibberish.ts';
import { isHazard } from './hazards.ts';
import { contentWords, typoDistance } from './item-words.ts';
import notTypos from './not-typos.json' with { type: 'json' };

/** An item somebody brought, for what, and to whom. */
export interface OfferedItem {
  readonly item: string;
  readonly action: ItemAction;
  readonly species: Pick<Species, 'family' | 'tastes'>;
}

const GIBBERISH_SCORE = 0;
/** The score of what hurts, whatever else it is like. */
export const HAZARD_SCORE = 0.05;
const SAME = 1;
const TYPO = { 1: 0.92, 2: 0.85 } as const;
/** The least that an item its whole family likes can score: neutral. */
const FAMILY_FAVOURITE = 0.45;

/** What words alone can tell of an item: the same as something approved, a typo of one, a danger, or gibberish. */
export function scoreByWords({ item, action, species }: OfferedItem): number | undefined {
  if (isGibberish(item)) return GIBBERISH_SCORE;
  const similarity = similarityByWords(item, species.tastes[action]);
  if (similarity !== undefined) return similarity;
  const approved = Object.values(species.tastes).flat();
  return isHazard(item, action, { family: species.family, approved }) ? HAZARD_SCORE : undefined;
}

/** The score of an item by meaning, as it is shown: lifted where its family's taste says better, in two decimals. */
export function scoreByMeaning(similarity: number, { item, action, species }: OfferedItem): number {
  // What is shown must say the same as the category.
  const score = Math.round(similarity * 100) / 100;
  if (score >= FAMILY_FAVOURITE) return score;
  const likedByAll = similarityByWords(item, tastesOf(species.family, {})[action]) === SAME;
  return likedByAll ? FAMILY_FAVOURITE : score;
}

/** How like an item is to one of these by its words; undefined when words cannot tell. */
export function similarityByWords(item: string, approved: readonly string[]): number | undefined {
  const given = contentWords(item);
  const lists = approved.map(contentWords);
  if (lists.some((words) => sameWords(given, words))) return SAME;
  const fewest = Math.min(...lists.map((words) => typosIn(given, words)));
  if (fewest === 1 || fewest === 2) return TYPO[fewest];
  return undefined;
}

function sameWords(given: readonly string[], words: readonly string[]): boolean {
  const one = new Set(given);
  const other = new Set(words);
  return (one.size === other.size && one.isSubsetOf(other)) || given.join('') === words.join('');
}

const NOT_MEANT = Infinity;

/** How many letters went wrong on the way from these words to what was given; infinite when it was not meant. */
function typosIn(given: readonly string[], words: readonly string[]): number {
  if (given.length !== words.length) return typosInWord(given.join(''), words.join(''));
  return words.reduce((sum, word, at) => sum + typosInWord(given[at] ?? '', word), 0);
}

function typosInWord(given: string, word: string): number {
  if (given === word) return 0;
  return isTypo(given, word) && !NOT_TYPOS.has(given) ? typoDistance(given, word) : NOT_MEANT;
}

/**
 * Whether one word may be the other with a letter or two gone wrong. In short words one letter makes another word of
 * it: fox and box, tuba and tuna, bell and ball.
 */
export function isTypo(given: string, word: string): boolean {
  if (given[0] !== word[0] || word.length < 4) return false;
  if (word.length === 4 && given.length === word.length && !isSwap(given, word)) return false;
  const count = typoDistance(given, word);
  return count === 1 || (count === 2 && word.length >= 7);
}

function isSwap(given: string, word: string): boolean {
  return given.split('').toSorted().join('') === word.split('').toSorted().join('');
}

/** Words that look like typos of approved ones, and are not. */
const NOT_TYPOS: ReadonlySet<string> = new Set(notTypos.words.split(' '));
