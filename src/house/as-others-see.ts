import { STAND_INS } from '../core/stand-ins.ts';
import type { Published } from '../store/community-species.ts';
import type { OthersDeed } from '../store/deeds.ts';
import type { Gravestone } from '../store/gravestones.ts';
import type { Curtain } from './curtain.ts';
import { keeperName, shownName } from './faces.ts';

// Things as those see them whose they are not: words the operator has hidden are left out, or replaced where some must be.

/** To its own keeper only what the species is called can be another's word. */
export function stoneAsSeen(
  curtain: Curtain,
  stone: Gravestone,
  reader: 'its keeper' | 'anyone' = 'anyone',
): Gravestone {
  const { creatureId: id, name, species, speciesName } = stone;
  return {
    ...stone,
    name: reader === 'its keeper' ? name : shownName(curtain, { id, name }),
    speciesName: curtain.species.has(species) ? STAND_INS.species : speciesName,
  };
}

export function deedAsSeen(curtain: Curtain, deed: OthersDeed): OthersDeed {
  const { entryId, creatureId, creature, notes } = deed;
  return {
    ...deed,
    creature: shownName(curtain, { id: creatureId, name: creature }),
    notes: notes === undefined ? undefined : curtain.words('note', entryId, notes),
  };
}

export function publishedAsSeen(curtain: Curtain, published: Published): Published {
  const { creator } = published;
  const { displayName } = keeperName(curtain, creator);
  const avatarUrl =
    creator.avatarUrl === undefined ? undefined : curtain.words('avatar', creator.id, creator.avatarUrl);
  return {
    ...published,
    creator: { ...creator, displayName, avatarUrl },
    ...(curtain.species.has(published.slug) && NOTHING_SAID),
  };
}

const NOTHING_SAID = {
  name: STAND_INS.species,
  personality: STAND_INS.personality,
  specialMechanic: undefined,
  imagePrompt: undefined,
};
