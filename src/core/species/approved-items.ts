import { FAMILIES, ITEM_ACTIONS } from '../vocabulary.ts';
import { CATALOG } from './catalog.ts';
import { tastesOf } from './tastes.ts';

/** Every item some species likes, by the name the house has for it. */
export const APPROVED_ITEMS: ReadonlySet<string> = new Set(
  [...CATALOG.map(({ tastes }) => tastes), ...FAMILIES.map((family) => tastesOf(family, {}))].flatMap(
    (tastes) => ITEM_ACTIONS.flatMap((action) => tastes[action]),
  ),
);

/** The item as the house itself calls it, when it does; anything else is a stranger's word. */
export function approvedItem(name: string): string | undefined {
  if (APPROVED_ITEMS.has(name)) return name;
  // Plain letters only: on others databases and languages disagree about upper and lower case.
  const word = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return APPROVED_ITEMS.has(word) ? word : undefined;
}
