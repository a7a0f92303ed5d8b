import { recordOf } from '../engine/record-of.ts';
import { addChanges, mapChanges, scaleGains, type StatChanges } from '../stats.ts';
import { ITEM_ACTIONS, type Action, type ItemAction, type ItemCategory } from '../vocabulary.ts';

/** The lowest score of each category; what is below the last is harmful. */
export const CATEGORY_SCORES = [
  { category: 'loved', from: 0.6 },
  { category: 'liked', from: 0.5 },
  { category: 'neutral', from: 0.42 },
  { category: 'disliked', from: 0.33 },
] as const;

export function categoryOf(score: number): ItemCategory {
  return CATEGORY_SCORES.find(({ from }) => score >= from)?.category ?? 'harmful';
}

/** A score in the band of a category, the higher the larger the share (0 to 1). The top of the loved band is for favourites themselves. */
export function scoreWithin(category: ItemCategory, share: number): number {
  const at = CATEGORY_SCORES.findIndex((each) => each.category === category);
  const from = CATEGORY_SCORES[at]?.from ?? 0;
  const to = at === 0 ? 0.9 : (CATEGORY_SCORES.at(at === -1 ? -1 : at - 1)?.from ?? 1);
  return from + Math.min(Math.max(share, 0), 0.99) * (to - from);
}

/** What each action does, in the order of the specification. */
export const DEFAULT_EFFECTS: Record<Action, StatChanges> = {
  feed: { hunger: 50 },
  play: { happiness: 15 },
  clean: { health: 10 },
  medicine: { health: 25 },
  discipline: { discipline: 10, happiness: -5, trust: -1 },
  sleep: { health: 5 },
  reflect: { trust: 2 },
};

const LOVED_EFFECTS: Record<ItemAction, StatChanges> = {
  feed: { hunger: 60, happiness: 8 },
  play: { happiness: 20, health: 5 },
  clean: { health: 15, happiness: 8 },
  medicine: { health: 30, trust: 4 },
  discipline: { discipline: 12, happiness: -2 },
  sleep: { health: 8, happiness: 3 },
};

const HARMFUL_EFFECTS: Record<ItemAction, StatChanges> = {
  feed: { health: -15 },
  play: { happiness: -10, health: -5 },
  clean: { health: -10 },
  medicine: { health: -20 },
  discipline: { happiness: -15, health: -10 },
  sleep: { health: -5 },
};

const EFFECTS_BY_CATEGORY: Record<ItemCategory, Record<ItemAction, StatChanges>> = {
  loved: LOVED_EFFECTS,
  liked: recordOf(ITEM_ACTIONS, (action) => halfway(DEFAULT_EFFECTS[action], LOVED_EFFECTS[action])),
  neutral: DEFAULT_EFFECTS,
  disliked: recordOf(ITEM_ACTIONS, (action) => scaleGains(0.5, DEFAULT_EFFECTS[action])),
  harmful: HARMFUL_EFFECTS,
};

/** What an action does with an item of this category, or with none. */
export function effectOf(action: Action, category: ItemCategory | undefined): StatChanges {
  if (action === 'reflect' || category === undefined) return DEFAULT_EFFECTS[action];
  return EFFECTS_BY_CATEGORY[category][action];
}

function halfway(one: StatChanges, other: StatChanges): StatChanges {
  return mapChanges(addChanges(one, other), (change) => change / 2);
}
