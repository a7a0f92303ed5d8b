import type { Door } from './door.ts';

/** What a page may read of an answer. */
export const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'ETag',
  'Link',
  'WWW-Authenticate',
  'Payment-Receipt',
  'PAYMENT-REQUIRED',
  'X-PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
].join(', ');

/** The headers of one answer, in the making. */
export type Headers = Record<string, string | number | string[]>;

/** On every answer. Anyone's page may read the API, since no cookie opens anything here. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** The headers every answer of this door begins with. */
export function headersOf({ house, https }: Pick<Door, 'house' | 'https'>): Readonly<Headers> {
  return {
    ...COMMON_HEADERS,
    ...(https && { 'strict-transport-security': HTTPS_ONLY }),
    ...(house.sandbox && { 'x-arkhouse-sandbox': 'true' }),
  };
}

/** What a browser asks before it sends a key along. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
  'access-control-allow-headers': [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-None-Match',
    'X-Api-Key',
    'Accept-Payment',
    'Payment-Authorization',
    'PAYMENT-SIGNATURE',
    'X-PAYMENT',
    // The client of x402 sends it, though only answers should.
    'Access-Control-Expose-Headers',
  ].join(', '),
  'access-control-max-age': '86400',
};

const HTTPS_ONLY = 'max-age=31536000';
