import type { ThingKind } from '../../../packages/tastes/lexicon.ts';
import { HOUR, type Instant } from '../base/clock.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import type { Action, ItemCategory } from '../vocabulary.ts';
import { dayPartAt } from './heart.ts';
import type { Wish } from './wish.ts';
import { WISHES, type WishKind, type WishRow } from './wishes-table.ts';

export interface KindAct {
  readonly action: Action;
  readonly item?: KindItem | undefined;
  readonly notes?: string | undefined;
}

interface KindItem {
  /** What it is by its name, as `thingKindsOf` says. */
  readonly kinds: readonly ThingKind[];
  readonly category: ItemCategory;
  readonly isNew: boolean;
}

export function wishGranted(
  { open }: Wish,
  creature: HatchedCreature,
  act: KindAct,
  now: Instant,
): WishKind | undefined {
  if (!open || now >= open.until) return undefined;
  const row: WishRow = WISHES[open.kind];
  const isMeant =
    (row.action === undefined || row.action === act.action) &&
    act.item?.category !== 'harmful' &&
    act.item?.category !== 'disliked' &&
    hasTheThing(row, act.item) &&
    hasTheWords(row, act.notes) &&
    isItsMoment(row, creature, act.action, now);
  return isMeant ? open.kind : undefined;
}

/** At the wished hour, and in the right position after previous care. */
export function isItsMoment(row: WishRow, creature: HatchedCreature, action: Action, now: Instant): boolean {
  const isItsHour = row.part === undefined || row.part === dayPartAt(creature.zone, now);
  return isItsHour && isInPlace(row, creature, action, now);
}

/** Whether the wish depends on `isNew`, which takes a query to find out. */
export function asksWhatWasTried(kind: WishKind): boolean {
  const { item }: WishRow = WISHES[kind];
  return item !== undefined;
}

function hasTheThing({ thing, item: wanted }: WishRow, item: KindItem | undefined): boolean {
  if (!thing && !wanted) return true;
  if (!item) return false;
  if (wanted === 'new') return item.isNew && (item.category === 'loved' || item.category === 'liked');
  if (wanted === 'loved') return !item.isNew && item.category === 'loved';
  return thing !== undefined && item.kinds.includes(thing);
}

/** Characters. */
export const LONG_STORY = 120;

function hasTheWords({ words }: WishRow, notes: string | undefined): boolean {
  const length = notes?.trim().length ?? 0;
  if (words === 'none') return length === 0;
  if (words === 'long') return length >= LONG_STORY;
  return words === undefined || length > 0;
}

export const SOON = 5 * HOUR;
export const LAST_DEEDS = 4;

function isInPlace(
  { after }: WishRow,
  { life, record }: HatchedCreature,
  action: Action,
  now: Instant,
): boolean {
  const waited = now - life.lastCareAt;
  if (after === 'soon') return waited >= SAME_VISIT && waited <= SOON;
  if (after === 'first') return waited >= SAME_VISIT;
  if (after === 'again') return waited < SAME_VISIT && record.lastAction === action;
  if (after === 'other') return !record.recentActions.slice(-LAST_DEEDS).includes(action);
  return true;
}
