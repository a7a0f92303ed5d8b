import { allReadable } from '../../db/quarantine.ts';
import { type Attire, attireOf } from '../../rules/attire.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { type Creature, hasHatched, isAlive } from '../../rules/lives/creature.ts';
import { observe, type Observation } from '../../rules/lives/observe.ts';
import type { Species } from '../../rules/species/species.ts';
import type { House } from '../house.ts';
import { settle } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { type KeeperName, visibleCreatureName, visibleKeeperName } from '../moderation/redact.ts';
import { noEarlierThan } from '../optimistic-lock.ts';
import { speciesOf } from '../species/species-registry.ts';
import { type CreatureWithKeeper, findCreatureWithKeeper } from './creatures-with-keepers.store.ts';

export type { KeeperName };

/** A creature as the public may see it. Its public stats are in `observed` only. */
export interface PublicCreature {
  readonly creature: Creature;
  readonly species: Species;
  /** Facts about a living creature; undefined for eggs, the dead and the released. */
  readonly observed: Observation | undefined;
  /** What the creature wears; of a dead or released one, what it wore last. */
  readonly attire: Attire;
  readonly keeper: KeeperName;
  readonly imageUrl: string | undefined;
}

/** A public creature that is hatched and alive. */
export type LivingPublicCreature = PublicCreature & { readonly observed: Observation };

/** The settled creature with this id; undefined if there is none or its keeper is blocked. */
export async function findVisibleCreature(
  house: House,
  id: string,
  now: Instant,
): Promise<CreatureWithKeeper | undefined> {
  const found = isId(id) ? await findCreatureWithKeeper(house.store, id) : undefined;
  if (!found || (await readHiddenContent(house)).hidesAgent(found.stored.creature.keeperId)) return undefined;
  return { ...found, stored: await settle(house, found.stored, now) };
}

/** The public view of a creature. Writes nothing: it neither hatches an egg nor counts as a visit. */
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

export function allToPublic(
  house: House,
  found: readonly CreatureWithKeeper[],
  now: Instant,
): Promise<PublicCreature[]> {
  return allReadable(found.map((one) => toPublic(house, one, now)));
}

export function observeLiving(creature: Creature, species: Species, now: Instant): Observation | undefined {
  if (!hasHatched(creature) || !isAlive(creature)) return undefined;
  return observe(creature, species, noEarlierThan(creature, now));
}

export function isLiving(creature: PublicCreature): creature is LivingPublicCreature {
  return creature.observed !== undefined;
}
