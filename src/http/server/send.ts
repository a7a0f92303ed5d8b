import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ReplyHeaders } from './headers.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What is sent, beside the headers that the visit has gathered. */
export interface RawReply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
}

/**
 * Sends an answer past the framework: its own way of keeping headers costs as much as recognising a key.
 * Node leaves the body out where there must be none.
 */
export function send(request: FastifyRequest, reply: FastifyReply, { status, type, body }: RawReply): void {
  const { headers, meter, startedMs } = request.visit;
  if (body !== undefined) {
    headers['content-type'] = type ?? JSON_TYPE;
    headers['content-length'] = Buffer.byteLength(body);
  }
  reply.hijack();
  reply.raw.writeHead(status, headers);
  reply.raw.end(body);
  meter.record(status, startedMs);
}

/** A name that only these very bytes have. */
export function etagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/** Tells what version the answer is, and whether the caller has it already. */
export function isNotModified({ headers }: FastifyRequest, answer: ReplyHeaders, tag: string): boolean {
  answer['etag'] = tag;
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  // A proxy that compressed the body has marked its name as weak; it is the same body all the same.
  return known.trim() === '*' || [...known.matchAll(ETAGS)].some(([each]) => each === tag);
}

const ETAGS = /"[^"]*"/g;
