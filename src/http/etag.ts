import { hash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import type { Headers } from './headers.ts';

/** A name that only these very bytes have. */
export function tagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/** Tells what version the answer is, and whether the caller has it already. */
export function isKnownTo({ headers }: FastifyRequest, answer: Headers, tag: string): boolean {
  answer['etag'] = tag;
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  // A proxy that compressed the body has marked its name as weak; it is the same body all the same.
  return known.trim() === '*' || [...known.matchAll(TAGS)].some(([each]) => each === tag);
}

const TAGS = /"[^"]*"/g;
