import familyTastes from '#content/species/family-tastes.json' with { type: 'json' };

import { recordOf } from '../engine/record-of.ts';
import { FAMILIES, ITEM_ACTIONS, type Family, type ItemAction } from '../vocabulary.ts';
import type { Tastes } from './species.ts';

/** Words of a table that stand in one line, with commas. */
export function splitList(words: string): readonly string[] {
  return words.split(', ');
}

/** What a creature likes: its own lists, and its family's where it has none. */
export function tastesOf(family: Family, own: Partial<Tastes>): Tastes {
  return { ...FAMILY_TASTES[family], ...own };
}

// With more than eight items in a list nearly everything is like something in it.
const FAMILY_LISTS = familyTastes as Readonly<Record<Family, Readonly<Record<ItemAction, string>>>>;

const FAMILY_TASTES = recordOf(FAMILIES, (family) => lists(FAMILY_LISTS[family]));

function lists(lines: Readonly<Record<ItemAction, string>>): Tastes {
  return recordOf(ITEM_ACTIONS, (action) => splitList(lines[action]));
}
