import type { NextStep } from './fields.ts';
import { buildPath, type RequestPart, type RequestPartName, type Route, type StepRoute } from './route.ts';

type StepRequest<R extends Route> = {
  readonly [P in RequestPartName as RequestPart<R, P> extends undefined ? never : P]?: RequestPart<R, P>;
};

/** A link to a route. A request that the route's schemas would refuse does not compile. */
export function step<R extends StepRoute>(
  action: string,
  row: R,
  description: string,
  request: StepRequest<R> = {},
): NextStep {
  const { body, query, params } = request as { body?: object; query?: object; params?: object };
  const path = params ? buildPath(row, params as Record<string, string>) : row.path;
  // join() makes a flat string, which JSON.stringify writes faster than a concatenated one.
  const endpoint = query ? [path, queryString(query)].join('?') : path;
  return { action, method: row.method, endpoint, description, ...(body && { body: { ...body } }) };
}

export function link(action: string, url: string, description: string): NextStep {
  return { action, url, description };
}

function queryString(query: object): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}
