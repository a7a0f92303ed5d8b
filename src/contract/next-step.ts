import type { NextStep } from './common.ts';
import { pathOf, type Route, type Sent } from './route.ts';

type Filling<R extends Route> = {
  readonly [Part in 'body' | 'query' | 'params' as Sent<R, Part> extends undefined ? never : Part]?: Sent<
    R,
    Part
  >;
};

/** A link to a route. It cannot dangle: the row gives method and path, and a body that would be refused does not compile. */
export function step<R extends Route>(
  action: string,
  row: R,
  description: string,
  filling: Filling<R> = {},
): NextStep {
  const { body, query, params } = filling as { body?: object; query?: object; params?: object };
  const path = params ? pathOf(row, params as Record<string, string>) : row.path;
  // Joined, not added up: replies are written out faster when every text in them is one piece.
  const endpoint = query ? [path, searchOf(query)].join('?') : path;
  return { action, method: row.method, endpoint, description, ...(body && { body: { ...body } }) };
}

/** A link that leads out of the API. */
export function link(action: string, url: string, description: string): NextStep {
  return { action, url, description };
}

function searchOf(query: object): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}
