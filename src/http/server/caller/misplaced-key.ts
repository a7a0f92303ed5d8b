import type { IncomingHttpHeaders } from 'node:http';

import type { ProblemFacts } from '../../../core/problem.ts';

type Misplaced = ProblemFacts['misplaced_key'];

// Where other services want theirs.
const USUAL_ELSEWHERE: ReadonlySet<string> = new Set([
  'api-key',
  'apikey',
  'auth-token',
  'token',
  'x-access-token',
  'x-apikey',
  'x-arkhouse-api-key',
  'x-arkhouse-key',
  'x-auth',
  'x-auth-key',
  'x-auth-token',
  'x-authorization',
  'x-key',
  'x-token',
]);

const KEY = /^(?:\w+\s+)?ah_[0-9A-Za-z]{12,}$/;
const KEY_WITHIN = /(?:^|[=;\s"])ah_[0-9A-Za-z]{12,}/;
const SCHEME = /^([A-Za-z][\w-]{0,19})(?::|=|\s)\s*\S/;
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,39}$/;

// In quotes or brackets, or after the word Bearer once too often.
const WRAPPED = /^(?:bearer\s+|["'`<([{]\s*)+ah_[0-9A-Za-z]{12,}/i;

/** A key in its own place, with something around it. */
export function findWrappedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const { authorization = '', 'x-api-key': own } = headers;
  if (WRAPPED.test(authorization.trim().replace(/^bearer\s+/i, '')))
    return { place: 'wrapped', name: 'Authorization' };
  return typeof own === 'string' && WRAPPED.test(own.trim())
    ? { place: 'wrapped', name: 'x-api-key' }
    : undefined;
}

/** Where a key came that no one looks for there; the key itself is told to nobody. */
export function findMisplacedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const scheme = SCHEME.exec(headers.authorization?.trim() ?? '')?.[1];
  // A payment has its own scheme.
  if (scheme !== undefined && scheme.toLowerCase() !== 'payment') return { place: 'scheme', name: scheme };
  const header = Object.entries(headers).find(isMisplaced)?.[0];
  if (header !== undefined) return { place: 'header', name: PLAIN_NAME.test(header) ? header : 'a header' };
  return KEY_WITHIN.test(headers.cookie ?? '') ? { place: 'cookie', name: '' } : undefined;
}

function isMisplaced([name, value]: [string, unknown]): boolean {
  if (typeof value !== 'string' || name === 'authorization' || name === 'x-api-key') return false;
  return KEY.test(value.trim()) || (USUAL_ELSEWHERE.has(name) && value.trim() !== '');
}
