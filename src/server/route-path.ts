import type { IncomingMessage } from 'node:http';

import { ROUTES } from '../api/routes.ts';

// A path parameter is never empty: `/species/` is not `/species/{slug}`.
const NOT_EMPTY = '([\\s\\S]+)';

/** Turns a path pattern such as `/creatures/{id}` into the router's syntax. */
export function routePath(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, `:$1${NOT_EMPTY}`);
}

export function routeLabel(path: string): string {
  return path.replaceAll(NOT_EMPTY, '');
}

export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}

const MOST_PARAMETERS = 64;

/** Drops the query parameters after the first 64: parsing thousands takes milliseconds, before any rate limit. */
function withoutSurplus(url: string): string {
  let end = url.indexOf('?');
  for (let count = 0; count < MOST_PARAMETERS && end >= 0; count += 1) end = url.indexOf('&', end + 1);
  return end < 0 ? url : url.slice(0, end);
}

/** Rewrites `/` to the API's index for clients that ask for JSON. */
export function frontDoor({ method, url: sent = '', headers }: IncomingMessage): string {
  const url = withoutSurplus(sent);
  const accept = headers.accept ?? '';
  const wantsJson = accept.includes('application/json') && !accept.includes('text/html');
  const isFrontDoor = (method === 'GET' || method === 'HEAD') && /^\/(?:\?|$)/.test(url);
  return isFrontDoor && wantsJson ? `${ROUTES.getApiIndex.path}${url.slice(1)}` : url;
}
