import type { Instant } from '../../core/engine/clock.ts';
import { heartAt } from '../../core/heart/feel.ts';
import { KEEPSAKES, type KeepsakeKind, type KeepsakeRow } from '../../core/heart/keepsakes-table.ts';
import type { MannerKind } from '../../core/heart/manners-table.ts';
import type { OpenWish } from '../../core/heart/wish.ts';
import type { WishKind } from '../../core/heart/wishes-table.ts';
import { hasHatched, isAlive, type Creature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import type { House } from '../house.ts';
import { readLetters, readShelf, type LetterPage, type Shelf } from './read-heart.ts';

/** What a creature carries with it, as anybody may see it. */
export interface HeartView {
  /** What a living one wishes for. */
  readonly wish: (OpenWish & { readonly number: number }) | undefined;
  /** When the last wish of it came true. */
  readonly grantedAt: Instant | undefined;
  /** Who one that is grown up has become by the way it was kept. */
  readonly manner: MannerKind | undefined;
  readonly shelf: Shelf;
  /** The newest one, and how many there are. */
  readonly letters: LetterPage;
}

/** Undefined for an egg, which has no heart yet. */
export async function viewHeart(
  house: House,
  creature: Creature,
  species: Species,
  now: Instant,
): Promise<HeartView | undefined> {
  if (!hasHatched(creature)) return undefined;
  const { wish, grantedAt, manner } = heartAt(creature, species, now).heart;
  const [shelf, letters] = await Promise.all([
    readShelf(house, creature, species, now),
    readLetters(house, creature, species, now, { limit: 1, offset: 0 }),
  ]);
  const open = isAlive(creature) ? wish.open : undefined;
  return { wish: open && { ...open, number: wish.number }, grantedAt, manner, shelf, letters };
}

/** A wish that came true, and what was left of it. */
export interface WishComeTrue {
  readonly kind: 'wish';
  readonly wish: WishKind;
  readonly keepsake: KeepsakeKind;
  readonly at: Instant;
}

/** The wishes that came true, each for the first time, the oldest first. */
export function wishesComeTrue({ kept }: Shelf): readonly WishComeTrue[] {
  return kept.toReversed().flatMap(({ kind, at }) => {
    const { wish }: KeepsakeRow = KEEPSAKES[kind];
    return wish === undefined ? [] : [{ kind: 'wish', wish, keepsake: kind, at } as const];
  });
}
