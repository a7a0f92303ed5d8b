import type { NextStep } from '../../contract/server/fields.ts';
import type { Route } from '../../contract/server/route.ts';
import type { ProblemCode, ProblemFacts } from '../../core/problem.ts';

/** What a refusal is answered with, before its status. */
export interface ProblemText {
  readonly error: string;
  /** What its keeper finds when it comes, told in the house's own words. */
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

type FactsOfCode<Code extends ProblemCode> = Code extends keyof ProblemFacts ? ProblemFacts[Code] : undefined;
/** `suffix` makes a suggested name or slug one that nobody has. */
export type ProblemWriter<Known> = (facts: Known, route: Route | undefined, suffix: string) => ProblemText;

/** One writer for each of these codes. */
export type ProblemWriters<Codes extends ProblemCode = ProblemCode> = {
  readonly [Code in Codes]: ProblemWriter<FactsOfCode<Code>>;
};
