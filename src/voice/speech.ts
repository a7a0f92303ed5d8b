import type { NextStep } from '../contract/common.ts';
import type { Route } from '../contract/route.ts';
import type { ProblemCode, ProblemFacts } from '../core/problem.ts';

/** What the house says to a refusal. */
export interface Speech {
  readonly error: string;
  /** What its keeper finds, when there is something to tell besides. */
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

type Facts<Code extends ProblemCode> = Code extends keyof ProblemFacts ? ProblemFacts[Code] : undefined;
export type Speaker<Known> = (facts: Known, route: Route | undefined, mark: string) => Speech;

/** One speaker for each of these codes. */
export type Speakers<Codes extends ProblemCode = ProblemCode> = {
  readonly [Code in Codes]: Speaker<Facts<Code>>;
};
