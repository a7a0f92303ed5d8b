import type { Instant } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { KEEPSAKE_KINDS, type KeepsakeRow, KEEPSAKES } from '../../rules/heart/keepsakes-table.ts';
import { lettersReadAfter } from '../../rules/heart/letter.ts';
import { type Creature, hasHatched, isAlive } from '../../rules/lives/creature.ts';
import type { Species } from '../../rules/species/species.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import type { House } from '../house.ts';
import { chooseForReading, type ReadingQuery } from '../lives/choose-creature.ts';
import { markLettersRead } from '../lives/creatures.store.ts';
import { preparePublicReading } from '../public/public-reading.ts';
import { speciesOf } from '../species/species-registry.ts';
import { readLetters, readRarity, readShelf, type Shelf } from './read-heart.ts';

export type HeartView = NonNullable<Awaited<ReturnType<typeof viewHeart>>>;

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

export type OwnLetters = Awaited<ReturnType<typeof readOwnLetters>>;

/** Letters of one of the agent's creatures, also a dead or released one; marks them as read. */
export async function readOwnLetters(house: House, agent: KnownAgent, query: ReadingQuery, now: Instant) {
  const { creature, lettersRead } = await chooseForReading(house, agent, query.creatureId, now);
  const species = await speciesOf(house, creature.species);
  const page = await readLetters(house, creature, species, now, query);
  const read = lettersReadAfter(lettersRead, page.letters);
  if (read > lettersRead) await markLettersRead(house.store, creature, read);
  return { now, creature, species, ...page };
}
