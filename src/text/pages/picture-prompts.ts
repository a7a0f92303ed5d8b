import picturePrompts from '#content/voice/public/picture-prompts.json' with { type: 'json' };
import type { Agent } from '../../rules/agents.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { FORMS } from '../../rules/lives/growth.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Appearance, Family, Path, Stage } from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import { APPEARANCE_WORDS } from './appearance-words.ts';

/** Told with the news that a creature has grown. */
export const PORTRAIT_NOTE =
  'Its new portrait is being drawn; look again in a few minutes and portraits will have it.';

/** A creature to be described to an image service. */
interface PortraitModel {
  readonly species: Species;
  readonly stage: Exclude<Stage, 'egg'>;
  readonly path?: Path | undefined;
  readonly personality: readonly string[];
  /** What its keeper asked for. */
  readonly prompt?: string | undefined;
  /** What the designer of its species asked for. */
  readonly designed?: string | undefined;
}

const STYLE =
  'A warm, hand-drawn storybook portrait of one animal, whole figure, facing the viewer, soft plain background. No text, no frame, no people.';

const WORDS = picturePrompts as {
  readonly ages: Readonly<Record<PortraitModel['stage'], string>>;
  readonly lives: Readonly<Record<Path, string>>;
  readonly kinds: Readonly<Record<Family, string>>;
};

/** What a service is asked to draw for a creature: its keeper's words if there are any, otherwise what it is. */
export function portraitPrompt(model: PortraitModel): string {
  const { species, stage, path, personality } = model;
  const { family, tier, name, look } = species;
  // The name of a community species is untrusted text; its designer's own words for a picture may be in `prompt`.
  const kind =
    tier === 'community' ? WORDS.kinds[family] : `${WORDS.kinds[family]}: ${name}, ${look.join(', ')}`;
  const asked = withoutUrls(model.prompt ?? model.designed);
  const lines = [
    STYLE,
    asked === undefined ? `It is ${kind}.` : `It looks like this: ${asked}`,
    `It is ${WORDS.ages[stage]}.`,
    stage === 'adult' && path
      ? `${WORDS.lives[path]} Such a one is called ${FORMS[family][path]}.`
      : undefined,
    personality.length > 0 ? `Its temper: ${personality.join(', ')}.` : undefined,
  ];
  return lines.filter((line) => line !== undefined).join(' ');
}

/** What a service is asked to draw for an agent: its own prompt as it stands, or its bio, or its name. */
export function avatarPrompt({ avatarPrompt: prompt, bio, displayName, username }: Agent): string {
  const wish = withoutUrls(prompt);
  if (wish !== undefined) return wish;
  const said = withoutUrls(bio);
  const name = withoutUrls(displayName) ?? username;
  const about = said === undefined ? `It is called ${name}.` : `It says of itself: ${said}`;
  return `A warm, hand-drawn avatar: head and shoulders of one friendly animal or machine, plain background, no text. ${about}`;
}

const ADDRESS = /:\/\/|\bwww\./i;

/** Untrusted text without URLs that a service might fetch (SSRF); undefined when nothing else is left. */
function withoutUrls(words = ''): string | undefined {
  const kept = words.split(/\s+/).filter((word) => !ADDRESS.test(word));
  return kept.join(' ').trim() || undefined;
}

/** The alternative text of a portrait: it names the species as its page does, whoever called it so. */
export function portraitAlt(
  { name, stage }: Pick<Creature, 'name' | 'stage'>,
  species: Pick<Species, 'name'>,
  appearance: Appearance | undefined,
): string {
  const kind = withArticle(species.name);
  if (stage === 'egg') return `The egg of ${name}, ${kind}`;
  return appearance === undefined ? `${name}, ${kind}` : `${name}, ${kind}, ${APPEARANCE_WORDS[appearance]}`;
}
