import careRefusals from '#content/voice/care/care-refusals.json' with { type: 'json' };

import type { CareOutcome } from '../../core/care/care.ts';
import { bodyOf, type BodyOwner } from '../../core/species/bodies.ts';
import { nounsOf } from '../engine/nouns.ts';
import { fillTemplate, fillTemplates, pickLine, type Lines } from '../engine/pick-line.ts';

/** Why care did not happen. */
export type CareRefusalReason = Extract<CareOutcome, { refused: unknown }>['refused'] | 'egg';

interface CareRefusalFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  /** What tells one asking from the next. */
  readonly count: number;
  /** How far it is from letting it happen: `trust 12 of 40`. */
  readonly progress?: string | undefined;
}

interface RefusalWords {
  readonly error: string;
  readonly message: string;
  /** What to do instead. */
  readonly suggestion: string;
}

export function refusalWords(whyNot: CareRefusalReason, facts: CareRefusalFacts): RefusalWords {
  const { error, messages, suggestions } = REFUSAL_LINES[whyNot];
  const turn = { seed: facts.seed, count: facts.count, subject: { body: bodyOf(facts) } };
  const words = nounsOf(facts, facts.name);
  const message = [
    pickLine(messages, { ...turn, field: 'refusal' }),
    pickLine(NO_HARM_DONE, { ...turn, field: 'refusal+' }),
  ];
  const suggestion = pickLine(suggestions, { ...turn, field: 'refusal-tip' });
  return {
    error: fillTemplate(error, words),
    message: fillTemplates(message, words),
    suggestion: withProgress(fillTemplate(suggestion, words), facts.progress),
  };
}

function withProgress(suggestion: string, progress: string | undefined): string {
  return progress === undefined ? suggestion : `${suggestion} It is at ${progress}.`;
}

interface RefusalLines {
  readonly error: string;
  readonly messages: Lines;
  readonly suggestions: Lines;
}

export const { noHarmDone: NO_HARM_DONE, refusalLines: REFUSAL_LINES } = careRefusals as {
  /** Said after any of them: a refusal changes nothing. */
  readonly noHarmDone: Lines;
  readonly refusalLines: Record<CareRefusalReason, RefusalLines>;
};
