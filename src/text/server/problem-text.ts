import problemTexts from '#content/voice/public/problems.json' with { type: 'json' };

import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import type { OwnCreature, ProblemCode, ProblemFacts } from '../../rules/problem.ts';
import type { TemplateWords } from '../pick-line.ts';

/** Codes without texts get theirs from `refusalWords`. */
export const PROBLEM_TEXTS: Readonly<
  Partial<Record<ProblemCode, Pick<ProblemText, 'error' | 'suggestion'>>>
> = problemTexts.problems;

/** Suggestions by operationId. */
export const INVALID_REQUESTS: Readonly<Record<string, string>> = problemTexts.invalidRequests;

/** The texts of a problem reply. */
export interface ProblemText {
  readonly error: string;
  /** For refused care: what the creature is doing. */
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

type FactsOfCode<Code extends ProblemCode> = Code extends keyof ProblemFacts ? ProblemFacts[Code] : undefined;

export interface RefusedCaller {
  /** Makes a suggested name or slug unique. */
  readonly suffix: string;
  /** The authenticated caller. */
  readonly agent?: { readonly username: string } | undefined;
  /** Its living creatures, on routes that take a creature_id. */
  readonly yours?: readonly OwnCreature[] | undefined;
  readonly sent?: SentRequest | undefined;
}

/** A request before validation. */
export interface SentRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Overrides the texts of content/ and fills their placeholders. Without steps, the reply leads to the API index. */
type ProblemParts = { readonly [Part in keyof ProblemText]?: ProblemText[Part] | undefined } & {
  readonly words?: TemplateWords;
};

export type ProblemWriter<Known> = (
  facts: Known,
  route: Route | undefined,
  caller: RefusedCaller,
) => ProblemParts;

/** Writers of codes that need more than a fixed text. */
export type ProblemWriters = {
  readonly [Code in ProblemCode]?: ProblemWriter<FactsOfCode<Code>>;
};
