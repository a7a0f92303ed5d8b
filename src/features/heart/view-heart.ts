import type { Instant } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import {
  KEEPSAKE_KINDS,
  type KeepsakeKind,
  type KeepsakeRow,
  KEEPSAKES,
} from '../../rules/heart/keepsakes-table.ts';
import type { MannerKind } from '../../rules/heart/manner.ts';
import { lettersReadAfter } from '../../rules/heart/unread.ts';
import type { OpenWish } from '../../rules/heart/wish.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { type Creature, hasHatched, isAlive } from '../../rules/lives/creature.ts';
import type { Species } from '../../rules/species/species.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import type { House } from '../house.ts';
import { chooseForReading, type ReadingQuery } from '../lives/choose-creature.ts';
import { markLettersRead } from '../lives/creatures.store.ts';
import { preparePublicReading } from '../public/public-reading.ts';
import { speciesOf } from '../species/species-registry.ts';
import { type LetterPage, readLetters, readRarity, readShelf, type Shelf } from './read-heart.ts';

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

/** All that can be kept, and how many keep it. */
export interface KeepsakeCatalog {
  /** The house is catching up: up to when this is complete. */
  readonly asOf: Instant | undefined;
  /** In the order of their table. */
  readonly kinds: readonly { readonly kind: KeepsakeKind; readonly creatures: number }[];
  /** How many creatures ever hatched here. */
  readonly of: number;
}

export async function browseKeepsakes(house: House, now: Instant): Promise<KeepsakeCatalog> {
  const { store, asOf } = await preparePublicReading(house, now);
  const { counts, of } = await readRarity(store);
  const kinds = KEEPSAKE_KINDS.map((kind) => ({ kind, creatures: counts.get(kind) ?? 0 }));
  return { asOf, kinds, of };
}

/** Letters of one creature, for its keeper. */
export interface OwnLetters extends LetterPage {
  readonly now: Instant;
  readonly creature: Creature;
  readonly species: Species;
}

/** What one of an agent's creatures has written, whatever became of it; what is new in it is marked as read. */
export async function readOwnLetters(
  house: House,
  agent: KnownAgent,
  wish: ReadingQuery,
  now: Instant,
): Promise<OwnLetters> {
  const { creature, lettersRead } = await chooseForReading(house, agent, wish.creatureId, now);
  const species = await speciesOf(house, creature.species);
  const page = await readLetters(house, creature, species, now, wish);
  const read = lettersReadAfter(lettersRead, page.letters);
  if (read > lettersRead) await markLettersRead(house.store, creature, read);
  return { now, creature, species, ...page };
}
