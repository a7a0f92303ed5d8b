import type { Heart } from '../../core/heart/heart.ts';
import type { WishKind } from '../../core/heart/wishes-table.ts';
import { isAlive, type HatchedCreature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import type { ToldWish } from './wishes.ts';

/** A creature with what it carries with it. */
export interface WishingCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly heart: Heart;
}

/** The wish it has, as its keeper is told of it; the dead wish for nothing. */
export function openWishOf(wishing: WishingCreature): ToldWish | undefined {
  const { open, number } = wishing.heart.wish;
  return open && isAlive(wishing.creature) ? wishOf(wishing, { kind: open.kind, number }) : undefined;
}

/** One of its wishes, by its number in its life. */
export function wishOf(
  { creature, species, heart }: WishingCreature,
  { kind, number }: { readonly kind: WishKind; readonly number: number },
): ToldWish {
  const { name, seed, zone } = creature;
  return { wish: kind, number, name, seed, zone, species, loved: heart.care.loved };
}
