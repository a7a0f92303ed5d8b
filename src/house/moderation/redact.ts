import { PLACEHOLDERS } from '../../core/public/placeholders.ts';
import type { OthersDeed } from '../../store/care/deeds.ts';
import type { Gravestone } from '../../store/lives/gravestones.ts';
import type { CommunitySpecies } from '../../store/species/community-species.ts';
import { visibleKeeperName, visibleCreatureName } from '../public/public-creature.ts';
import type { HiddenContent } from './hidden-content.ts';

// Things as those see them whose they are not: words the operator has hidden are left out, or replaced where some must be.

/** To its own keeper only what the species is called can be another's word. */
export function redactGravestone(
  curtain: HiddenContent,
  stone: Gravestone,
  reader: 'its keeper' | 'anyone' = 'anyone',
): Gravestone {
  const { creatureId: id, name, species, speciesName } = stone;
  return {
    ...stone,
    name: reader === 'its keeper' ? name : visibleCreatureName(curtain, { id, name }),
    speciesName: curtain.hiddenSpecies.has(species) ? PLACEHOLDERS.species : speciesName,
  };
}

export function redactDeed(curtain: HiddenContent, deed: OthersDeed): OthersDeed {
  const { entryId, creatureId, creature, notes } = deed;
  return {
    ...deed,
    creature: visibleCreatureName(curtain, { id: creatureId, name: creature }),
    notes: notes === undefined ? undefined : curtain.visibleText('note', entryId, notes),
  };
}

export function redactSpecies(curtain: HiddenContent, published: CommunitySpecies): CommunitySpecies {
  const { creator } = published;
  const { displayName } = visibleKeeperName(curtain, creator);
  const avatarUrl =
    creator.avatarUrl === undefined
      ? undefined
      : curtain.visibleText('avatar', creator.id, creator.avatarUrl);
  return {
    ...published,
    creator: { ...creator, displayName, avatarUrl },
    ...(curtain.hiddenSpecies.has(published.slug) && NOTHING_SAID),
  };
}

const NOTHING_SAID = {
  name: PLACEHOLDERS.species,
  personality: PLACEHOLDERS.personality,
  specialMechanic: undefined,
  imagePrompt: undefined,
};
