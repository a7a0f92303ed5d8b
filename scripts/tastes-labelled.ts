import labelled from '../test/tastes/items.json' with { type: 'json' };

import { scoreByWords, scoreByMeaning, type Brought } from '../src/core/likeness.ts';
import { closenessOf, scoreOf, type Closeness, type Scale } from '../src/core/likeness-score.ts';
import { findBuiltIn } from '../src/core/species/catalog.ts';
import { ITEM_CATEGORIES, type ItemAction, type ItemCategory } from '../src/core/vocabulary.ts';
import { meaningOf, plainWords, worldOf } from '../src/outside/tastes-by-meaning.ts';
import type { Recall } from '../src/outside/tastes-recall.ts';

/** One labelled item: what it should be, and what can be told of it before any scale. */
export interface Case {
  readonly half: string;
  readonly list: string;
  readonly brought: Brought;
  readonly expected: ItemCategory;
  readonly byWords: number | undefined;
  readonly closeness: Closeness;
}

/** Every labelled item, seen through a model. */
export async function labelledCases(known: Recall): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const { species: slug, action, half, approved, items } of labelled) {
    const species = findBuiltIn(slug);
    if (species === undefined) throw new Error(`${slug} is no species`);
    const doing = action as ItemAction;
    const receiver = { family: species.family, tastes: { ...species.tastes, [doing]: approved } };
    const world = await worldOf(known, { action: doing, species: receiver });
    for (const expected of ITEM_CATEGORIES) {
      for (const item of items[expected]) {
        const brought = { item: await plainWords(item), action: doing, species: receiver };
        const closeness = closenessOf(await meaningOf(known, brought), world);
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

export function scoreWith(scale: Scale, { byWords, closeness, brought }: Case): number {
  return byWords ?? scoreByMeaning(scoreOf(closeness, scale), brought);
}
