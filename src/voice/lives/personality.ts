import { dice } from '../../core/engine/dice.ts';
import type { Trait } from '../../core/vocabulary.ts';
import { joinWithAnd } from '../engine/nouns.ts';
import { pickLine, type Lines } from '../engine/pick-line.ts';

/** What a creature may be from birth. Each follows "it is", and none has a comma: they are told in one line. */
export const PERSONALITY_WORDS = [
  'patient',
  'easily amused',
  'fond of corners',
  'suspicious of Mondays',
  'soft-hearted',
  'slow to wake',
  'quick to laugh',
  'a little vain',
  'brave in daylight',
  'careful with new things',
  'a good listener',
  'a poor loser',
  'generous with opinions',
  'proud of small things',
  'thorough',
  'dreamy',
  'tidy in its own way',
  'hard to impress',
  'impossible to hurry',
  'loyal to one spot',
  'curious about doors',
  'shy with strangers',
  'polite to furniture',
  'never quite lost',
  'sentimental',
  'practical',
  'a keeper of small treasures',
  'certain it is being watched',
  'kind to the weak',
  'bold before breakfast',
  'thoughtful after dark',
  'bad at secrets',
  'good at waiting',
  'restless in rain',
  'calm in storms',
  'a collector of string',
  'mild',
  'wry',
  'earnest',
  'particular about light',
  'drawn to warm places',
  'amazed by water',
  'wary of mirrors',
  'at home anywhere',
  'forever almost asleep',
  'fiercely neat',
  'cheerfully clumsy',
  'older than it looks',
  'moved by music',
  'unmoved by praise',
  'ready to forgive',
  'slow to forget',
  'in love with the morning',
  'a friend to moths',
  'modest',
  'theatrical',
  'plain-spoken',
  'full of schemes',
  'short of schemes',
  'at its best when needed',
] as const satisfies Lines;

/** What a resurrection may add to a personality. */
export const RETURN_LAYERS = [
  'a little quieter around midnight',
  'fonder of daylight than before',
  'slower to leave a room',
  'inclined to look back at doors',
  'gentler with small things',
  'less afraid of the dark',
  'given to long looks at nothing',
  'quick to settle near somebody',
  'unwilling to waste an afternoon',
  'harder to startle',
  'warier of empty rooms',
  'grateful in an absent way',
  'a shade paler at the edges',
  'prone to waking before dawn',
  'careful about goodbyes',
  'more patient than it was',
  'sure of something it does not say',
  'lighter on its feet',
  'attached to one particular sound',
  'amused by clocks',
] as const satisfies Lines;

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
