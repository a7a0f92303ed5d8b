import personality from '#content/voice/lives/personality.json' with { type: 'json' };

import { dice } from '../../core/engine/dice.ts';
import type { Trait } from '../../core/vocabulary.ts';
import { joinWithAnd } from '../engine/nouns.ts';
import { pickLine, type Lines } from '../engine/pick-line.ts';

export const { personalityWords: PERSONALITY_WORDS, returnLayers: RETURN_LAYERS } = personality as {
  /** What a creature may be from birth. Each follows "it is", and none has a comma: they are told in one line. */
  readonly personalityWords: Lines;
  /** What a resurrection may add to a personality. */
  readonly returnLayers: Lines;
};

const DRAWN_AT_BIRTH = 3;

/** The words of a new personality, all different. */
export function drawPersonality(seed: number): readonly string[] {
  const left: string[] = [...PERSONALITY_WORDS];
  return Array.from({ length: DRAWN_AT_BIRTH }, (_, roll) =>
    left.splice(Math.floor(dice(seed, 'traits', roll) * left.length), 1),
  ).flat();
}

/** What this resurrection adds; `returnsBefore` counts those before it, and no two in a row are the same. */
export function drawLayer(seed: number, returnsBefore: number): string {
  return pickLine(RETURN_LAYERS, { seed, field: 'layer', count: returnsBefore });
}

/** `gentle and social by nature`, or nothing for one without traits. */
export function describeTraits(traits: readonly Trait[]): string {
  return traits.length === 0 ? '' : `${joinWithAnd(traits)} by nature`;
}
