import type { Db, Transaction } from '../../../packages/database/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { heartAt, type HeartEvent } from '../../rules/heart/feel.ts';
import { asksWhatWasTried, type KindAct, wishGranted } from '../../rules/heart/grant-wish.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import { type KeepsakeKind, type KeepsakeRow, KEEPSAKES } from '../../rules/heart/keepsakes-table.ts';
import type { OpenWish, Wish } from '../../rules/heart/wish.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { type Creature, hasHatched, type HatchedCreature, isAlive } from '../../rules/lives/creature.ts';
import type { Species } from '../../rules/species/species.ts';
import { STAGES } from '../../rules/vocabulary.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import type { Keeper } from '../identity/agents.store.ts';
import {
  insertKeepsakes,
  insertLetters,
  keepsakesOf,
  keepsakesOfKeeper,
  hasTried,
} from '../records/heart.store.ts';
import { countKeepsakes } from '../tallies/counting.ts';
import { totals, type TallySums } from '../tallies/tallies.store.ts';
import { STAGE } from '../tallies/tally-names.store.ts';
import { lettersIn, readLetters, type LetterPage } from './letters.ts';

// Keepsakes since the last care are stored with the next care; until then they are computed from the heart.

/** The keepsakes of a creature, the newest first. */
export interface Shelf {
  readonly kept: readonly ShelfKeepsake[];
  /** Number of creatures that ever hatched. */
  readonly of: number;
}

interface KeptKeepsake {
  readonly kind: KeepsakeKind;
  readonly at: Instant;
}

interface ShelfKeepsake extends KeptKeepsake {
  /** Number of creatures that have one of this kind. */
  readonly creatures: number;
}

/**
 * The newest first; `creatures` of `of` that ever hatched have the kind, this one included. `happened`: events of the heart that
 * are not stored yet.
 */
export async function readShelf(
  { store }: Pick<CreaturesHouse, 'store'>,
  { id }: Pick<Creature, 'id'>,
  happened: readonly HeartEvent[],
  rarity: Promise<Rarity> = readRarity(store),
): Promise<Shelf> {
  const [stored, { counts, of }] = await Promise.all([keepsakesOf(store, id), rarity]);
  const written = stored.map(({ kind, keptAt }) => ({ kind, at: keptAt, creatures: counts.get(kind) ?? 1 }));
  const unwritten = keptIn(happened).map((kept) => {
    return { ...kept, creatures: (counts.get(kept.kind) ?? 0) + 1 };
  });
  return { kept: [...written, ...unwritten].toReversed(), of };
}

/** Number of creatures that have a keepsake of each kind, of all that ever hatched. */
export interface Rarity {
  readonly counts: TallySums;
  readonly of: number;
}

/** How many creatures keep each kind, and how many ever hatched (`of`). */
export async function readRarity(store: Db): Promise<Rarity> {
  const [counts, sums] = await Promise.all([totals(store, 'kept'), totals(store, 'house')]);
  const hatched = STAGES.filter((stage) => stage !== 'egg').map((stage) => sums.get(STAGE + stage) ?? 0);
  return { counts, of: hatched.reduce((sum, n) => sum + n, 0) };
}

/** The oldest first. */
function keptIn(happened: readonly HeartEvent[]) {
  return happened.flatMap((each) => (each.kind === 'kept' ? [{ kind: each.keepsake, at: each.at }] : []));
}

export interface KeeperShelf {
  /** Number of different keepsakes. */
  readonly kinds: number;
  readonly newest: readonly KeptKeepsake[];
}

const MOST_NEWEST = 5;

/** Each kind once, the newest first; of living creatures also what is not stored yet. */
export async function readKeeperShelf(
  { store }: Pick<CreaturesHouse, 'store'>,
  keeperId: string,
  living: readonly { readonly creature: Creature; readonly species: Species }[],
  now: Instant,
): Promise<KeeperShelf> {
  const stored = await keepsakesOfKeeper(store, keeperId);
  const written = stored.map(({ kind, keptAt }) => ({ kind, at: keptAt }));
  const unwritten = living.flatMap(({ creature, species }) => keptIn(eventsSince(creature, species, now)));
  const newestFirst = [...written, ...unwritten].toSorted(
    (one, other) => other.at - one.at || (one.kind < other.kind ? -1 : 1),
  );
  const kinds = [...Map.groupBy(newestFirst, ({ kind }) => kind).values()].flatMap(
    ([newest]) => newest ?? [],
  );
  return { kinds: kinds.length, newest: kinds.slice(0, MOST_NEWEST) };
}

/** Heart events since the last care, which are not stored yet. */
function eventsSince(creature: Creature, species: Species, now: Instant): readonly HeartEvent[] {
  return hasHatched(creature) ? heartAt(creature, species, now).happened : [];
}

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
  const letters = lettersIn(happened);
  const kinds = kept.map(({ keepsake }) => keepsake);
  countKeepsakes(db, keeper, kinds);
  const rows = kept.map(({ keepsake, at }) => ({ kind: keepsake, keptAt: at }));
  if (rows.length > 0) await insertKeepsakes(db.posted, creatureId, rows);
  if (letters.length > 0) await insertLetters(db.posted, creatureId, letters);
}

/** `number` counts the wishes of a life. */
export type GrantedWishFacts = Pick<OpenWish, 'kind'> & Pick<Wish, 'number' | 'from'>;

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
  return kind && { kind, number: wish.number, from: wish.from };
}

export interface HeartView extends Pick<Heart, 'grantedAt' | 'manner' | 'ambition'> {
  readonly wish: (OpenWish & Pick<Wish, 'number'>) | undefined;
  readonly shelf: Shelf;
  /** The newest letter alone. */
  readonly letters: LetterPage;
}

/** Public facts; of the letters only the newest. Undefined for an egg, which has no heart yet. */
export async function viewHeart(
  house: Pick<CreaturesHouse, 'lettersInWriting' | 'species' | 'store'>,
  creature: Creature,
  species: Species,
  now: Instant,
): Promise<HeartView | undefined> {
  if (!hasHatched(creature)) return undefined;
  const felt = heartAt(creature, species, now);
  const { wish, grantedAt, manner, ambition } = felt.heart;
  const [shelf, letters] = await Promise.all([
    readShelf(house, creature, felt.happened),
    readLetters(house, creature, species, now, { limit: 1, offset: 0, felt }),
  ]);
  const open = isAlive(creature) ? wish.open : undefined;
  return { wish: open && { ...open, number: wish.number }, grantedAt, manner, ambition, shelf, letters };
}

export interface WishComeTrue {
  readonly kind: 'wish';
  readonly wish: WishKind;
  readonly keepsake: KeepsakeKind;
  readonly at: Instant;
}

/** The first time of each granted kind of wish, the oldest first. */
export function wishesComeTrue({ kept }: Shelf): WishComeTrue[] {
  return kept.toReversed().flatMap(({ kind, at }) => {
    const { wish }: KeepsakeRow = KEEPSAKES[kind];
    return wish === undefined ? [] : [{ kind: 'wish', wish, keepsake: kind, at } as const];
  });
}
