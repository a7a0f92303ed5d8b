import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { send } from './send.ts';

/** The headers a protocol reads; keys are not among them, and go no further than the door. */
export function headersNamed(request: FastifyRequest, wanted: RegExp): Headers {
  const found = Object.entries<IncomingHttpHeaders[string]>(request.headers).filter(
    (entry): entry is [string, string] => wanted.test(entry[0]) && typeof entry[1] === 'string',
  );
  return new Headers(found);
}

/** Tells when the caller has hung up before it was answered. */
export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) hungUp.abort();
  });
  return hungUp.signal;
}

const STREAM = 'text/event-stream';

/** Sends an answer of the web's own kind: whole, or bit by bit where it is a stream. */
export async function sendWeb(request: FastifyRequest, reply: FastifyReply, answer: Response): Promise<void> {
  const { headers } = request.visit;
  for (const [name, value] of answer.headers) if (name !== 'content-length') headers[name] = value;
  const type = answer.headers.get('content-type') ?? undefined;
  if (answer.body === null) return send(request, reply, { status: answer.status });
  if (!type?.startsWith(STREAM)) {
    const body = Buffer.from(await answer.arrayBuffer());
    return send(request, reply, { status: answer.status, body, ...(type !== undefined && { type }) });
  }
  reply.hijack();
  reply.raw.writeHead(answer.status, headers);
  // A caller who hangs up ends it early, and that is no failure.
  // The same stream, which browsers and Node describe in different words.
  const stream = Readable.fromWeb(answer.body as ReadableStream);
  await pipeline(stream, reply.raw).catch(() => reply.raw.destroy());
}
