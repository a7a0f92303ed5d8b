import type { NextStep } from '../../contract/server/fields.ts';
import { pluralize } from '../engine/durations.ts';
import { lookAroundStep, whoAmIStep } from '../server/next-steps.ts';

export function farewell({
  username,
  released,
}: {
  readonly username: string;
  readonly released: number;
}): string {
  const free = released === 0 ? '' : ` ${pluralize(released, 'creature')} went free.`;
  return `Goodbye, ${username}.${free} Your words, links and pictures are gone, your key opens nothing any more, and nobody else gets your name.`;
}

export function stepsAfterExport(): NextStep[] {
  return [whoAmIStep()];
}

/** Nobody is asked to come back who has just left. */
export function stepsAfterLeaving(): NextStep[] {
  return [lookAroundStep()];
}
