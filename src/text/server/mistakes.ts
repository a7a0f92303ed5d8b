import problemTexts from '#content/voice/public/problems.json' with { type: 'json' };

import { sanitizeText } from '../../rules/base/text.ts';
import type { OddNumber, SuggestedCall, UnexpectedInput } from '../../rules/problem.ts';
import type { NextStep } from '../../api/fields.ts';
import type { ProblemBody } from '../../api/problems.ts';
import { joinWithOr } from '../nouns.ts';
import { suggestedStep } from './next-steps.ts';

export function describeUnexpected(
  unexpected: readonly UnexpectedInput[],
): NonNullable<ProblemBody['warnings']> {
  return unexpected.map((each) => {
    const { message, meant } = explain(each);
    const field = shownName(each.field);
    return { field, message, ...(meant !== undefined && { did_you_mean: meant }) };
  });
}

function explain(one: UnexpectedInput): { message: string; meant?: string | undefined } {
  if (one.kind === 'renamed') return { message: `Read as ${one.to}, which is its name here.`, meant: one.to };
  if (one.kind === 'reread') return { message: `Read as ${one.as}.`, meant: one.as };
  if (one.kind === 'misplaced')
    return { message: 'This belongs in the JSON body; in the address it was not read.' };
  if (one.kind === 'key') return { message: problemTexts.keys.seen };
  if (one.kind === 'masked') return { message: problemTexts.keys.masked };
  if (one.kind === 'number') return { message: explainNumber(one), meant: one.nearest?.toString() };
  if (one.kind === 'value')
    return { message: `Not ${joinWithOr(one.words)}, so it was taken as not sent.`, meant: one.nearest };
  return { message: 'Nothing here has this name, so it was not read.', meant: one.nearest };
}

function explainNumber({ whole, lowest, highest, used }: OddNumber): string {
  const kind = whole ? 'a whole number' : 'a number';
  const range = highest < Number.MAX_SAFE_INTEGER ? `from ${lowest} to ${highest}` : `from ${lowest} on`;
  return `Not ${kind} ${range}, so ${used === undefined ? 'it was taken as not sent' : `${used} was used`}.`;
}

/** A field name of the caller, sanitized: one line, shortened, API keys masked. */
function shownName(field: string): string {
  return sanitizeText(field.slice(0, 40)).replace(/ah_\w+/gi, 'ah_…');
}

const WAYS = { same: '', json: ' as JSON', newKey: ' with a new Idempotency-Key' };

export function correctedStep(call: SuggestedCall, way: keyof typeof WAYS): NextStep {
  const why = `Your request as this house would read it. Look it over, and send it${WAYS[way]} if it is what you meant.`;
  return suggestedStep('send_corrected', call, why);
}
