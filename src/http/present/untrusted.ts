import type { Species } from '../../core/species/species.ts';

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
