import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { LruCache } from '../../packages/base/collections.ts';
import { AGENT_DOCUMENTS, OPENAPI_PATH, REFERENCE_PATH } from '../api/documents.ts';

export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

interface RawReply {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body?: string | Buffer;
}

/** Without Fastify's reply object, which costs as much as authentication. Node omits the body for HEAD, 204 and 304. */
export function send(request: FastifyRequest, reply: FastifyReply, { status, type, body }: RawReply): void {
  const { headers, meter, startedMs } = request.context;
  if (body !== undefined) {
    headers['content-type'] = type ?? JSON_TYPE;
    headers['content-length'] = Buffer.byteLength(body);
  }
  // A shared cache stores one reply for callers with and without Origin.
  if ('access-control-allow-origin' in headers && String(headers['cache-control']).startsWith('public'))
    headers['access-control-expose-headers'] = CORS_EXPOSED_HEADERS;
  reply.hijack();
  reply.raw.writeHead(status, headers);
  endTogether(reply.raw, body);
  meter.record(status, startedMs);
}

type Pieces = AsyncIterator<string | Uint8Array, unknown, undefined>;

interface BegunPieces {
  readonly first: IteratorResult<string | Uint8Array> | undefined;
  readonly others: Pieces;
}

/** Reads the first piece, so that what fails before it is refused like any request. */
export async function beginPieces(
  { method }: FastifyRequest,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<BegunPieces> {
  const others = pieces[Symbol.asyncIterator]();
  return { first: method === 'HEAD' ? undefined : await others.next(), others };
}

interface PiecedReply extends Readonly<Record<'type' | 'text', string>> {
  readonly status: number;
  readonly rest: BegunPieces;
}

/** Streams a text with backpressure. A failure cuts the connection, so that a part is not taken for the whole. */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, text, rest }: PiecedReply,
): Promise<void> {
  const { headers, meter, startedMs } = request.context;
  headers['content-type'] = type;
  reply.hijack();
  reply.raw.writeHead(status, headers);
  meter.record(status, startedMs);
  if (request.method === 'HEAD') return void reply.raw.end();
  try {
    await pipeline(joinPieces(text, rest), reply.raw);
  } finally {
    await rest.others.return?.();
  }
}

/** Each write to a socket costs as much as reading some rows. */
const PIECE_LENGTH = 65_536;

/** Joins short texts. Bytes come from a thread that has joined them. */
async function* joinPieces(
  text: string,
  { first, others }: BegunPieces,
): AsyncGenerator<string | Uint8Array> {
  let piece = text;
  for (let next = first; next?.done === false; next = await others.next()) {
    if (typeof next.value === 'string') piece += next.value;
    if (typeof next.value === 'string' && piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    if (typeof next.value !== 'string') yield next.value;
  }
  yield piece;
}

export interface EtaggedBody {
  readonly body: Buffer;
  readonly etag: string;
}

interface CacheableReply {
  readonly status?: number;
  readonly type?: string | undefined;
  readonly body: string | Buffer;
  readonly etag?: string;
  readonly encoding?: string | undefined;
}

export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, type, body, etag = etagOf(body), encoding }: CacheableReply,
): void {
  const { headers } = request.context;
  headers['etag'] = etag;
  if (hasVersion(request, etag)) return send(request, reply, { status: 304 });
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  send(request, reply, { status, type, body });
}

/** Sends a compressed body. Only for public content: compressing a secret together with a caller's input leaks it (BREACH). */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag: plainEtag, effort }: EtaggedBody & { type: string; effort: CompressionEffort },
): Promise<void> {
  if (body.length < MIN_COMPRESSIBLE_BYTES)
    return sendCacheable(request, reply, { type, body, etag: plainEtag });
  const { headers } = request.context;
  headers['vary'] = 'vary' in headers ? `${String(headers['vary'])}, Accept-Encoding` : 'Accept-Encoding';
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (!encoding) return sendCacheable(request, reply, { type, body, etag: plainEtag });
  // The ETag differs per encoding: each is a representation of its own (RFC 9110, 8.8.3.3).
  const etag = `${plainEtag.slice(0, -1)}-${encoding}"`;
  // A known ETag is answered with 304, without compressing.
  if (hasVersion(request, etag)) return sendCacheable(request, reply, { type, body, etag });
  const compressed = await compress(body, etag, encoding, effort);
  sendCacheable(request, reply, { type, body: compressed, etag, encoding });
}

function etagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

export function withEtag(content: string | Buffer): EtaggedBody {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  return { body, etag: etagOf(body) };
}

const ETAGS = /"[^"]*"/g;

/** True if the caller has this version: it is answered with 304. */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  // ETags are compared without W/: a proxy that compressed the body has marked the ETag as weak.
  return known.trim() === '*' || [...known.matchAll(ETAGS)].some(([each]) => each === etag);
}

/** Redirects with 303: the browser follows with GET and does not repeat the body. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, location: string): void {
  request.context.headers['location'] = location;
  send(request, reply, { status: 303 });
}

let ending: { response: ServerResponse; body: string | Buffer | undefined }[] = [];

/** Ends all responses of one turn of the event loop together: a socket write costs nearly twice as much between other work. */
export function endTogether(response: ServerResponse, body: string | Buffer | undefined): void {
  if (ending.push({ response, body }) === 1) setImmediate(endAll);
}

function endAll(): void {
  const ready = ending;
  ending = [];
  for (const { response, body } of ready) response.end(body);
}

const ENCODINGS = ['br', 'gzip'] as const;
type ContentEncoding = (typeof ENCODINGS)[number];

/** Effort of compression: `quick` for content that changes every few seconds. */
type CompressionEffort = 'quick' | 'thorough';

// Bodies below about one network packet are not compressed.
const MIN_COMPRESSIBLE_BYTES = 1024;
// Longest Accept-Encoding that is parsed.
const LONGEST_HEADER = 1000;

/** Negotiated Content-Encoding, or undefined for identity. */
export function preferredEncoding(header: string | undefined): ContentEncoding | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  const weights = encodingWeights(header);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = Math.max(...ENCODINGS.map(weightOf));
  // Identity is always acceptable, but preferred only by an explicit weight.
  if (best === 0 || (weights.get('identity') ?? 0) > best) return undefined;
  return ENCODINGS.find((coding) => weightOf(coding) === best);
}

export function acceptsGzip(header = ''): boolean {
  return (encodingWeights(header).get('gzip') ?? 0) > 0;
}

/** Weights of Accept-Encoding (RFC 9110, 12.5.3). A weight that is not a number counts as 0. */
function encodingWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const range of header.split(',')) {
    const [coding = '', weight] = range.split(';', 2);
    const value = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
    if (coding.trim() !== '') weights.set(coding.trim().toLowerCase(), Number.isNaN(value) ? 0 : value);
  }
  return weights;
}

const compressedByEtag = new LruCache<Promise<Buffer>>(512);

/** Compresses once per ETag, on the thread pool. */
function compress(body: Buffer, etag: string, encoding: ContentEncoding, effort: CompressionEffort) {
  const known = compressedByEtag.get(etag);
  if (known) return known;
  const compressed = COMPRESSORS[encoding](body, effort);
  compressedByEtag.set(etag, compressed);
  compressed.catch(() => compressedByEtag.deleteIf(etag, compressed));
  return compressed;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify<Buffer, { level: number }, Buffer>(gzip);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

const COMPRESSORS: Record<ContentEncoding, (body: Buffer, effort: CompressionEffort) => Promise<Buffer>> = {
  br: (body, effort) => {
    const quality = effort === 'quick' ? 4 : 9;
    const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length };
    return asBrotli(body, { params });
  },
  gzip: (body, effort) => asGzip(body, { level: effort === 'quick' ? 6 : 9 }),
};

export const CORS_EXPOSED_HEADERS = [
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After',
  'X-Request-Id, X-Arkhouse-Warning, Idempotency-Replayed, ETag, Link, WWW-Authenticate',
  'Payment-Receipt, PAYMENT-REQUIRED, X-PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE',
].join(', ');

export type ReplyHeaders = Record<string, string | number | string[]>;

export const CSP = {
  none: "default-src 'none'; frame-ancestors 'none'",
  page: "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  /** Content security policy of a form whose answer redirects to the payment provider: browsers apply form-action to redirects. */
  payment:
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self' https:; frame-ancestors 'none'",
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

export function integrityOf(content: string | Buffer, algorithm: 'sha256' | 'sha512' = 'sha256'): string {
  return `${algorithm}-${hash(algorithm, content, 'base64')}`;
}

interface Served {
  readonly house: { readonly sandbox?: unknown };
  readonly https: boolean;
}

/** Headers of every reply. CORS is open because the API does not use cookies. */
export function baseHeaders({ house, https }: Served): Readonly<ReplyHeaders> {
  return {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-security-policy': CSP.none,
    'x-content-type-options': 'nosniff',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
    ...(house.sandbox !== undefined && { 'x-arkhouse-sandbox': 'true' }),
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

/** On replies of the API, refusals and feeds: the two descriptions that lead to all others. */
export const SHORT_LINK_HEADER = [
  `<${OPENAPI_PATH}>; rel="service-desc"`,
  `<${AGENT_DOCUMENTS.llms.path}>; rel="describedby"`,
].join(', ');

function link(path: string, relation: string, type: string): string {
  return `<${path}>; rel="${relation}"; type="${type}"`;
}
