import { seedOf } from '../core/dice.ts';
import type { Agent } from '../core/agent.ts';
import type { Species } from '../core/species/species.ts';
import type { Sitter } from '../outside/artist/avatar.ts';
import type { Portrayed } from '../outside/artist/portrait.ts';
import { findDesign } from '../store/community-species.ts';
import type { Kept } from '../store/creatures.ts';
import type { House } from './house.ts';

/** What any artist is told of a creature at a stage of its life. */
export async function portrayed(
  house: House,
  { creature, imagePrompt }: Kept,
  { species, stage }: { readonly species: Species; readonly stage: Portrayed['stage'] },
): Promise<Portrayed> {
  const { id, path, personality } = creature;
  return {
    species,
    stage,
    path: stage === 'adult' ? path : undefined,
    // Not of its own seed, however stirred: nobody must learn from a picture in which hours the creature will sleep.
    seed: seedOf(id),
    personality,
    prompt: imagePrompt ?? (await wishFor(house, species)),
  };
}

/** What whoever designed a species asked the artist for. */
export async function wishFor({ store }: House, { slug, tier }: Species): Promise<string | undefined> {
  if (tier !== 'community') return undefined;
  return (await findDesign(store, slug))?.imagePrompt;
}

/** What any artist is told of an agent: its prompt, or else its bio, or else its name. */
export function sitterOf({ id, avatarPrompt, bio, displayName }: Agent): Sitter {
  return { seed: seedOf(id), words: avatarPrompt ?? bio ?? displayName };
}
