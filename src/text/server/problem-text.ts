import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import type { OwnCreature, ProblemCode, ProblemFacts } from '../../rules/problem.ts';

/** What a refusal is answered with, before its status. */
export interface ProblemText {
  readonly error: string;
  /** What its keeper finds when it comes, told in the house's own words. */
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

type FactsOfCode<Code extends ProblemCode> = Code extends keyof ProblemFacts ? ProblemFacts[Code] : undefined;

/** Who is refused, as far as words and steps depend on it. */
export interface RefusedCaller {
  /** Makes a suggested name or slug one that nobody has. */
  readonly suffix: string;
  /** Whose key it sent, where the steps of a stranger would be others. */
  readonly agent?: { readonly username: string } | undefined;
  /** Its living creatures, where one of them was to be named. */
  readonly yours?: readonly OwnCreature[] | undefined;
  /** What it sent, as far as it was read. */
  readonly sent?: SentRequest | undefined;
}

/** A request as it came, before anything was made of it. */
export interface SentRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export type ProblemWriter<Known> = (
  facts: Known,
  route: Route | undefined,
  caller: RefusedCaller,
) => ProblemText;

/** One writer for each of these codes. */
export type ProblemWriters<Codes extends ProblemCode = ProblemCode> = {
  readonly [Code in Codes]: ProblemWriter<FactsOfCode<Code>>;
};
