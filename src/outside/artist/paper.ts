import { seedOf } from '../../core/dice.ts';
import type { Stage } from '../../core/vocabulary.ts';
import { chance } from './chance.ts';
import { formOn, type Easel, type Expression } from './easel.ts';
import { GROWTH } from './growth.ts';
import type { Look } from './look.ts';

export interface Sheet {
  readonly look: Look;
  readonly stage: Stage;
  readonly seed: number;
  readonly expression?: Expression;
  /** All that makes this picture another than the next: names inside it follow from it. */
  readonly facts: readonly unknown[];
}

/** An empty easel for one picture. */
export function easelFor({ look, stage, seed, expression = 'calm', facts }: Sheet): Easel {
  const prefix = `a${seedOf(facts.join(' ')).toString(36)}`;
  let named = 0;
  const name = () => `${prefix}${(named++).toString(36)}`;
  return { look, growth: GROWTH[stage], roll: chance(seed), expression, form: formOn(name), name };
}

/** The square every picture is painted on. */
export function painted(art: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" stroke-linecap="round" stroke-linejoin="round">${art}</svg>`;
}
