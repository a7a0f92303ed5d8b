import type { Instant } from '../../rules/base/clock.ts';
import { heartAt, type HeartEvent } from '../../rules/heart/feel.ts';
import { type Creature, hasHatched, type HatchedCreature, isAlive } from '../../rules/lives/creature.ts';
import type { Species } from '../../rules/species/species.ts';
import { STAGES } from '../../rules/vocabulary.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { totals } from '../stats/tallies.store.ts';
import { STAGE } from '../stats/tally-names.store.ts';
import { insertKeepsakes, insertLetters, keepsakesOf, keepsakesOfKeeper, hasTried } from './heart.store.ts';
import type { House } from '../house.ts';
import { asksWhatWasTried, type KindAct, wishGranted } from '../../rules/heart/grant-wish.ts';
import type { OpenWish, Wish } from '../../rules/heart/wish.ts';
import type { Keeper } from '../agents/agents.store.ts';
import { countKeepsakes } from '../stats/counting.ts';
import { KEEPSAKE_KINDS, type KeepsakeRow, KEEPSAKES } from '../../rules/heart/keepsakes-table.ts';
import { lettersIn, readLetters } from './letters.ts';
import { preparePublicReading } from '../public/public-reading.ts';

// Keepsakes since the last care are stored with the next care; until then they are computed from the heart.

export type Shelf = Awaited<ReturnType<typeof readShelf>>;

/** The newest first; `creatures` of `of` that ever hatched have the kind, this one included. */
export async function readShelf(
  { store }: Pick<House, 'store'>,
  creature: Creature,
  species: Species,
  now: Instant,
) {
  const [stored, { counts, of }] = await Promise.all([keepsakesOf(store, creature.id), readRarity(store)]);
  const written = stored.map(({ kind, keptAt }) => ({ kind, at: keptAt, creatures: counts.get(kind) ?? 1 }));
  const unwritten = keptSince(creature, species, now).map((kept) => {
    return { ...kept, creatures: (counts.get(kept.kind) ?? 0) + 1 };
  });
  return { kept: [...written, ...unwritten].toReversed(), of };
}

/** How many creatures keep each kind, and how many ever hatched (`of`). */
async function readRarity(store: Db) {
  const [counts, sums] = await Promise.all([totals(store, 'kept'), totals(store, 'house')]);
  const hatched = STAGES.filter((stage) => stage !== 'egg').map((stage) => sums.get(STAGE + stage) ?? 0);
  return { counts, of: hatched.reduce((sum, n) => sum + n, 0) };
}

/** Keepsakes that are not stored yet, the oldest first. */
function keptSince(creature: Creature, species: Species, now: Instant) {
  return eventsSince(creature, species, now).flatMap((each) =>
    each.kind === 'kept' ? [{ kind: each.keepsake, at: each.at }] : [],
  );
}

export type KeeperShelf = Awaited<ReturnType<typeof readKeeperShelf>>;

const MOST_NEWEST = 5;

/** Each kind once, the newest first; of living creatures also what is not stored yet. */
export async function readKeeperShelf(
  { store }: Pick<House, 'store'>,
  keeperId: string,
  living: readonly { readonly creature: Creature; readonly species: Species }[],
  now: Instant,
) {
  const stored = await keepsakesOfKeeper(store, keeperId);
  const written = stored.map(({ kind, keptAt }) => ({ kind, at: keptAt }));
  const unwritten = living.flatMap(({ creature, species }) => keptSince(creature, species, now));
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

/** Public facts; of the letters only the newest. Undefined for an egg, which has no heart yet. */
export async function viewHeart(house: House, creature: Creature, species: Species, now: Instant) {
  if (!hasHatched(creature)) return undefined;
  const { wish, grantedAt, manner } = heartAt(creature, species, now).heart;
  const [shelf, letters] = await Promise.all([
    readShelf(house, creature, species, now),
    readLetters(house, creature, species, now, { limit: 1, offset: 0 }),
  ]);
  const open = isAlive(creature) ? wish.open : undefined;
  return { wish: open && { ...open, number: wish.number }, grantedAt, manner, shelf, letters };
}

export type WishComeTrue = ReturnType<typeof wishesComeTrue>[number];

/** The first time of each granted kind of wish, the oldest first. */
export function wishesComeTrue({ kept }: Shelf) {
  return kept.toReversed().flatMap(({ kind, at }) => {
    const { wish }: KeepsakeRow = KEEPSAKES[kind];
    return wish === undefined ? [] : [{ kind: 'wish', wish, keepsake: kind, at } as const];
  });
}

export type KeepsakeCatalog = Awaited<ReturnType<typeof browseKeepsakes>>;

export async function browseKeepsakes(house: House, now: Instant) {
  const { store, asOf } = await preparePublicReading(house, now);
  const { counts, of } = await readRarity(store);
  const kinds = KEEPSAKE_KINDS.map((kind) => ({ kind, creatures: counts.get(kind) ?? 0 }));
  return { asOf, kinds, of };
}
