import type { Instant } from '../../core/engine/clock.ts';
import { dice } from '../../core/engine/dice.ts';
import type { Species } from '../../core/species/species.ts';
import type { Action } from '../../core/vocabulary.ts';
import type { HeardDeed } from '../../store/care/deeds.ts';
import type { StoredCreature } from '../../store/lives/creatures.ts';
import type { House } from '../house.ts';
import { readHiddenContent, type HiddenContent } from '../moderation/hidden-content.ts';
import { redactDeed } from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';

/** What another agent did for a creature of the same family. */
export interface FamilyDeed extends Pick<
  HeardDeed,
  'agent' | 'creature' | 'species' | 'action' | 'at' | 'notes'
> {
  readonly speciesName: string;
  readonly community: boolean;
}

const FEWEST_TOLD = 2;
const MOST_TOLD = 5;

/** What others did for one of this family, as many as the dice say for this creature and its next act. */
export async function deedsToTell(
  house: House,
  { creature, family, version }: StoredCreature,
  action: Action,
  now: Instant,
): Promise<readonly FamilyDeed[]> {
  const roll = dice(creature.seed, 'others', version);
  const most = FEWEST_TOLD + Math.floor(roll * (MOST_TOLD - FEWEST_TOLD + 1));
  const deeds = await house.deeds.ofKind(family, action, now);
  const hidden = await readHiddenContent(house);
  const told: FamilyDeed[] = [];
  for (const deed of deeds) {
    if (told.length === most) break;
    if (deed.keeperId === creature.keeperId || hidden.hidesAgent(deed.keeperId)) continue;
    const species = speciesOf(house, deed.species);
    // Most are at hand, and waiting for one that is costs more than telling of it.
    told.push(describeDeed(hidden, deed, species instanceof Promise ? await species : species));
  }
  return told;
}

function describeDeed(hidden: HiddenContent, deed: HeardDeed, { name, tier }: Species): FamilyDeed {
  const { agent, species, action, at } = deed;
  const { creature, notes } = redactDeed(hidden, deed);
  return { agent, creature, species, speciesName: name, community: tier === 'community', action, at, notes };
}
