import problemTexts from '#content/voice/public/problems.json' with { type: 'json' };

import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import type { OwnCreature, ProblemCode, ProblemFacts } from '../../rules/problem.ts';
import type { TemplateWords } from '../pick-line.ts';

export const { problems: PROBLEM_TEXTS, invalidRequests: INVALID_REQUESTS } = problemTexts as {
  /** Those of creatures that cannot be cared for now are told by `refusalWords`. */
  readonly problems: Readonly<Partial<Record<ProblemCode, Pick<ProblemText, 'error' | 'suggestion'>>>>;
  /** What to send instead, by operation. */
  readonly invalidRequests: Readonly<Record<string, string>>;
};

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

/** What replaces the texts of a problem in content/ and fills their gaps; without steps it leads to the index of the API. */
type ProblemParts = { readonly [Part in keyof ProblemText]?: ProblemText[Part] | undefined } & {
  readonly words?: TemplateWords;
};

export type ProblemWriter<Known> = (
  facts: Known,
  route: Route | undefined,
  caller: RefusedCaller,
) => ProblemParts;

/** A writer for each code that needs more than its texts. */
export type ProblemWriters = {
  readonly [Code in ProblemCode]?: ProblemWriter<FactsOfCode<Code>>;
};
