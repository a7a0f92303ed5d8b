import { JOINTS, wordsOf } from './item-words.ts';
import { readItem, type ItemPart } from './lexicon.ts';

/**
 * An item without the words it negates: "tuna without onions" is tuna, and nothing is left of "not chocolate". A comma
 * divides like "with". The lexicon lists what negates the next words ("no"), the next word ("non") and the one before ("free").
 */
export function affirmedText(text: string): string {
  const divided = joinNegatedList(text).replaceAll(/[,;+]/g, ' with ');
  const { parts } = readItem(wordsOf(divided));
  const affirmed: ItemPart[] = [];
  for (let at = 0; at < parts.length;) {
    const next = endOfNegation(parts, at);
    if (next === at) affirmed.push(...parts.slice(at, at + 1));
    at = Math.max(next, at + 1);
  }
  if (affirmed.length === parts.length) return divided;
  const isEmpty = affirmed.every(({ words }) => JOINTS.has(words) || words === 'it');
  return isEmpty ? '' : affirmed.map(({ words }) => words).join(' ');
}

/** "No onions, garlic or leeks" negates all three. */
function joinNegatedList(text: string): string {
  const [start, end] = [text.search(/\b(?:no|not|without)\b/i), text.lastIndexOf(' or ')];
  if (start === -1 || end < start) return text;
  return text.slice(0, start) + text.slice(start, end).replaceAll(',', ' or ') + text.slice(end);
}

/** Where the negation that begins at a part ends; the same place when none begins. */
function endOfNegation(parts: readonly ItemPart[], start: number): number {
  const marks = parts[start]?.marks ?? [];
  if (parts[start + 1]?.marks.includes('negating after')) return start + 2;
  if (marks.includes('negating next')) return Math.min(start + 2, parts.length);
  if (!marks.includes('negating')) return start;
  let end = start + 1;
  // "Not rotten tuna" is tuna.
  while (isBadMark(parts[end])) end++;
  if (end > start + 1) return end;
  while (end < parts.length && !endsPhrase(parts, end)) end++;
  return end > start + 1 ? end : start;
}

const BAD_MARKS = /spoiled|burning|hot|chilly|loud|wet|bright|rough|foul|unkind|useless/;

const isBadMark = (part: ItemPart | undefined): boolean =>
  part !== undefined && part.things.length === 0 && part.marks.some((mark) => BAD_MARKS.test(mark));

const CONTINUING = new Set(['of', 'and', 'or', 'nor']);
const ENDING = new Set(['but', 'just', 'only', 'plus', 'also']);

function endsPhrase(parts: readonly ItemPart[], at: number): boolean {
  const [word = '', next = ''] = parts.slice(at, at + 2).map(({ words }) => words);
  if (CONTINUING.has(word)) return JOINTS.has(next);
  return JOINTS.has(word) || ENDING.has(word);
}
