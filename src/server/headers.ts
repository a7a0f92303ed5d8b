import { hash } from 'node:crypto';

import { AGENT_DOCUMENTS, OPENAPI_PATH, REFERENCE_PATH } from '../api/documents.ts';
import type { ServerContext } from './context.ts';

export const CORS_EXPOSED_HEADERS = [
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After',
  'X-Request-Id, X-Arkhouse-Warning, Idempotency-Replayed, ETag, Link, WWW-Authenticate',
  'Payment-Receipt, PAYMENT-REQUIRED, X-PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE',
].join(', ');

export type ReplyHeaders = Record<string, string | number | string[]>;

export const CSP = {
  none: "default-src 'none'; frame-ancestors 'none'",
  /** Content security policy of a page without scripts. */
  page: "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  /** Content security policy of a page that other sites may frame. */
  framed:
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  /** Content security policy of the API reference, whose script sends its forms. */
  reference:
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  /** Content security policy of an SVG, which may be opened as a document. */
  drawing: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;

/** A content security policy that allows these scripts by hash: 'self' would allow every file of this origin. */
export function withScripts(policy: string, integrities: readonly string[]): string {
  return `${policy}; script-src ${integrities.map((each) => `'${each}'`).join(' ')}; connect-src 'self'`;
}

/** The subresource integrity value of a script, also used as a CSP hash. */
export function integrityOf(script: string | Buffer): string {
  return `sha256-${hash('sha256', script, 'base64')}`;
}

/** Headers of every reply. CORS is open because the API does not use cookies. */
export function baseHeaders({
  house,
  https,
}: Pick<ServerContext, 'house' | 'https'>): Readonly<ReplyHeaders> {
  return {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-security-policy': CSP.none,
    'x-content-type-options': 'nosniff',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
    ...(house.sandbox && { 'x-arkhouse-sandbox': 'true' }),
  };
}

export const CORS_PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': [
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Api-Key',
    'Accept-Payment, Payment-Authorization, PAYMENT-SIGNATURE, X-PAYMENT',
    // x402 clients send this response header in requests, so CORS allows it.
    'Access-Control-Expose-Headers',
  ].join(', '),
  'access-control-max-age': '86400',
};

/** Link header (RFC 8288) to the descriptions of the API, on its indexes, documents and pages only. */
export const LINK_HEADER = [
  link(OPENAPI_PATH, 'service-desc', 'application/json'),
  link(REFERENCE_PATH, 'service-doc', 'text/html'),
  link(AGENT_DOCUMENTS.llms.path, 'describedby', 'text/plain'),
  link(AGENT_DOCUMENTS.apiCatalog.path, 'api-catalog', 'application/linkset+json'),
].join(', ');

function link(path: string, relation: string, type: string): string {
  return `<${path}>; rel="${relation}"; type="${type}"`;
}
