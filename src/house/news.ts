import type { Instant } from '../core/clock.ts';
import type { Species } from '../core/species/species.ts';
import type { Path, Stage } from '../core/vocabulary.ts';
import type { Gravestone } from '../store/gravestones.ts';
import type { About, Growth, Loss } from '../store/news.ts';
import { stoneAsSeen } from './as-others-see.ts';
import { curtainOf } from './curtain.ts';
import { keeperName, shownName, type KeeperName } from './faces.ts';
import type { House } from './house.ts';
import { speciesOf } from './species-of.ts';

/** The one that news is about. */
export interface Mentioned {
  readonly id: string;
  readonly name: string;
  readonly species: Species;
  readonly keeper: KeeperName;
}

/** Something that happened to a creature, at its own moment. */
export type News = Born | Grown | Died;

export interface Born {
  readonly kind: 'born';
  readonly at: Instant;
  readonly who: Mentioned;
}

export interface Grown {
  readonly kind: 'grew';
  readonly at: Instant;
  readonly who: Mentioned;
  readonly to: Stage;
  /** Of one that grew up. */
  readonly path: Path | undefined;
}

export interface Died {
  readonly kind: 'died';
  readonly at: Instant;
  readonly who: Mentioned;
  readonly stone: Gravestone;
}

export async function born(house: House, { at, ...birth }: Growth): Promise<Born> {
  return { kind: 'born', at, who: await mentioned(house, birth) };
}

export async function grew(house: House, { at, to, path, ...growth }: Growth): Promise<Grown> {
  // What it became when it grew up is no news of the years before.
  return {
    kind: 'grew',
    at,
    who: await mentioned(house, growth),
    to,
    path: to === 'adult' ? path : undefined,
  };
}

export async function died(house: House, { at, stone, ...about }: Loss): Promise<Died> {
  const who = await mentioned(house, about);
  return { kind: 'died', at, who, stone: stoneAsSeen(await curtainOf(house), stone) };
}

export async function mentioned(house: House, about: Omit<About, 'at'>): Promise<Mentioned> {
  const { creatureId: id, keeperId, name, username, displayName } = about;
  const curtain = await curtainOf(house);
  return {
    id,
    name: shownName(curtain, { id, name }),
    species: await speciesOf(house, about.species),
    keeper: keeperName(curtain, { id: keeperId, username, displayName }),
  };
}
