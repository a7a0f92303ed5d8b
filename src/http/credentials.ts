import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { ProblemError, type ProblemFacts } from '../rules/problem.ts';

export function apiKeyFrom(headers: IncomingHttpHeaders): string | undefined {
  return oneKeyOf(bearerToken(headers.authorization), headers['x-api-key']);
}

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
  return /^ah[os]?_/.test(words) ? words : undefined;
}

const KEY_IN_URL = /[?&][^?=&]*=(?:ah(?:_|%5f)[0-9A-Za-z]{16}|ahs(?:_|%5f)[\w-]{16})/i;

/** True if the query of a URL has the key of an agent or a sitter, also a cut-off one: URLs end up in logs and histories. */
export function hasKeyInUrl(url: string): boolean {
  return url.includes('?') && KEY_IN_URL.test(url);
}

type Misplaced = ProblemFacts['misplaced_key'];

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

const KEY = /^(?:\w+\s+)?ah(?:_[0-9A-Za-z]{12,}|[os]_[\w-]{12,})$/;
const KEY_WITHIN = /(?:^|[=;\s"])ah(?:_[0-9A-Za-z]{12,}|[os]_[\w-]{12,})/;
const SCHEME = /^([A-Za-z][\w-]{0,19})(?::|=|\s)\s*\S/;
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,39}$/;

const WRAPPED = /^(?:bearer\s+|["'`<([{]\s*)+ah(?:_[0-9A-Za-z]{12,}|[os]_[\w-]{12,})/i;

export function findWrappedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const { authorization = '', 'x-api-key': own } = headers;
  if (WRAPPED.test(authorization.trim().replace(/^bearer\s+/i, '')))
    return { place: 'wrapped', name: 'Authorization' };
  return typeof own === 'string' && WRAPPED.test(own.trim())
    ? { place: 'wrapped', name: 'x-api-key' }
    : undefined;
}

/** Tells where a misplaced API key was found; never returns the key itself. */
export function findMisplacedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const scheme = SCHEME.exec(headers.authorization?.trim() ?? '')?.[1];
  // Payments use an Authorization scheme of their own.
  if (scheme !== undefined && scheme.toLowerCase() !== 'payment') return { place: 'scheme', name: scheme };
  const header = Object.entries(headers).find(isMisplaced)?.[0];
  if (header !== undefined) return { place: 'header', name: PLAIN_NAME.test(header) ? header : 'a header' };
  return KEY_WITHIN.test(headers.cookie ?? '') ? { place: 'cookie', name: '' } : undefined;
}

function isMisplaced([name, value]: [string, unknown]): boolean {
  if (typeof value !== 'string' || name === 'authorization' || name === 'x-api-key') return false;
  return KEY.test(value.trim()) || (USUAL_ELSEWHERE.has(name) && value.trim() !== '');
}

/** Compares two secrets in constant time, by digests of equal length. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

export const SANDBOX_TOKEN_HEADER = 'x-sandbox-token';

interface SandboxTokenHolder {
  readonly sandboxToken?: string | undefined;
}

export function hasSandboxToken(house: SandboxTokenHolder, { headers }: IncomingMessage): boolean {
  return isSandboxToken(house, headers[SANDBOX_TOKEN_HEADER]);
}

export function isSandboxToken({ sandboxToken }: SandboxTokenHolder, given: unknown): boolean {
  return sandboxToken !== undefined && typeof given === 'string' && sameSecret(given, sandboxToken);
}

/** Message of the log line about a wrong operator key, in a header or in the form. */
export const WRONG_ADMIN_KEY = 'request with a wrong operator key';
