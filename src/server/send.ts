import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { LruCache } from '../rules/base/collections.ts';

export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

interface RawReply {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body?: string | Buffer;
}

/**
 * Sends an answer past the framework: its own way of keeping headers costs as much as recognising a key.
 * Node leaves the body out where there must be none.
 */
export function send(request: FastifyRequest, reply: FastifyReply, { status, type, body }: RawReply): void {
  const { headers, meter, startedMs } = request.context;
  if (body !== undefined) {
    headers['content-type'] = type ?? JSON_TYPE;
    headers['content-length'] = Buffer.byteLength(body);
  }
  reply.hijack();
  reply.raw.writeHead(status, headers);
  endTogether(reply.raw, body);
  meter.record(status, startedMs);
}

/**
 * Sends a text whose rest is made while it is sent, as fast as it is taken. What fails on the way cuts the connection,
 * so that nobody takes the part for the whole.
 */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, text, rest }: { status: number; type: string; text: string; rest: AsyncIterable<string> },
): Promise<void> {
  const { headers, meter, startedMs } = request.context;
  headers['content-type'] = type;
  reply.hijack();
  reply.raw.writeHead(status, headers);
  meter.record(status, startedMs);
  if (request.method === 'HEAD') return void reply.raw.end();
  await pipeline(joined(text, rest), reply.raw);
}

async function* joined(text: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield text;
  yield* rest;
}

/** Bytes that are sent many times, with the ETag that was computed of them once. */
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

/** Sends a body with its ETag, or 304 to whoever has it already. */
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

/**
 * Sends what is the same for everybody, packed. Nothing else is: whoever could have their own words packed together with
 * another's secret could guess the secret by its length (BREACH).
 */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag: plainEtag, effort }: EtaggedBody & { type: string; effort: PackingEffort },
): Promise<void> {
  if (body.length < SMALLEST_PACKED_BYTES)
    return sendCacheable(request, reply, { type, body, etag: plainEtag });
  const { headers } = request.context;
  headers['vary'] = 'vary' in headers ? `${String(headers['vary'])}, Accept-Encoding` : 'Accept-Encoding';
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (!encoding) return sendCacheable(request, reply, { type, body, etag: plainEtag });
  // Each encoding is a representation of its own (RFC 9110, 8.8.3.3).
  const etag = `${plainEtag.slice(0, -1)}-${encoding}"`;
  // Whoever has it already costs nobody the packing.
  if (hasVersion(request, etag)) return sendCacheable(request, reply, { type, body, etag });
  sendCacheable(request, reply, { type, body: await pack(body, etag, encoding, effort), etag, encoding });
}

/** A name that only these very bytes have. */
function etagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

export function withEtag(content: string | Buffer): EtaggedBody {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  return { body, etag: etagOf(body) };
}

const ETAGS = /"[^"]*"/g;

function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  // A proxy that compressed the body has marked its name as weak; it is the same body all the same.
  return known.trim() === '*' || [...known.matchAll(ETAGS)].some(([each]) => each === etag);
}

/** Sends a browser on with GET; what it came with is not sent again. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, location: string): void {
  request.context.headers['location'] = location;
  send(request, reply, { status: 303 });
}

let ending: { response: ServerResponse; body: string | Buffer | undefined }[] = [];

/**
 * Ends a response together with all others that are ready in this turn of the event loop. The system's way from a write to
 * the other side is long: gone once for each answer, between other work, it costs nearly twice as much.
 */
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

/** How hard to pack: what is made anew every few seconds quickly, what stays for hours well. */
type PackingEffort = 'quick' | 'thorough';

// One packet of the network carries about as much: less would not arrive any sooner.
const SMALLEST_PACKED_BYTES = 1024;
// No browser has that much to say about it, and reading it would take its time.
const LONGEST_HEADER = 1000;

/** Which encoding somebody would rather have; undefined for the plain bytes. */
export function preferredEncoding(header: string | undefined): ContentEncoding | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  const weights = encodingWeights(header);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = Math.max(...ENCODINGS.map(weightOf));
  // Plain is always welcome, but only those who give it a weight would rather have it than what they name.
  if (best === 0 || (weights.get('identity') ?? 0) > best) return undefined;
  return ENCODINGS.find((coding) => weightOf(coding) === best);
}

/** True when gzip is named, and not with a weight of nothing. */
export function acceptsGzip(header = ''): boolean {
  return (encodingWeights(header).get('gzip') ?? 0) > 0;
}

/** Accept-Encoding (RFC 9110, 12.5.3): what is named, and how much it is wanted. A weight that is no number is none. */
function encodingWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const range of header.split(',')) {
    const [coding = '', weight] = range.split(';', 2);
    const value = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
    if (coding.trim() !== '') weights.set(coding.trim().toLowerCase(), Number.isNaN(value) ? 0 : value);
  }
  return weights;
}

const packedByEtag = new LruCache<Promise<Buffer>>(512);

/** The bytes of this name, packed: once for everybody who asks, and not on the thread that answers. */
function pack(body: Buffer, etag: string, encoding: ContentEncoding, effort: PackingEffort): Promise<Buffer> {
  const known = packedByEtag.get(etag);
  if (known) return known;
  const packed = PACKERS[encoding](body, effort);
  packedByEtag.set(etag, packed);
  packed.catch(() => packedByEtag.deleteIf(etag, packed));
  return packed;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify<Buffer, { level: number }, Buffer>(gzip);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

const PACKERS: Record<ContentEncoding, (body: Buffer, effort: PackingEffort) => Promise<Buffer>> = {
  br: (body, effort) => {
    const quality = effort === 'quick' ? 4 : 9;
    return asBrotli(body, {
      params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length },
    });
  },
  gzip: (body, effort) => asGzip(body, { level: effort === 'quick' ? 6 : 9 }),
};
