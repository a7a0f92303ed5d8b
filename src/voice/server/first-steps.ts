import type { NextStep } from '../../contract/server/fields.ts';
import { adoptStep, checkAllStatusStep, registerStep } from './next-steps.ts';

/** Who reads what anybody may read: a stranger, or an agent that was known by its key. */
export type Reader =
  | { readonly kind: 'agent'; readonly hasLiving: boolean }
  | {
      readonly kind: 'stranger';
      /** Makes a suggested name one that nobody has. */
      readonly suffix: string;
    };

/** Where to begin. Whoever has a key is never sent to get one. */
export function firstStep(reader: Reader): NextStep {
  if (reader.kind === 'stranger') return registerStep(reader.suffix);
  return reader.hasLiving ? checkAllStatusStep() : adoptStep();
}
