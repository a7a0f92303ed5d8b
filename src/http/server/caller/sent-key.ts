import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { ProblemError } from '../../../core/problem.ts';

/** The API key a request carries: a bearer token, x-api-key, or the bare key in Authorization. */
export function apiKeyFrom(headers: IncomingHttpHeaders): string | undefined {
  return oneKeyOf(bearerToken(headers.authorization), headers['x-api-key']);
}

/** The one that was sent, in whichever of two headers; two that differ are a mistake. */
export function oneKeyOf(bearer: string | undefined, own: string | string[] | undefined): string | undefined {
  const inOwnHeader = typeof own === 'string' && own.trim() !== '' ? own.trim() : undefined;
  if (bearer && inOwnHeader && bearer !== inOwnHeader) throw new ProblemError('two_keys');
  return bearer ?? inOwnHeader;
}

export function bearerToken(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const words = header.trim();
  const scheme = /^bearer\s+/i.exec(words);
  if (scheme) return words.slice(scheme[0].length) || undefined;
  return words.startsWith('ah_') ? words : undefined;
}

const PLAIN_BEARER = /^Bearer ah_[0-9A-Za-z]+$/;
const PLAIN_KEY = /^ah_[0-9A-Za-z]+$/;

/** The same for nearly every key: one that stands alone in its place, so that nothing can be wrong with how it was sent. */
export function plainKeyFrom(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  const own = headers['x-api-key'];
  if (own === undefined)
    return authorization !== undefined && PLAIN_BEARER.test(authorization)
      ? authorization.slice('Bearer '.length)
      : undefined;
  return authorization === undefined && typeof own === 'string' && PLAIN_KEY.test(own) ? own : undefined;
}

/** Compares in constant time: digests have equal lengths, so that neither length nor content shows in the time it takes. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
