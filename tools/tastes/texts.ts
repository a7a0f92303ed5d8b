import { KINDS } from '../../src/artist/words/invent-look.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { type Tastes, tastesOf } from '../../src/rules/species/species.ts';
import { FAMILIES, ITEM_ACTIONS } from '../../src/rules/vocabulary.ts';
import { itemPhrase } from '../../src/outside/open-taste-judge.ts';

const ALL_TASTES: readonly Tastes[] = [
  ...CATALOG.map(({ tastes }) => tastes),
  ...FAMILIES.map((family) => tastesOf(family, {})),
];

/** Every text with a shipped vector, sorted. */
export function textsToSee(): readonly string[] {
  const texts = new Set(KINDS.map(({ means }) => means));
  for (const action of ITEM_ACTIONS) {
    for (const item of ALL_TASTES.flatMap((tastes) => tastes[action])) texts.add(itemPhrase(action, item));
  }
  return [...texts].toSorted();
}
