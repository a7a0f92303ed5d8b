import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Problem } from '../core/problem.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies are JSON whatever they are called: many clients send JSON under the name of a form. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => parseJson(request, bytes),
  );
}

function parseJson(request: FastifyRequest, bytes: Buffer): unknown {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw misfit('a body without Content-Encoding', 'a compressed body');
  }
  const text = decoded(bytes);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw misfit('JSON', `${bytes.length} bytes that are not JSON`);
  }
}

function decoded(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw misfit('text in UTF-8', 'bytes that are not UTF-8');
  }
}

function misfit(expected: string, received: string): Problem {
  return new Problem('invalid_request', { misfits: [{ field: 'body', expected, received }] });
}
