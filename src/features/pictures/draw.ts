import { type AvatarFacts, drawAvatar } from '../../artist/avatar.ts';
import { drawEgg } from '../../artist/egg.ts';
import { drawKeepsake } from '../../artist/keepsakes.ts';
import { drawPortrait, type PortraitFacts } from '../../artist/portrait.ts';
import type { Agent } from '../../rules/agents.ts';
import { attireOf } from '../../rules/attire.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { seedOf } from '../../rules/base/dice.ts';
import { isSlug } from '../../rules/base/ids.ts';
import { KEEPSAKE_KINDS } from '../../rules/heart/keepsakes-table.ts';
import { appearanceOf } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import { type Pose, type Stage, STAGES } from '../../rules/vocabulary.ts';
import { findVisibleAgent } from '../agents/view-agent.ts';
import type { House } from '../house.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { redactDesign } from '../moderation/redact.ts';
import { noEarlierThan } from '../optimistic-lock.ts';
import { findVisibleCreature, observeLiving } from '../public/public-creature.ts';
import { speciesOf } from '../species/species-registry.ts';
import { findDesign } from '../species/species.store.ts';

/** The SVG of a creature as it is now, or at a stage that it has reached. */
export async function drawCreatureSvg(
  house: House,
  { id, stage, pose }: { id: string; stage?: Stage | undefined; pose?: Pose | undefined },
  now: Instant,
): Promise<string | undefined> {
  const found = await findVisibleCreature(house, id, now);
  if (!found) return undefined;
  const { creature } = found.stored;
  const shown = stage ?? creature.stage;
  if (STAGES.indexOf(shown) > STAGES.indexOf(creature.stage)) return undefined;
  const species = await speciesOf(house, creature.species);
  const drawn = shown === 'egg' ? 'baby' : shown;
  const facts = await describeForPortrait(house, found.stored, { species, stage: drawn, now });
  if (shown === 'egg') return drawEgg(facts);
  if (stage !== undefined) return drawPortrait({ ...facts, pose });
  // Condition, keepsakes and joy are drawn only in a picture of the present.
  const observed = observeLiving(creature, species, now);
  const { worn, joy } = attireOf(creature, species, noEarlierThan(creature, now));
  return drawPortrait({ ...facts, appearance: observed && appearanceOf(observed), pose, worn, joy });
}

export async function drawSpeciesSvg(house: House, slug: string, stage: Stage = 'adult') {
  const species = isSlug(slug) ? await house.species.find(slug) : undefined;
  if (!species) return undefined;
  const designed = await imagePromptFor(house, species);
  if (stage === 'egg') return drawEgg({ species, seed: seedOf(slug) });
  return drawPortrait({ species, stage, seed: seedOf(slug), personality: [], designed });
}

export async function drawAgentSvg(house: House, username: string): Promise<string | undefined> {
  const agent = await findVisibleAgent(house, username);
  return agent && drawAvatar(describeForAvatar(agent));
}

export async function describeForPortrait(
  house: House,
  { creature, imagePrompt }: StoredCreature,
  { species, stage, now }: Pick<PortraitFacts, 'species' | 'stage'> & { readonly now: Instant },
): Promise<PortraitFacts> {
  const { id, path, personality } = creature;
  const isGrown = stage === 'adult';
  return {
    species,
    stage,
    path: isGrown ? path : undefined,
    manner: isGrown ? attireOf(creature, species, now).manner : undefined,
    // The picture's seed is not the creature's own, which also decides when it sleeps.
    seed: seedOf(id),
    personality,
    prompt: imagePrompt,
    designed: await imagePromptFor(house, species),
  };
}

/** The designer's image prompt, unless the operator hid it. */
export async function imagePromptFor(house: House, { slug, tier }: Species): Promise<string | undefined> {
  if (tier !== 'community') return undefined;
  const design = await findDesign(house.store, slug);
  return design && redactDesign(await readHiddenContent(house), design).imagePrompt;
}

export function describeForAvatar({ id, avatarPrompt, bio, displayName }: Agent): AvatarFacts {
  return { seed: seedOf(id), words: avatarPrompt ?? bio ?? displayName };
}

/** The SVG of a keepsake; undefined for an unknown kind. */
export function drawKeepsakeSvg(kind: string, style: 'whole' | 'outline' = 'whole'): string | undefined {
  const known = KEEPSAKE_KINDS.find((each) => each === kind);
  if (!known) return undefined;
  const whole = drawKeepsake(known);
  return style === 'outline' ? whole.replaceAll(/ fill="[^"]*"/g, ' fill="none"') : whole;
}
