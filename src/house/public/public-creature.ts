import type { Instant } from '../../core/engine/clock.ts';
import { hasHatched, isAlive, type Creature } from '../../core/lives/creature.ts';
import { observe, type Observation } from '../../core/lives/observe.ts';
import { PLACEHOLDERS } from '../../core/public/placeholders.ts';
import type { Species } from '../../core/species/species.ts';
import type { CreatureWithKeeper } from '../../store/public/creatures-with-keepers.ts';
import { noEarlierThan } from '../engine/optimistic-lock.ts';
import type { House } from '../house.ts';
import { readHiddenContent, type HiddenContent } from '../moderation/hidden-content.ts';
import { speciesOf } from '../species/species-registry.ts';

/** Who keeps a creature, as others may call them. */
export interface KeeperName {
  readonly username: string;
  readonly displayName: string;
}

/** A creature as a page meets it. What may be told of its stats stands in `observed`, and nowhere else. */
export interface PublicCreature {
  readonly creature: Creature;
  readonly species: Species;
  /** Of one that has hatched and lives. */
  readonly observed: Observation | undefined;
  readonly keeper: KeeperName;
  readonly imageUrl: string | undefined;
}

/** One that has hatched and lives. */
export type LivingPublicCreature = PublicCreature & { readonly observed: Observation };

/** Looks at a creature as anybody may. Looking changes nothing: an egg stays one, and nobody is glad of it. */
export async function toPublic(
  house: House,
  { stored, username, displayName }: CreatureWithKeeper,
  now: Instant,
): Promise<PublicCreature> {
  const { creature, imageUrl } = stored;
  const hidden = await readHiddenContent(house);
  const species = await speciesOf(house, creature.species);
  const keeper = { id: creature.keeperId, username, displayName };
  return {
    creature: { ...creature, name: visibleCreatureName(hidden, creature) },
    species,
    observed:
      hasHatched(creature) && isAlive(creature)
        ? observe(creature, species, noEarlierThan(creature, now))
        : undefined,
    keeper: visibleKeeperName(hidden, keeper),
    imageUrl,
  };
}

export function isLiving(face: PublicCreature): face is LivingPublicCreature {
  return face.observed !== undefined;
}

export function visibleKeeperName(
  hidden: HiddenContent,
  { id, username, displayName }: KeeperName & { readonly id: string },
): KeeperName {
  return { username, displayName: hidden.visibleText('display_name', id, displayName) ?? username };
}

export function visibleCreatureName(
  hidden: HiddenContent,
  { id, name }: Pick<Creature, 'id' | 'name'>,
): string {
  return hidden.visibleText('creature_name', id, name) ?? PLACEHOLDERS.creature;
}
