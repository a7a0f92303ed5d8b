import type { Instant } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { hasHatched, isAlive, type Creature } from '../../rules/lives/creature.ts';
import { observe, type Observation } from '../../rules/lives/observe.ts';
import { attireOf, type Attire } from '../../rules/attire.ts';
import type { Species } from '../../rules/species/species.ts';
import { findCreatureWithKeeper, type CreatureWithKeeper } from './creatures-with-keepers.store.ts';
import { noEarlierThan } from '../optimistic-lock.ts';
import type { House } from '../house.ts';
import { settle } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { visibleCreatureName, visibleKeeperName, type KeeperName } from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';

export type { KeeperName };

/** A creature as anybody may know it. What may be told of its stats stands in `observed`, and nowhere else. */
export interface PublicCreature {
  readonly creature: Creature;
  readonly species: Species;
  /** Of one that has hatched and lives. */
  readonly observed: Observation | undefined;
  /** What can be seen on it; whoever is gone is remembered as it was. */
  readonly attire: Attire;
  readonly keeper: KeeperName;
  readonly imageUrl: string | undefined;
}

/** One that has hatched and lives. */
export type LivingPublicCreature = PublicCreature & { readonly observed: Observation };

/** The creature of that id, brought up to date, unless there is none or its keeper is blocked. */
export async function findVisibleCreature(
  house: House,
  id: string,
  now: Instant,
): Promise<CreatureWithKeeper | undefined> {
  const found = isId(id) ? await findCreatureWithKeeper(house.store, id) : undefined;
  if (!found || (await readHiddenContent(house)).hidesAgent(found.stored.creature.keeperId)) return undefined;
  return { ...found, stored: await settle(house, found.stored, now) };
}

/** Observing changes nothing: an egg stays one, and it counts as nobody's visit. */
export async function toPublic(
  house: House,
  { stored, username, displayName }: CreatureWithKeeper,
  now: Instant,
): Promise<PublicCreature> {
  const { creature, imageUrl } = stored;
  const hidden = await readHiddenContent(house);
  const species = await speciesOf(house, creature.species);
  return {
    creature: { ...creature, name: visibleCreatureName(hidden, creature) },
    species,
    observed: observeLiving(creature, species, now),
    attire: attireOf(creature, species, noEarlierThan(creature, now)),
    keeper: visibleKeeperName(hidden, { id: creature.keeperId, username, displayName }),
    imageUrl,
  };
}

export function observeLiving(creature: Creature, species: Species, now: Instant): Observation | undefined {
  if (!hasHatched(creature) || !isAlive(creature)) return undefined;
  return observe(creature, species, noEarlierThan(creature, now));
}

export function isLiving(creature: PublicCreature): creature is LivingPublicCreature {
  return creature.observed !== undefined;
}
