import { seedOf } from '../../core/dice.ts';
import type { Species } from '../../core/species/species.ts';
import type { Mood, Path, Stage } from '../../core/vocabulary.ts';
import { chance } from './chance.ts';
import type { Expression } from './easel.ts';
import { fadedBy } from './lived.ts';
import { lookOf } from './look.ts';
import { easelFor } from './paper.ts';
import { planOf } from './plans.ts';
import { framed } from './scene.ts';
import { wishesIn } from './wishes.ts';

export interface Portrayed {
  readonly species: Species;
  /** An egg has no portrait. */
  readonly stage: Exclude<Stage, 'egg'>;
  /** Only a grown one shows how it was cared for. */
  readonly path?: Path | undefined;
  readonly seed: number;
  readonly personality: readonly string[];
  /** What its keeper asked for; nothing of it is ever written into the picture. */
  readonly prompt?: string | undefined;
  readonly mood?: Mood | undefined;
}

/** A creature as SVG. The same facts give the same bytes, for ever. */
export function drawPortrait({
  species,
  stage,
  path,
  seed,
  personality,
  prompt = '',
  mood = 'content',
}: Portrayed): string {
  const wishes = wishesIn(prompt, personality, chance(seed ^ seedOf('wishes')));
  const lived = stage === 'adult' ? path : undefined;
  const look = fadedBy(lived, wishes.bend(lookOf(species, prompt)));
  const facts = [species.slug, stage, lived, seed, mood, prompt, ...personality];
  const easel = easelFor({ look, stage, seed, expression: EXPRESSIONS[mood], facts });
  const figure = planOf(look)(easel, species.family);
  const aside = chance(seed ^ seedOf('backdrop'));
  return framed(easel, figure, { family: species.family, path: lived, wishes, aside });
}

const EXPRESSIONS: Readonly<Record<Mood, Expression>> = {
  sleeping: 'asleep',
  critical: 'weak',
  sick: 'weak',
  hungry: 'hungry',
  happy: 'glad',
  content: 'calm',
  curious: 'curious',
};
