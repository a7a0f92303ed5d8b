import type { NextStep } from './fields.ts';
import { buildPath, type RequestPart, type RequestPartName, type Route, type StepRoute } from './route.ts';

type StepRequest<R extends Route> = {
  readonly [Part in RequestPartName as RequestPart<R, Part> extends undefined ? never : Part]?: RequestPart<
    R,
    Part
  >;
};

/** A link to a route. It cannot dangle: the row gives method and path, and a body that would be refused does not compile. */
export function step<R extends StepRoute>(
  action: string,
  row: R,
  description: string,
  request: StepRequest<R> = {},
): NextStep {
  const { body, query, params } = request as { body?: object; query?: object; params?: object };
  const path = params ? buildPath(row, params as Record<string, string>) : row.path;
  // Joined, not added up: replies are written out faster when every text in them is one piece.
  const endpoint = query ? [path, queryString(query)].join('?') : path;
  return { action, method: row.method, endpoint, description, ...(body && { body: { ...body } }) };
}

/** A link that leads out of the API. */
export function link(action: string, url: string, description: string): NextStep {
  return { action, url, description };
}

function queryString(query: object): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}
