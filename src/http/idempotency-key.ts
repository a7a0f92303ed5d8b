import type { IncomingHttpHeaders } from 'node:http';

import { Problem } from '../core/problem.ts';

const WRITTEN = /^[!-~]{1,255}$/;

/** The client's own name for this request, if it gave one. */
export function idempotencyKeyIn(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !WRITTEN.test(given)) throw new Problem('invalid_idempotency_key');
  return given;
}
