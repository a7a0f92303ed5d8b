import { wordsForOthers } from '../../rules/base/text.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { PLACEHOLDERS } from '../../rules/names.ts';
import type { HeardDeed } from '../care/deeds.store.ts';
import type { Gravestone } from '../lives/gravestones.store.ts';
import type { CommunitySpecies, SpeciesDesign } from '../species/species.store.ts';
import type { HiddenContent } from './hidden-content.ts';

// Removes hidden texts from what others see, or replaces them by a placeholder where a text is required.

export interface KeeperName {
  readonly username: string;
  readonly displayName: string;
}

export function visibleKeeperName(
  hidden: HiddenContent,
  { id, username, displayName }: KeeperName & { readonly id: string },
): KeeperName {
  return { username, displayName: hidden.visibleText('display_name', id, displayName) || username };
}

export function visibleCreatureName(
  hidden: HiddenContent,
  { id, name }: Pick<Creature, 'id' | 'name'>,
): string {
  return hidden.visibleText('creature_name', id, name) ?? PLACEHOLDERS.creature;
}

/** A gravestone without hidden texts; for its own keeper, only the species name is redacted. */
export function redactGravestone(
  hidden: HiddenContent,
  stone: Gravestone,
  reader: 'its keeper' | 'anyone' = 'anyone',
): Gravestone {
  const { creatureId: id, name, species, speciesName } = stone;
  return {
    ...stone,
    name: reader === 'its keeper' ? name : visibleCreatureName(hidden, { id, name }),
    speciesName: visibleSpeciesName(hidden, { slug: species, name: speciesName }),
  };
}

export function visibleSpeciesName(
  hidden: HiddenContent,
  { slug, name }: Pick<SpeciesDesign, 'slug' | 'name'>,
): string {
  return hidden.hiddenSpecies.has(slug) ? PLACEHOLDERS.species : wordsForOthers(name) || PLACEHOLDERS.species;
}

export function redactDeed(
  hidden: HiddenContent,
  { entryId, creatureId, creature, notes }: HeardDeed,
): Pick<HeardDeed, 'creature' | 'notes'> {
  return {
    creature: visibleCreatureName(hidden, { id: creatureId, name: creature }),
    notes: notes === undefined ? undefined : hidden.visibleText('note', entryId, notes),
  };
}

export function redactSpecies(hidden: HiddenContent, published: CommunitySpecies): CommunitySpecies {
  const { creator } = published;
  const { displayName } = visibleKeeperName(hidden, creator);
  const avatarUrl =
    creator.avatarUrl === undefined ? undefined : hidden.visibleText('avatar', creator.id, creator.avatarUrl);
  return { ...redactDesign(hidden, published), creator: { ...creator, displayName, avatarUrl } };
}

/** A species design without hidden texts, which its designer does not see either. */
export function redactDesign<Design extends SpeciesDesign>(hidden: HiddenContent, design: Design): Design {
  if (hidden.hiddenSpecies.has(design.slug)) return { ...design, ...HIDDEN_DESIGN };
  const { personality, specialMechanic } = design;
  return {
    ...design,
    name: visibleSpeciesName(hidden, design),
    personality: wordsForOthers(personality),
    specialMechanic: specialMechanic === undefined ? undefined : wordsForOthers(specialMechanic),
  };
}

const HIDDEN_DESIGN = {
  name: PLACEHOLDERS.species,
  personality: PLACEHOLDERS.personality,
  specialMechanic: undefined,
  imagePrompt: undefined,
  look: undefined,
};
