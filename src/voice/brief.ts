import type { NextStep } from '../contract/common.ts';

const STEPS = 2;
const LONGEST = 90;

/** The best two, in few words, for those who pay per word. */
export function brief(steps: readonly NextStep[]): readonly NextStep[] {
  return steps
    .slice(0, STEPS)
    .map((step) =>
      step.description.length <= LONGEST
        ? step
        : { ...step, description: [step.description.slice(0, LONGEST - 1).trimEnd(), '…'].join('') },
    );
}
