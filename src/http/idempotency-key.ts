import type { FastifyRequest } from 'fastify';

import { Problem } from '../core/problem.ts';

const WRITTEN = /^[!-~]{1,255}$/;

/** The client's own name for this request, if it gave one; what only reads needs none. */
export function idempotencyKeyOf({ method, headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined || method === 'GET' || method === 'HEAD') return undefined;
  if (typeof given !== 'string' || !WRITTEN.test(given)) throw new Problem('invalid_idempotency_key');
  return given;
}
