import {
  similaritiesOf,
  scoreOf,
  type Similarities,
  type ScoreCalibration,
} from '../../src/core/care/embedding-score.ts';
import { scoreByWords, scoreByMeaning, type OfferedItem } from '../../src/core/care/item-score.ts';
import { findBuiltIn } from '../../src/core/species/catalog.ts';
import { ITEM_CATEGORIES, type ItemAction, type ItemCategory } from '../../src/core/vocabulary.ts';
import { embedItem, normalizeItem, embedReferences } from '../../src/outside/care/semantic-judge.ts';
import type { VectorCache } from '../../src/outside/care/vector-cache.ts';
import labelled from '../../test/care/labelled-items.json' with { type: 'json' };

/** One labelled item: what it should be, and what can be told of it before any scale. */
export interface Case {
  readonly half: string;
  readonly list: string;
  readonly brought: OfferedItem;
  readonly expected: ItemCategory;
  readonly byWords: number | undefined;
  readonly closeness: Similarities;
}

/** Every labelled item, seen through a model. */
export async function labelledCases(known: VectorCache): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const { species: slug, action, half, approved, items } of labelled) {
    const species = findBuiltIn(slug);
    if (species === undefined) throw new Error(`${slug} is no species`);
    const doing = action as ItemAction;
    const receiver = { family: species.family, tastes: { ...species.tastes, [doing]: approved } };
    const world = await embedReferences(known, { action: doing, species: receiver });
    for (const expected of ITEM_CATEGORIES) {
      for (const item of items[expected]) {
        const brought = { item: await normalizeItem(item), action: doing, species: receiver };
        const closeness = similaritiesOf(await embedItem(known, brought), world);
        cases.push({
          half,
          list: `${slug} ${action}`,
          brought,
          expected,
          byWords: scoreByWords(brought),
          closeness,
        });
      }
    }
  }
  return cases;
}

export function scoreWith(scale: ScoreCalibration, { byWords, closeness, brought }: Case): number {
  return byWords ?? scoreByMeaning(scoreOf(closeness, scale), brought);
}
