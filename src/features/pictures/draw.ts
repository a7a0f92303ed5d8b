import { type AvatarFacts, drawAvatar } from '../../artist/avatar.ts';
import { drawEgg } from '../../artist/egg.ts';
import { drawKeepsake } from '../../artist/keepsakes.ts';
import { drawPortrait, type PortraitFacts } from '../../artist/portrait.ts';
import type { Agent } from '../../rules/agents.ts';
import { attireOf } from '../../rules/attire.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { seedOf } from '../../rules/base/dice.ts';
import { isSlug, isUsername } from '../../rules/base/ids.ts';
import { KEEPSAKE_KINDS } from '../../rules/heart/keepsakes-table.ts';
import { appearanceOf } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import { type Pose, type Stage, STAGES } from '../../rules/vocabulary.ts';
import { findAgentByUsername } from '../agents/agents.store.ts';
import type { House } from '../house.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { redactDesign } from '../moderation/redact.ts';
import { noEarlierThan } from '../optimistic-lock.ts';
import { findVisibleCreature, observeLiving } from '../public/public-creature.ts';
import { speciesOf } from '../species/species-registry.ts';
import { findDesign } from '../species/species.store.ts';

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

/** How a keepsake is drawn: in its colours, or as what nobody has yet. */
type KeepsakeStyle = 'whole' | 'outline';

/** A keepsake by itself, as it stands on a shelf; its name stands beside it. Undefined for what nobody can keep. */
export function drawKeepsakeSvg(kind: string, style: KeepsakeStyle = 'whole'): string | undefined {
  const known = KEEPSAKE_KINDS.find((each) => each === kind);
  if (!known) return undefined;
  const whole = drawKeepsake(known);
  return style === 'outline' ? outlineOf(whole) : whole;
}

/** What is painted becomes bare: the lines around it stay. */
function outlineOf(svg: string): string {
  return svg.replaceAll(/ fill="[^"]*"/g, ' fill="none"');
}
