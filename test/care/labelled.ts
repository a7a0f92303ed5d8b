import { KINDS } from '../../packages/artist/words/invent-look.ts';
import type { Embedder } from '../../packages/tastes/embedder.ts';
import type { LikenessScale } from '../../packages/tastes/embedding-score.ts';
import { categoryOf } from '../../src/rules/care/care.ts';
import * as judging from '../../src/rules/care/judge-item.ts';
import { CATALOG, findBuiltIn } from '../../src/rules/species/catalog.ts';
import { tastesOf, type Species, type Tastes } from '../../src/rules/species/species.ts';
import {
  FAMILIES,
  ITEM_ACTIONS,
  ITEM_CATEGORIES,
  type ItemAction,
  type ItemCategory,
} from '../../src/rules/vocabulary.ts';
import * as taste from '../../src/outside/open-taste-judge.ts';
import blind from './blind-items.json' with { type: 'json' };
import labelled from './labelled-items.json' with { type: 'json' };
import newLabelled from './new-labelled-items.json' with { type: 'json' };
import practice from './practice-items.json' with { type: 'json' };

/** An item labelled by people, and its split: `other`, `apart` and `second` are held out and must not be read for tuning. */
export interface LabelledItem {
  readonly split: string;
  readonly item: string;
  readonly action: ItemAction;
  readonly species: Species;
  readonly expected: ItemCategory;
}

export function labelledItems(): readonly LabelledItem[] {
  return [...labelled, ...newLabelled, ...practice, ...blind].flatMap(
    ({ species: slug, action, split, approved, items }) => {
      const builtIn = findBuiltIn(slug);
      if (builtIn === undefined) throw new Error(`${slug} is no species`);
      const species = { ...builtIn, tastes: { ...builtIn.tastes, [action]: approved } };
      return ITEM_CATEGORIES.flatMap((expected) =>
        items[expected].map((item) => ({ split, item, action: action as ItemAction, species, expected })),
      );
    },
  );
}

/** The same with what the house knows of it, and how near the model finds it to a favourite, where that is asked. */
export type SeenItem = LabelledItem & {
  readonly known: judging.Judgement | undefined;
  readonly near: number;
};

const NO_STORE = { read: async () => undefined, write: async () => undefined };

/** Looks at items with all the time it takes, unlike the house, which waits for a model no longer than two seconds. */
export async function seeItems(items: readonly LabelledItem[], embedder: Embedder) {
  const vectors = taste.vectorCache({
    embedder,
    store: NO_STORE,
    bundled: () => taste.bundledVectors(embedder.model),
  });
  const seen: SeenItem[] = [];
  for (const each of items) {
    const offer = { ...each, item: await taste.normalizeItem(each.item) };
    const known = judging.judgeByKnowledge(offer);
    seen.push({
      ...each,
      known,
      near: judging.isOpenToMeaning(known) ? await taste.nearnessOf(vectors, offer) : 0,
    });
  }
  return seen;
}

export type JudgedLabel = Readonly<Record<'expected' | 'given', ItemCategory>>;

export function judgeSeen({ known, near, expected }: SeenItem, scale: LikenessScale): JudgedLabel {
  return { expected, given: categoryOf(judging.judgeByMeaning(known, near, scale).score) };
}

/** Percentages: equal labels, labels at most one step apart, and good/harm confusions. */
export function agreementOf(judged: readonly JudgedLabel[]) {
  const within = (steps: number) =>
    (100 * judged.filter((each) => stepsApart(each) <= steps).length) / judged.length;
  const turnedRound = judged.filter((each) => stepsApart(each) === 4).length;
  return { exact: within(0), withinOne: within(1), turnedRound };
}

export function stepsApart({ expected, given }: JudgedLabel): number {
  return Math.abs(ITEM_CATEGORIES.indexOf(expected) - ITEM_CATEGORIES.indexOf(given));
}

const ALL_TASTES: readonly Tastes[] = [
  ...CATALOG.map(({ tastes }) => tastes),
  ...FAMILIES.map((family) => tastesOf(family, {})),
];

export function textsToSee(): readonly string[] {
  const texts = new Set(KINDS.map(({ means }) => means));
  for (const action of ITEM_ACTIONS) {
    for (const item of ALL_TASTES.flatMap((tastes) => tastes[action]))
      texts.add(taste.itemPhrase(action, item));
  }
  return [...texts].toSorted();
}
