import type { IncomingHttpHeaders } from 'node:http';
import { hash, timingSafeEqual } from 'node:crypto';

import { Problem } from '../core/problem.ts';

/** The API key a request carries: a bearer token, x-api-key, or the bare key in Authorization. */
export function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const inAuthorization = bearer(headers.authorization);
  const own = headers['x-api-key'];
  const inOwnHeader = typeof own === 'string' && own.trim() !== '' ? own.trim() : undefined;
  if (inAuthorization && inOwnHeader && inAuthorization !== inOwnHeader) throw new Problem('two_keys');
  return inAuthorization ?? inOwnHeader;
}

/** The operator's key a request carries. */
export function adminKeyIn(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-admin-key'];
  return typeof own === 'string' ? own.trim() : bearer(headers.authorization);
}

// Digests of equal length are compared, so that neither length nor content shows in the time it takes.
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

/** Keys do not belong where logs and histories keep them. */
export function keyInAddress(url: string): boolean {
  return url.includes('?') && /[?&][^?=&]*=(?:ah_|ah%5f)[0-9A-Za-z]/i.test(url);
}

function bearer(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const words = header.trim();
  const scheme = /^bearer\s+/i.exec(words);
  if (scheme) return words.slice(scheme[0].length) || undefined;
  return words.startsWith('ah_') ? words : undefined;
}
