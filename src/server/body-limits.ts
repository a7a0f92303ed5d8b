import { ProblemError } from '../rules/problem.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

// Deepest nesting of a JSON body, far more than any route takes.
const MOST_LEVELS = 32;
const MOST_ENTRIES = 200;

const PLAIN = `JSON of at most ${MOST_LEVELS} levels, with at most ${MOST_ENTRIES} fields and list entries in all`;

/** Throws if a JSON body is too deep or too large. `excessIn` checks its text before parsing, `excessOf` its value after. */
export function requirePlain(excess: string | undefined): void {
  if (excess !== undefined) throw bodyMisfit(PLAIN, excess);
}

/** Estimates depth and size of JSON text from brackets and commas alone: a lower bound. */
export function excessIn(text: string): string | undefined {
  let depth = 0;
  let commas = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += sign === '\\' ? 1 : 0;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    else if (sign === ',') commas += 1;
    if (depth > MOST_LEVELS) return `more than ${MOST_LEVELS} levels`;
    if (commas > MOST_ENTRIES) return `more than ${MOST_ENTRIES} of them`;
  }
  return undefined;
}

export function excessOf(json: unknown): string | undefined {
  let level = [json].filter(isNested);
  let entries = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return `more than ${MOST_LEVELS} levels`;
    const below: object[] = [];
    for (const each of level) {
      const inner: unknown[] = Array.isArray(each) ? each : Object.values(each);
      entries += inner.length;
      if (entries > MOST_ENTRIES) return `more than ${MOST_ENTRIES} of them`;
      below.push(...inner.filter(isNested));
    }
    level = below;
  }
  return undefined;
}

function isNested(json: unknown): json is object {
  return typeof json === 'object' && json !== null;
}

export function bodyMisfit(expected: string, received: string): ProblemError {
  return new ProblemError('invalid_request', { misfits: [{ field: 'body', expected, received }] });
}
