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
  const search = query ? `?${new URLSearchParams(Object.entries(query).map(asText)).toString()}` : '';
  const endpoint = pathOf(row, params as Record<string, string> | undefined) + search;
  return { action, method: row.method, endpoint, description, ...(body && { body: { ...body } }) };
}

/** A link that leads out of the API. */
export function link(action: string, url: string, description: string): NextStep {
  return { action, url, description };
}

function asText([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)];
}
