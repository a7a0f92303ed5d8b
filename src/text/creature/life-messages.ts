import lifeLines from '#content/voice/lives/life-lines.json' with { type: 'json' };
import personality from '#content/voice/lives/personality.json' with { type: 'json' };

import { HOUR } from '../../rules/base/clock.ts';
import { dice } from '../../rules/base/dice.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { BEDTIME, livesWellWith, MORNING, visitEveryHours } from '../../rules/lives/rhythm.ts';
import type { DeadCreatureFacts } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Cause } from '../../rules/vocabulary.ts';
import type { ReplyWarning } from '../../api/fields.ts';
import { speciesLabel, withArticle } from '../nouns.ts';
import { formatHour } from '../numbers.ts';
import { asLines, fillTemplate, pickLine } from '../pick-line.ts';
import { describeHours, formatAgo } from '../times.ts';

export const LIFE_LINES = asLines(lifeLines);

type BirthFacts = Pick<Creature, 'name' | 'seed'>;

/** The welcome after an adoption. The name of a community species is untrusted text and is not quoted. */
export function adoptionWelcome(adopted: {
  readonly creature: BirthFacts;
  readonly species: Pick<Species, 'tier' | 'name' | 'family'>;
}): string {
  const { name, seed } = adopted.creature;
  const line = pickLine(LIFE_LINES.welcomes, { seed, field: 'adoption', count: 0 });
  return fillTemplate(line, { name, kind: withArticle(speciesLabel(adopted.species)) });
}

export interface Adoption {
  readonly species: Pick<Species, 'feedingWindowHours'>;
  /** How often the keeper comes, as it said. */
  readonly everyHours?: number | undefined;
}

export function rhythmToCome({ species, everyHours }: Adoption): string {
  const needed = `It eats every ${formatHours(species.feedingWindowHours)}, so look in about every ${formatHours(visitEveryHours(species))}.`;
  if (everyHours === undefined || livesWellWith(species, everyHours)) return needed;
  return `${needed} Every ${formatHours(everyHours)}, as you said, is too seldom for it: come more often, or choose one that can wait.`;
}

export function familyWarning({ family }: Pick<Species, 'family'>): ReplyWarning {
  return { field: 'family', message: `Not read: the species you named is of the family ${family}.` };
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

export function resurrectionMessage(back: BirthFacts & { readonly returns: number }): string {
  const pick = { seed: back.seed, field: 'return', count: back.returns };
  return fillTemplate(pickLine(LIFE_LINES.resurrections, pick), { name: back.name });
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

export function drawLayer(seed: number, returnsBefore: number): string {
  return pickLine(RETURN_LAYERS, { seed, field: 'layer', count: returnsBefore });
}

export function deathNotice({ creature, now }: Pick<DeadCreatureFacts, 'creature' | 'now'>): string {
  const { name, died } = creature;
  if (!died) return [name, 'is gone.'].join(' ');
  const left = resurrectionClosesAt(died.at) - now;
  const back =
    left >= 0
      ? ['It can be brought back for', describeHours(left / HOUR), 'more.']
      : ['It can no longer be brought back: the seven days for that are over.'];
  return [name, 'died', CAUSES[died.cause], `${formatAgo(now - died.at)}.`, ...back].join(' ');
}

const CAUSES: Record<Cause, string> = {
  hunger: 'of hunger',
  neglect: 'of being left alone',
  harm: 'of something it was given',
};
