import { KINDS } from '../../src/artist/words/kinds.ts';
import { CATALOG } from '../../src/core/species/catalog.ts';
import type { Tastes } from '../../src/core/species/species.ts';
import { tastesOf } from '../../src/core/species/tastes.ts';
import { FAMILIES, ITEM_ACTIONS } from '../../src/core/vocabulary.ts';
import { itemPhrase } from '../../src/outside/care/semantic-judge.ts';

const ALL_TASTES: readonly Tastes[] = [
  ...CATALOG.map(({ tastes }) => tastes),
  ...FAMILIES.map((family) => tastesOf(family, {})),
];

/** Every text whose vector the house brings along, in alphabetical order. */
export function textsToSee(): readonly string[] {
  const texts = new Set(KINDS.map(({ means }) => means));
  for (const action of ITEM_ACTIONS) {
    for (const item of ALL_TASTES.flatMap((tastes) => tastes[action])) texts.add(itemPhrase(action, item));
  }
  return [...texts].toSorted();
}
