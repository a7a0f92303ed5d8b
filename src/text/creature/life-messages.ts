import lifeLines from '#content/voice/lives/life-lines.json' with { type: 'json' };
import personality from '#content/voice/lives/personality.json' with { type: 'json' };
import { dice } from '../../rules/base/dice.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { BEDTIME, livesWellWith, MORNING, visitEveryHours } from '../../rules/lives/rhythm.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Trait } from '../../rules/vocabulary.ts';
import { joinWithAnd, speciesLabel, withArticle } from '../nouns.ts';
import { formatHour } from '../numbers.ts';
import { asLines, fillTemplate, pickLine } from '../pick-line.ts';

export const LIFE_LINES = asLines(lifeLines);

type BirthFacts = Pick<Creature, 'name' | 'seed'>;

/** The welcome after an adoption. The name of a community species is untrusted text and is not quoted. */
export function adoptionWelcome({
  creature,
  species,
}: {
  readonly creature: BirthFacts;
  readonly species: Pick<Species, 'tier' | 'name' | 'family'>;
}): string {
  const { name, seed } = creature;
  const line = pickLine(LIFE_LINES.welcomes, { seed, field: 'adoption', count: 0 });
  return fillTemplate(line, { name, kind: withArticle(speciesLabel(species)) });
}

/** Says how often to visit, and whether the keeper's own interval is too long. */
export function rhythmToCome({
  species,
  everyHours,
}: {
  readonly species: Pick<Species, 'feedingWindowHours'>;
  readonly everyHours?: number | undefined;
}): string {
  const needed = `It eats every ${formatHours(species.feedingWindowHours)}, so look in about every ${formatHours(visitEveryHours(species))}.`;
  if (everyHours === undefined || livesWellWith(species, everyHours)) return needed;
  return `${needed} Every ${formatHours(everyHours)}, as you said, is too seldom for it: come more often, or choose one that can wait.`;
}

function formatHours(hours: number): string {
  const shown = Math.round(hours * 100) / 100;
  return shown === 1 ? 'hour' : `${shown} hours`;
}

export function nightWords(zone: string): string {
  return `${formatHour(BEDTIME)}-${formatHour(MORNING)} ${zone}`;
}

export function releaseFarewell({ name, seed }: BirthFacts): string {
  return fillTemplate(pickLine(LIFE_LINES.farewells, { seed, field: 'release', count: 0 }), { name });
}

export function resurrectionMessage({
  name,
  seed,
  returns,
}: BirthFacts & { readonly returns: number }): string {
  const line = pickLine(LIFE_LINES.resurrections, { seed, field: 'return', count: returns });
  return fillTemplate(line, { name });
}

/** Sentences about personalities. Each word follows "it is" and has no comma, since they are joined by commas. */
export const { personalityWords: PERSONALITY_WORDS, returnLayers: RETURN_LAYERS } = asLines(personality);

const DRAWN_AT_BIRTH = 3;

export function drawPersonality(seed: number): readonly string[] {
  const left: string[] = [...PERSONALITY_WORDS];
  return Array.from({ length: DRAWN_AT_BIRTH }, (_, roll) =>
    left.splice(Math.floor(dice(seed, 'traits', roll) * left.length), 1),
  ).flat();
}

/** Draws the text that a resurrection adds to the personality; consecutive ones differ. */
export function drawLayer(seed: number, returnsBefore: number): string {
  return pickLine(RETURN_LAYERS, { seed, field: 'layer', count: returnsBefore });
}

/** Traits as `gentle and social by nature`; empty for a creature without traits. */
export function describeTraits(traits: readonly Trait[]): string {
  return traits.length === 0 ? '' : `${joinWithAnd(traits)} by nature`;
}
