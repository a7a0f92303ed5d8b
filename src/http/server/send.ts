import { hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { endTogether } from './end-together.ts';
import {
  isWorthPacking,
  pack,
  packedEtag,
  preferredEncoding,
  type PackingEffort,
} from './wire/content-encoding.ts';

export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

/** What is sent, beside the headers that the request's context has gathered. */
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
  { status, type, text, rest }: TextPieces,
): Promise<void> {
  const { headers, meter, startedMs } = request.context;
  headers['content-type'] = type;
  reply.hijack();
  reply.raw.writeHead(status, headers);
  meter.record(status, startedMs);
  if (request.method === 'HEAD') return void reply.raw.end();
  await pipeline(joined(text, rest), reply.raw);
}

interface TextPieces {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly rest: AsyncIterable<string>;
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
  /** Computed where none is given. */
  readonly etag?: string;
  /** How the body is packed, if it is. */
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

/** What anybody may read, to be sent as small as its reader can take it. */
interface PublicReply extends EtaggedBody {
  readonly type: string;
  readonly effort: PackingEffort;
}

/**
 * Sends what is the same for everybody, packed. Nothing else is: whoever could have their own words packed together with
 * another's secret could guess the secret by its length (BREACH).
 */
export function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, effort }: PublicReply,
): void | Promise<void> {
  if (!isWorthPacking(body)) return sendCacheable(request, reply, { type, body, etag });
  const { headers } = request.context;
  headers['vary'] = 'vary' in headers ? `${String(headers['vary'])}, Accept-Encoding` : 'Accept-Encoding';
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (!encoding) return sendCacheable(request, reply, { type, body, etag });
  const name = packedEtag(etag, encoding);
  // Whoever has it already costs nobody the packing.
  if (hasVersion(request, name)) return sendCacheable(request, reply, { type, body, etag: name });
  return pack({ body, etag }, encoding, effort).then((packed) =>
    sendCacheable(request, reply, { type, body: packed, etag: name, encoding }),
  );
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
