import type { Species } from '../../core/species/species.ts';
import { charactersIn } from '../../core/words.ts';

/** True when the name of a species is another agent's word. */
export function isStrangers({ tier }: Pick<Species, 'tier'>): boolean {
  return tier === 'community';
}

/** JSON Pointers to strangers' words, when there are any. */
export function pointers(found: string[]): string[] | undefined {
  return found.length === 0 ? undefined : found;
}

/** The same word of each entry in a list, as JSON Pointers. */
export function pointersInto(list: string, entries: readonly boolean[], field: string): string[] {
  return entries.flatMap((strangers, at) => (strangers ? [['', list, at, field].join('/')] : []));
}

const LONGEST_SHOWN = 280;

/** A stranger's words, as long as others are shown them. */
export function shortened(words: string): string {
  if (words.length <= LONGEST_SHOWN || charactersIn(words) <= LONGEST_SHOWN) return words;
  return Array.from(words).slice(0, LONGEST_SHOWN).join('');
}
