import type { Instant } from '../core/clock.ts';
import { hasHatched, isAlive, type Creature } from '../core/creature.ts';
import { seedOf } from '../core/dice.ts';
import { isId, isSlug, isUsername } from '../core/ids.ts';
import { observe } from '../core/observe.ts';
import { openMood } from '../core/reveal.ts';
import type { Species } from '../core/species/species.ts';
import { STAGES, type Mood, type Stage } from '../core/vocabulary.ts';
import { drawAvatar } from '../outside/artist/avatar.ts';
import { drawEgg } from '../outside/artist/egg.ts';
import { drawPortrait } from '../outside/artist/portrait.ts';
import { findAgentByUsername } from '../store/agents.ts';
import { findFace } from '../store/faces.ts';
import { noEarlierThan } from './changing.ts';
import { curtainOf } from './curtain.ts';
import type { House } from './house.ts';
import { portrayed, sitterOf, wishFor } from './portray.ts';
import { settled } from './settle.ts';
import { speciesOf } from './species-of.ts';

/** A creature as our own artist draws it: as it is now, or as it was at a stage it has reached. */
export async function drawCreature(
  house: House,
  { id, stage }: { readonly id: string; readonly stage: Stage | undefined },
  now: Instant,
): Promise<string | undefined> {
  const found = isId(id) ? await findFace(house.store, id) : undefined;
  if (!found || (await curtainOf(house)).covers(found.kept.creature.keeperId)) return undefined;
  const kept = await settled(house, found.kept, now);
  const { creature } = kept;
  const shown = stage ?? creature.stage;
  if (STAGES.indexOf(shown) > STAGES.indexOf(creature.stage)) return undefined;
  const species = await speciesOf(house, creature.species);
  const facts = await portrayed(house, kept, { species, stage: shown === 'egg' ? 'baby' : shown });
  if (shown === 'egg') return drawEgg(facts);
  return drawPortrait({ ...facts, mood: stage === undefined ? moodNow(creature, species, now) : undefined });
}

/** A species at some age, to whoever has not met one. */
export async function drawSpecies(
  house: House,
  slug: string,
  stage: Stage = 'adult',
): Promise<string | undefined> {
  const species = isSlug(slug) ? await house.species.find(slug) : undefined;
  if (!species) return undefined;
  const prompt = await wishFor(house, species);
  if (stage === 'egg') return drawEgg({ species, seed: seedOf(slug) });
  return drawPortrait({ species, stage, seed: seedOf(slug), personality: [], prompt });
}

/** An agent's face, whatever picture of itself it has elsewhere. */
export async function drawAgent(house: House, username: string): Promise<string | undefined> {
  const agent = isUsername(username) ? await findAgentByUsername(house.store, username) : undefined;
  if (!agent || (await curtainOf(house)).covers(agent.id)) return undefined;
  return drawAvatar(sitterOf(agent));
}

function moodNow(creature: Creature, species: Species, now: Instant): Mood | undefined {
  if (!hasHatched(creature) || !isAlive(creature)) return undefined;
  return openMood(observe(creature, species, noEarlierThan(creature, now)));
}
