import type { Instant } from '../../core/engine/clock.ts';
import { heartAt } from '../../core/heart/feel.ts';
import type { Heart } from '../../core/heart/heart.ts';
import { asksWhatWasTried, wishGranted, type KindAct } from '../../core/heart/grant-wish.ts';
import type { OpenWish, Wish } from '../../core/heart/wish.ts';
import { WISHES, type WishRow } from '../../core/heart/wishes-table.ts';
import type { Creature, HatchedCreature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import type { ItemCategory } from '../../core/vocabulary.ts';
import { hasTried, triedItemsOfMany } from '../../store/care/tried-items.ts';
import type { Db } from '../../store/engine/db.ts';

/** A wish that came true: which it was of all it had. */
export type GrantedWishFacts = Pick<OpenWish, 'kind'> & Pick<Wish, 'number'>;

interface ActOfCare extends Pick<KindAct, 'action' | 'notes'> {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly item: { readonly name: string; readonly category: ItemCategory } | undefined;
}

/** The wish that an act grants; whether something is new to it is known by what it was tried with. */
export async function findGranted(
  db: Db,
  { creature, species, action, item, notes }: ActOfCare,
  now: Instant,
): Promise<GrantedWishFacts | undefined> {
  const { wish } = heartAt(creature, species, now).heart;
  if (!wish.open) return undefined;
  const isNew =
    item !== undefined &&
    action !== 'reflect' &&
    asksWhatWasTried(wish.open.kind) &&
    !(await hasTried(db, creature.id, item.name));
  const kind = wishGranted(wish, creature, { action, notes, item: item && { ...item, isNew } }, now);
  return kind && { kind, number: wish.number };
}

/** Adds what was tried to those who wish for something new; nothing is read for the others. */
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
