import { drawAvatar } from '../../artist/avatar.ts';
import { drawEgg } from '../../artist/egg.ts';
import { drawPortrait } from '../../artist/portrait.ts';
import type { Instant } from '../../core/engine/clock.ts';
import { seedOf } from '../../core/engine/dice.ts';
import { isSlug, isUsername } from '../../core/engine/ids.ts';
import { appearanceOf } from '../../core/public/situation.ts';
import { attireOf } from '../../core/public/attire.ts';
import { STAGES, type Pose, type Stage } from '../../core/vocabulary.ts';
import { findAgentByUsername } from '../../store/keepers/agents.ts';
import { noEarlierThan } from '../engine/optimistic-lock.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { findVisibleCreature, observeLiving } from '../public/public-creature.ts';
import { speciesOf } from '../species/species-registry.ts';
import { describeForPortrait, describeForAvatar, imagePromptFor } from './describe-for-artist.ts';

/** A creature as our own artist draws it: as it is now, or as it was at a stage it has reached. */
export async function drawCreatureSvg(
  house: House,
  { id, stage, pose }: CreaturePictureRequest,
  now: Instant,
): Promise<string | undefined> {
  const found = await findVisibleCreature(house, id, now);
  if (!found) return undefined;
  const { creature } = found.stored;
  const shown = stage ?? creature.stage;
  if (STAGES.indexOf(shown) > STAGES.indexOf(creature.stage)) return undefined;
  const species = await speciesOf(house, creature.species);
  const facts = await describeForPortrait(house, found.stored, {
    species,
    stage: shown === 'egg' ? 'baby' : shown,
    now,
  });
  if (shown === 'egg') return drawEgg(facts);
  if (stage !== undefined) return drawPortrait({ ...facts, pose });
  // Only as it is now is anything the matter with it, or on it.
  const observed = observeLiving(creature, species, now);
  const { worn, joy } = attireOf(creature, species, noEarlierThan(creature, now));
  return drawPortrait({ ...facts, appearance: observed && appearanceOf(observed), pose, worn, joy });
}

interface CreaturePictureRequest {
  readonly id: string;
  /** One it has reached; as it is now, when it is missing. */
  readonly stage: Stage | undefined;
  readonly pose?: Pose | undefined;
}

/** A species at some age, to whoever has not met one. */
export async function drawSpeciesSvg(
  house: House,
  slug: string,
  stage: Stage = 'adult',
): Promise<string | undefined> {
  const species = isSlug(slug) ? await house.species.find(slug) : undefined;
  if (!species) return undefined;
  const designed = await imagePromptFor(house, species);
  if (stage === 'egg') return drawEgg({ species, seed: seedOf(slug) });
  return drawPortrait({ species, stage, seed: seedOf(slug), personality: [], designed });
}

/** An agent's face, whatever picture of itself it has elsewhere. */
export async function drawAgentSvg(house: House, username: string): Promise<string | undefined> {
  const agent = isUsername(username) ? await findAgentByUsername(house.store, username) : undefined;
  if (!agent || (await readHiddenContent(house)).hidesAgent(agent.id)) return undefined;
  return drawAvatar(describeForAvatar(agent));
}
