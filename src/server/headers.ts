import { hash } from 'node:crypto';

import { AGENT_DOCUMENTS, OPENAPI_PATH, REFERENCE_PATH } from '../api/documents.ts';
import type { ServerContext } from './context.ts';

/** CORS: what a page from elsewhere may read of an answer. */
export const CORS_EXPOSED_HEADERS = [
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After',
  'X-Request-Id, Idempotency-Replayed, ETag, Link, WWW-Authenticate',
  'Payment-Receipt, PAYMENT-REQUIRED, X-PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE',
].join(', ');

export type ReplyHeaders = Record<string, string | number | string[]>;

/** Content-Security-Policy: what a browser may load, run and send for an answer. All that is not named is forbidden. */
export const CSP = {
  none: "default-src 'none'; frame-ancestors 'none'",
  /** A page of ours, which runs no script, with forms that lead nowhere else. */
  page: "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  /** A page of ours for frames in other people's pages: it shows, and links to the house in a new window. */
  framed:
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  /** The API reference: its forms are sent by its script, and never lead anywhere. */
  reference:
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  /** A drawing may be opened as a page of its own: then nothing in it may run, load or be sent. */
  drawing: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;

/** The same with these very scripts: 'self' would let anything run that can be had from this address. */
export function withScripts(policy: string, integrities: readonly string[]): string {
  return `${policy}; script-src ${integrities.map((each) => `'${each}'`).join(' ')}; connect-src 'self'`;
}

/** What the bytes of a script must be, for its tag and for the policy of its page. */
export function integrityOf(script: string | Buffer): string {
  return `sha256-${hash('sha256', script, 'base64')}`;
}

/** The headers every answer of a server begins with. CORS is open, since no cookie opens anything in the API. */
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

/** CORS: what a browser asks (OPTIONS) before it sends a key along. */
export const CORS_PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': [
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Api-Key',
    'Accept-Payment, Payment-Authorization, PAYMENT-SIGNATURE, X-PAYMENT',
    // The client of x402 sends it, though only answers should.
    'Access-Control-Expose-Headers',
  ].join(', '),
  'access-control-max-age': '86400',
};

/**
 * A Link header (RFC 8288) to everything that describes the API: on its indexes, its documents and the pages for
 * people; not on every answer, where it would only be carried about.
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
