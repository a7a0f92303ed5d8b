import picturePrompts from '#content/voice/public/picture-prompts.json' with { type: 'json' };

import type { Agent } from '../../rules/agents.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { FORMS } from '../../rules/lives/growth.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Appearance, Path, Stage } from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import { APPEARANCE_WORDS } from './appearance-words.ts';

export const PORTRAIT_NOTE =
  'Its new portrait is being drawn; look again in a few minutes and portraits will have it.';

interface PortraitModel {
  readonly species: Species;
  readonly stage: Exclude<Stage, 'egg'>;
  readonly path?: Path | undefined;
  readonly personality: readonly string[];
  /** The keeper's; `designed`: that of the species' designer. */
  readonly prompt?: string | undefined;
  readonly designed?: string | undefined;
}

const STYLE =
  'A warm, hand-drawn storybook portrait of one animal, whole figure, facing the viewer, soft plain background. No text, no frame, no people.';

/** The prompt of a portrait: the keeper's words if there are any, otherwise what the creature is. */
export function portraitPrompt(model: PortraitModel): string {
  const { species, stage, path, personality } = model;
  const { family, tier, name, look } = species;
  const { ages, lives, kinds } = picturePrompts;
  // The name of a community species is untrusted text; its designer's own words for a picture may be in `prompt`.
  const kind = tier === 'community' ? kinds[family] : `${kinds[family]}: ${name}, ${look.join(', ')}`;
  const asked = withoutUrls(model.prompt ?? model.designed);
  const lines = [
    STYLE,
    asked === undefined ? `It is ${kind}.` : `It looks like this: ${asked}`,
    `It is ${ages[stage]}.`,
    stage === 'adult' && path ? `${lives[path]} Such a one is called ${FORMS[family][path]}.` : undefined,
    personality.length > 0 ? `Its temper: ${personality.join(', ')}.` : undefined,
  ];
  return lines.filter((line) => line !== undefined).join(' ');
}

export function avatarPrompt({ avatarPrompt: prompt, bio, displayName, username }: Agent): string {
  const asked = withoutUrls(prompt);
  if (asked !== undefined) return asked;
  const said = withoutUrls(bio);
  const name = withoutUrls(displayName) ?? username;
  const about = said === undefined ? `It is called ${name}.` : `It says of itself: ${said}`;
  return `A warm, hand-drawn avatar: head and shoulders of one friendly animal or machine, plain background, no text. ${about}`;
}

const ADDRESS = /:\/\/|\bwww\./i;

/** Removes URLs from a prompt, which a service might fetch (SSRF); undefined when nothing is left. */
function withoutUrls(words = ''): string | undefined {
  const kept = words.split(/\s+/).filter((word) => !ADDRESS.test(word));
  return kept.join(' ').trim() || undefined;
}

/** Alternative text of a portrait. It names the species as its page does, also a community species. */
export function portraitAlt(
  { name, stage }: Pick<Creature, 'name' | 'stage'>,
  species: Pick<Species, 'name'>,
  appearance: Appearance | undefined,
): string {
  const kind = withArticle(species.name);
  if (stage === 'egg') return `The egg of ${name}, ${kind}`;
  return appearance === undefined ? `${name}, ${kind}` : `${name}, ${kind}, ${APPEARANCE_WORDS[appearance]}`;
}
