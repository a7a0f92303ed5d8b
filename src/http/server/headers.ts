import { AGENT_DOCUMENTS, OPENAPI_PATH, REFERENCE_PATH } from '../../contract/server/documents.ts';
import type { ServerContext } from './context.ts';

/** What a page may read of an answer. */
export const CORS_EXPOSED_HEADERS = [
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
export type ReplyHeaders = Record<string, string | number | string[]>;

/** On every answer. Anyone's page may read the API, since no cookie opens anything here. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** The headers every answer of this door begins with. */
export function baseHeaders({
  house,
  https,
}: Pick<ServerContext, 'house' | 'https'>): Readonly<ReplyHeaders> {
  return {
    ...COMMON_HEADERS,
    ...(https && { 'strict-transport-security': HSTS }),
    ...(house.sandbox && { 'x-arkhouse-sandbox': 'true' }),
  };
}

/** What a browser asks before it sends a key along. */
export const CORS_PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
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

const HSTS = 'max-age=31536000';

/**
 * A Link header (RFC 8288) to everything that describes the house: on its front door, its indexes, its documents and
 * the pages for people; not on every answer, where it would only be carried about.
 */
export const LINK_HEADER = [
  link(OPENAPI_PATH, 'service-desc', 'application/json'),
  link(REFERENCE_PATH, 'service-doc', 'text/html'),
  link(AGENT_DOCUMENTS.llms.path, 'describedby', 'text/plain'),
  link(AGENT_DOCUMENTS.apiCatalog.path, 'api-catalog', 'application/linkset+json'),
].join(', ');

function link(path: string, relation: string, type: string): string {
  return `<${path}>; rel="${relation}"; type="${type}"`;
}
