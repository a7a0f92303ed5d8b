import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import { ITEM_ACTIONS, type Action, type ItemAction, type ItemCategory } from '../core/vocabulary.ts';

/** What is known of its tastes: what its kind approves of, and how it took what was tried. */
export type KnownTastes = Pick<Reply<Routes['getCreaturePreferences']>, 'preferences' | 'discovered'>;

export function takesItem(action: Action): action is ItemAction {
  return ITEM_ACTIONS.some((each) => each === action);
}

/**
 * With what to do it: what the house itself suggests for this very act, or else something loved, liked, or approved and
 * untried. Never what it was found to dislike; then rather nothing at all.
 */
export function chooseItem(
  action: ItemAction,
  { preferences, discovered }: KnownTastes,
  advised: string | undefined,
): string | undefined {
  const tried = discovered[action] ?? [];
  const found = new Map(tried.map(({ item, category }) => [item, category]));
  const inCategory = (wanted: ItemCategory) => tried.find(({ category }) => category === wanted)?.item;
  const isWelcome = (item: string) => !UNWELCOME.has(found.get(item) ?? 'loved');
  if (advised !== undefined && isWelcome(advised)) return advised;
  return inCategory('loved') ?? inCategory('liked') ?? preferences[action].find((item) => !found.has(item));
}

// Something neutral does no more than nothing.
const UNWELCOME: ReadonlySet<ItemCategory> = new Set(['neutral', 'disliked', 'harmful']);
