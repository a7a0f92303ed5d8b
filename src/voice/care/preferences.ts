import type { NextStep } from '../../contract/server/fields.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { pluralize } from '../engine/durations.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';
import { adoptAnotherStep, checkStatusStep, viewHistoryStep, type StepTarget } from '../server/next-steps.ts';

export function preferencesNote({
  discovered,
  seed,
}: {
  readonly discovered: number;
  readonly seed: number;
}): string {
  const lines = discovered === 0 ? UNTRIED : TRIED;
  return fillTemplate(pickLine(lines, { seed, field: 'preferences', count: discovered }), {
    things: pluralize(discovered, 'thing'),
  });
}

export const UNTRIED: Lines = [
  'You have tried nothing with it yet. Anything like these is welcome; what it makes of other things, only trying tells.',
  'These are its favourites. Send one as item with your next act of care, and see what it makes of it.',
  'Nothing has been tried so far. What is close to these words will please it, and what is far from them may hurt.',
];

export const TRIED: Lines = [
  'You have tried {things} with it. The nearer an item is to its favourites, the better it is taken.',
  '{things} tried so far, the best liked first. What hurt it once will hurt it again.',
  'What you tried stands under discovered: {things} so far, with how it was taken.',
];

/** A look first: it tells whether the next meal is due. A released creature has only its history. */
export function stepsAfterPreferences({
  creature,
}: {
  readonly creature: StepTarget & Pick<Creature, 'releasedAt'>;
}): readonly NextStep[] {
  const isGone = creature.releasedAt !== undefined;
  return isGone
    ? [viewHistoryStep(creature), adoptAnotherStep()]
    : [checkStatusStep(creature), viewHistoryStep(creature)];
}
