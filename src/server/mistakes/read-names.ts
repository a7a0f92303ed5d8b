import { namesOf, ourNameFor } from '../../api/fields.ts';
import type { RequestPartName, Route } from '../../api/route.ts';
import { nearestWord } from '../../rules/base/nearest-word.ts';
import type { UnexpectedInput } from '../../rules/problem.ts';

export interface ReadRequest {
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
  readonly unexpected: readonly UnexpectedInput[];
  /** The query as it was understood; absent before it is validated. */
  readonly parsedQuery?: unknown;
}

// Most warnings about unknown fields, for a body with thousands of them.
const MOST_TOLD = 10;

/** Moves aliases of fields to the route's own names, and lists all other unknown fields. */
export function readNames(route: Route, raw: Omit<ReadRequest, 'unexpected'>): ReadRequest {
  const unexpected: UnexpectedInput[] = [];
  return {
    params: raw.params,
    body: rename(route, 'body', raw.body, unexpected),
    query: rename(route, 'query', raw.query, unexpected),
    unexpected,
  };
}

function rename(
  route: Route,
  part: Exclude<RequestPartName, 'params'>,
  given: unknown,
  unexpected: UnexpectedInput[],
): unknown {
  if (!isObject(given)) return given;
  const known = namesOf(route)[part];
  const entries = Object.entries(given);
  if (entries.every(([name]) => known.has(name))) return given;
  const kept = new Map(entries.filter(([name]) => known.has(name)));
  for (const [name, value] of entries) {
    if (known.has(name) || value === null || unexpected.length >= MOST_TOLD) continue;
    if (part === 'query' && looksLikeKey(value)) {
      unexpected.push({ kind: 'key', field: name });
      continue;
    }
    const to = ourNameFor(route, part, name);
    const free = to !== undefined && (kept.get(to) ?? undefined) === undefined;
    if (free && !route.exact) {
      kept.set(to, value);
      unexpected.push({ kind: 'renamed', field: name, to });
    } else if (part === 'query' && namesOf(route).body.has(name)) {
      unexpected.push({ kind: 'misplaced', field: name });
    } else {
      unexpected.push({ kind: 'unknown', field: name, nearest: to ?? nearestWord(name, [...known]) });
    }
  }
  return Object.fromEntries(kept);
}

export function looksLikeKey(value: unknown): boolean {
  return typeof value === 'string' && /^ah_[0-9A-Za-z]/i.test(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
