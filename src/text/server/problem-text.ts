import problemTexts from '#content/voice/public/problems.json' with { type: 'json' };

import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import type { OwnCreature, ProblemCode, ProblemFacts } from '../../rules/problem.ts';
import type { TemplateWords } from '../pick-line.ts';

/** Texts of problems by code; codes without texts get theirs from `refusalWords`. */
export const PROBLEM_TEXTS: Readonly<
  Partial<Record<ProblemCode, Pick<ProblemText, 'error' | 'suggestion'>>>
> = problemTexts.problems;

/** Suggestions after an invalid request, by operationId. */
export const INVALID_REQUESTS: Readonly<Record<string, string>> = problemTexts.invalidRequests;

export interface ProblemText {
  readonly error: string;
  /** What the creature is doing, in refusals of care. */
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

type FactsOfCode<Code extends ProblemCode> = Code extends keyof ProblemFacts ? ProblemFacts[Code] : undefined;

export interface RefusedCaller {
  /** Makes a suggested name or slug unique. */
  readonly suffix: string;
  readonly agent?: { readonly username: string } | undefined;
  /** The caller's living creatures, on routes that take a creature_id. */
  readonly yours?: readonly OwnCreature[] | undefined;
  readonly sent?: SentRequest | undefined;
}

export interface SentRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Parts of a problem's text that override those of content/ and fill their placeholders. Without steps, the
 * reply leads to the API index.
 */
type ProblemParts = { readonly [Part in keyof ProblemText]?: ProblemText[Part] | undefined } & {
  readonly words?: TemplateWords;
};

export type ProblemWriter<Known> = (
  facts: Known,
  route: Route | undefined,
  caller: RefusedCaller,
) => ProblemParts;

/** Functions that write the texts of problems which need more than a fixed text. */
export type ProblemWriters = {
  readonly [Code in ProblemCode]?: ProblemWriter<FactsOfCode<Code>>;
};
