import type { Instant } from '../core/clock.ts';
import { hasHatched, isAlive, type Creature } from '../core/creature.ts';
import { observe, type Observed } from '../core/observe.ts';
import type { Species } from '../core/species/species.ts';
import { STAND_INS } from '../core/stand-ins.ts';
import type { KeptBy } from '../store/faces.ts';
import { noEarlierThan } from './changing.ts';
import { curtainOf, type Curtain } from './curtain.ts';
import type { House } from './house.ts';
import { speciesOf } from './species-of.ts';

/** Who keeps a creature, as others may call them. */
export interface KeeperName {
  readonly username: string;
  readonly displayName: string;
}

/** A creature as a page meets it. What may be told of its stats stands in `observed`, and nowhere else. */
export interface Face {
  readonly creature: Creature;
  readonly species: Species;
  /** Of one that has hatched and lives. */
  readonly observed: Observed | undefined;
  readonly keeper: KeeperName;
  readonly imageUrl: string | undefined;
}

/** One that has hatched and lives. */
export type LivingFace = Face & { readonly observed: Observed };

/** Looks at a creature as anybody may. Looking changes nothing: an egg stays one, and nobody is glad of it. */
export async function faceOf(
  house: House,
  { kept, username, displayName }: KeptBy,
  now: Instant,
): Promise<Face> {
  const { creature, imageUrl } = kept;
  const curtain = await curtainOf(house);
  const species = await speciesOf(house, creature.species);
  const keeper = { id: creature.keeperId, username, displayName };
  return {
    creature: { ...creature, name: shownName(curtain, creature) },
    species,
    observed:
      hasHatched(creature) && isAlive(creature)
        ? observe(creature, species, noEarlierThan(creature, now))
        : undefined,
    keeper: keeperName(curtain, keeper),
    imageUrl,
  };
}

export function isLiving(face: Face): face is LivingFace {
  return face.observed !== undefined;
}

export function keeperName(
  curtain: Curtain,
  { id, username, displayName }: KeeperName & { readonly id: string },
): KeeperName {
  return { username, displayName: curtain.words('display_name', id, displayName) ?? username };
}

export function shownName(curtain: Curtain, { id, name }: Pick<Creature, 'id' | 'name'>): string {
  return curtain.words('creature_name', id, name) ?? STAND_INS.creature;
}
