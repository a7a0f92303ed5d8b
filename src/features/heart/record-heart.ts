import type { Db, Transaction } from '../../db/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { HeartEvent } from '../../rules/heart/feel.ts';
import { asksWhatWasTried, type KindAct, wishGranted } from '../../rules/heart/grant-wish.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import type { OpenWish, Wish } from '../../rules/heart/wish.ts';
import { WISHES, type WishRow } from '../../rules/heart/wishes-table.ts';
import type { Creature, HatchedCreature } from '../../rules/lives/creature.ts';
import type { Keeper } from '../agents/keepers.store.ts';
import { hasTried, triedItemsOfMany } from '../care/deeds.store.ts';
import { countKeepsakes } from '../stats/counting.ts';
import { insertKeepsakes, insertLetters } from './heart.store.ts';

/** Stores new keepsakes and letters. */
export async function recordHeart(
  db: Transaction,
  creatureId: string,
  keeper: Pick<Keeper, 'counts'>,
  happened: readonly HeartEvent[],
): Promise<void> {
  // The common case; an empty batch would still cost a round trip.
  if (happened.length === 0) return;
  const kept = happened.filter((each) => each.kind === 'kept');
  const letters = happened.flatMap((each) => (each.kind === 'letter' ? [each.letter] : []));
  const kinds = kept.map(({ keepsake }) => keepsake);
  countKeepsakes(db, keeper, kinds);
  const rows = kept.map(({ keepsake, at }) => ({ kind: keepsake, keptAt: at }));
  if (rows.length > 0) await insertKeepsakes(db.posted, creatureId, rows);
  if (letters.length > 0) await insertLetters(db.posted, creatureId, letters);
}

/** `number` counts the wishes of a life. */
export type GrantedWishFacts = Pick<OpenWish, 'kind'> & Pick<Wish, 'number'>;

interface ActOfCare extends Pick<KindAct, 'action' | 'notes'> {
  readonly creature: HatchedCreature;
  readonly wish: Wish;
  readonly item: (Omit<NonNullable<KindAct['item']>, 'isNew'> & { readonly name: string }) | undefined;
}

/** The wish that this act of care grants. */
export async function findGranted(
  db: Db,
  { creature, wish, action, item, notes }: ActOfCare,
  now: Instant,
): Promise<GrantedWishFacts | undefined> {
  if (!wish.open) return undefined;
  const isNew =
    item !== undefined &&
    action !== 'reflect' &&
    asksWhatWasTried(wish.open.kind) &&
    !(await hasTried(db, creature.id, item.name));
  const kind = wishGranted(wish, creature, { action, notes, item: item && { ...item, isNew } }, now);
  return kind && { kind, number: wish.number };
}

/** Adds the tried items of creatures that wish for something new. */
export async function withTriedItems<Found extends Wisher>(
  db: Db,
  household: readonly Found[],
): Promise<readonly (Found & { readonly tried?: readonly string[] })[]> {
  const ids = household.filter(wishesForNew).map(({ creature }) => creature.id);
  if (ids.length === 0) return household;
  const items = Map.groupBy(await triedItemsOfMany(db, ids), ({ creatureId }) => creatureId);
  return household.map((found) => {
    const tried = items.get(found.creature.id)?.map(({ item }) => item);
    return tried ? { ...found, tried } : found;
  });
}

interface Wisher {
  readonly creature: Creature;
  readonly heart?: Heart | undefined;
}

function wishesForNew({ heart }: Wisher): boolean {
  const { kind } = heart?.wish.open ?? {};
  return kind !== undefined && (WISHES[kind] as WishRow).item === 'new';
}
