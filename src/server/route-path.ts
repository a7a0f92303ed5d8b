import type { IncomingMessage } from 'node:http';

import { ROUTES } from '../api/routes.ts';

// Paths are written as `/creatures/{id}` everywhere; only the router has signs of its own.

// A part that is left to the caller is never empty: `/species/` is a slash too many.
const NOT_EMPTY = '([\\s\\S]+)';

export function routePath(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, `:$1${NOT_EMPTY}`);
}

/** The router's path as it stands in metrics and logs: `/creatures/:id`. */
export function routeLabel(path: string): string {
  return path.replaceAll(NOT_EMPTY, '');
}

/** True when the router would take this path for the pattern. */
export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}

// No route has a tenth of it.
const MOST_PARAMETERS = 64;

/** An address without the parameters beyond the first 64: to read thousands costs milliseconds, before any limit. */
function withoutSurplus(url: string): string {
  let end = url.indexOf('?');
  for (let count = 0; count < MOST_PARAMETERS && end >= 0; count += 1) end = url.indexOf('&', end + 1);
  return end < 0 ? url : url.slice(0, end);
}

/** Where a request goes: the front door shows people a page, and programs that ask for JSON the index of the API. */
export function frontDoor({ method, url: sent = '', headers }: IncomingMessage): string {
  const url = withoutSurplus(sent);
  const accept = headers.accept ?? '';
  const wantsJson = accept.includes('application/json') && !accept.includes('text/html');
  const isFrontDoor = (method === 'GET' || method === 'HEAD') && /^\/(?:\?|$)/.test(url);
  return isFrontDoor && wantsJson ? `${ROUTES.getApiIndex.path}${url.slice(1)}` : url;
}
