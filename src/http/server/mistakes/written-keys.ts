import { maskKeys } from '../../../core/engine/redact.ts';
import type { UnexpectedInput } from '../../../core/problem.ts';
import { isObject } from './read-names.ts';

interface MaskedBody {
  readonly body: unknown;
  /** The fields in which a key stood, as they were written. */
  readonly masked: readonly string[];
}

/** A body without any key of this house in its words: whoever wrote one there, nobody else is to read it. */
export function maskWrittenKeys(body: unknown): MaskedBody {
  if (!isObject(body)) return { body, masked: NONE };
  const changed = Object.entries(body).flatMap(([field, value]) => {
    const kept = maskWithin(value, 0);
    return kept === value ? [] : [[field, kept] as const];
  });
  if (changed.length === 0) return { body, masked: NONE };
  return { body: { ...body, ...Object.fromEntries(changed) }, masked: changed.map(([field]) => field) };
}

const NONE: readonly string[] = [];

// Deeper than any field that is read.
const DEEPEST = 4;

/** The value itself where no key is in it. */
function maskWithin(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskKeys(value);
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  const parts: readonly [string, unknown][] = Object.entries(value);
  const kept = parts.map(([name, part]) => [name, maskWithin(part, depth + 1)] as const);
  if (kept.every(([, part], at) => part === parts[at]?.[1])) return value;
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/** What was told of the names already, after the keys that would have been kept. */
export function withMasked(
  masked: readonly string[],
  unexpected: readonly UnexpectedInput[],
): readonly UnexpectedInput[] {
  const kept = masked.filter(
    (name) => !unexpected.some(({ kind, field }) => kind === 'unknown' && field === name),
  );
  return [...kept.map((field) => ({ kind: 'masked', field }) as const), ...unexpected];
}
