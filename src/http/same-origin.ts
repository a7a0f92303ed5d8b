import type { IncomingHttpHeaders } from 'node:http';

/** Browsers say where a form was sent from; what says nothing is no browser of our time. */
export function isSameOrigin({ origin, host = '', ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
