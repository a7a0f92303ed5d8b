import type { NextStep } from '../../contract/server/fields.ts';
import type { Route } from '../../contract/server/route.ts';
import type { ProblemCode, ProblemFacts } from '../../core/problem.ts';

/** What the house says to a refusal. */
export interface ProblemText {
  readonly error: string;
  /** What its keeper finds, when there is something to tell besides. */
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

type FactsOfCode<Code extends ProblemCode> = Code extends keyof ProblemFacts ? ProblemFacts[Code] : undefined;
export type ProblemWriter<Known> = (facts: Known, route: Route | undefined, mark: string) => ProblemText;

/** One speaker for each of these codes. */
export type ProblemWriters<Codes extends ProblemCode = ProblemCode> = {
  readonly [Code in Codes]: ProblemWriter<FactsOfCode<Code>>;
};
