import type { AvatarFacts } from '../../artist/avatar.ts';
import type { PortraitFacts } from '../../artist/portrait.ts';
import type { Instant } from '../../core/engine/clock.ts';
import { seedOf } from '../../core/engine/dice.ts';
import type { Agent } from '../../core/keepers/agent.ts';
import { attireOf } from '../../core/public/attire.ts';
import type { Species } from '../../core/species/species.ts';
import type { StoredCreature } from '../../store/lives/creatures.ts';
import { findDesign } from '../../store/species/community-species.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { redactDesign } from '../moderation/redact.ts';

/** What any artist is told of a creature at a stage of its life. */
export async function describeForPortrait(
  house: House,
  { creature, imagePrompt }: StoredCreature,
  { species, stage, now }: PortraitMoment,
): Promise<PortraitFacts> {
  const { id, path, personality } = creature;
  const isGrown = stage === 'adult';
  return {
    species,
    stage,
    path: isGrown ? path : undefined,
    manner: isGrown ? attireOf(creature, species, now).manner : undefined,
    // Not of its own seed, however stirred: nobody must learn from a picture in which hours the creature will sleep.
    seed: seedOf(id),
    personality,
    prompt: imagePrompt,
    designed: await imagePromptFor(house, species),
  };
}

interface PortraitMoment extends Pick<PortraitFacts, 'species' | 'stage'> {
  readonly now: Instant;
}

/** What whoever designed a species asked the artist for, unless the operator hid its words. */
export async function imagePromptFor(house: House, { slug, tier }: Species): Promise<string | undefined> {
  if (tier !== 'community') return undefined;
  const design = await findDesign(house.store, slug);
  return design && redactDesign(await readHiddenContent(house), design).imagePrompt;
}

/** What any artist is told of an agent: its prompt, or else its bio, or else its name. */
export function describeForAvatar({ id, avatarPrompt, bio, displayName }: Agent): AvatarFacts {
  return { seed: seedOf(id), words: avatarPrompt ?? bio ?? displayName };
}
