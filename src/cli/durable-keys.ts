import { rm } from 'node:fs/promises';

import { readPendingRegistration, type PendingRegistration } from '../client/key-file.ts';
import { ROUTES } from '../contract/routes.ts';
import { isProblemBody, type TransportResponse, type TransportRequest, type Transport } from '../contract/server/client.ts';
import type { Route } from '../contract/server/route.ts';
import { systemRandom } from '../outside/engine/random.ts';
import { tryWriteKeyFile, type KeyRing } from './key-ring.ts';

/** Sends so that no key gets lost: what gives out a key is repeated under the same word until its answer has come. */
export function withDurableKeys(send: Transport, ring: KeyRing): Transport {
  const register = saveBeforeSending(send, ring);
  const rotate = withOneIdempotencyKey(send);
  return async (request) => {
    if (isFor(ROUTES.registerAgent, request)) return register(request);
    return isFor(ROUTES.rotateApiKey, request) ? rotate(request) : send(request);
  };
}

function isFor({ method, path }: Pick<Route, 'method' | 'path'>, request: TransportRequest): boolean {
  return request.method === method && request.path === path;
}

/** A rotation whose answer got lost is asked for again: the old key opens nothing else any more. */
function withOneIdempotencyKey(send: Transport): Transport {
  let word: string | undefined;
  return async (request) => {
    word ??= request.headers['idempotency-key'] ?? systemRandom.id();
    const answer = await send(withIdempotencyKey(request, word));
    word = undefined;
    return answer;
  };
}

/**
 * Writes every registration down before it is sent. Should its answer get lost, the next one under the same name is sent
 * exactly like it, and is told the same key.
 */
function saveBeforeSending(send: Transport, { file, baseUrl }: KeyRing): Transport {
  return async (request) => {
    const begun = await beginOrResume(file, baseUrl, request);
    if (!begun) return send(request);
    const { idempotencyKey, body } = begun.registering;
    const answer = await send({ ...withIdempotencyKey(request, idempotencyKey), body: JSON.stringify(body) });
    // Nothing was begun after all, and the next try may say something else.
    if (wasRefused(answer)) await rm(file, { force: true });
    return answer;
  };
}

function withIdempotencyKey(request: TransportRequest, word: string): TransportRequest {
  return { ...request, headers: { ...request.headers, 'idempotency-key': word } };
}

async function beginOrResume(
  file: string,
  baseUrl: string,
  request: TransportRequest,
): Promise<PendingRegistration | undefined> {
  const body = bodyOf(request);
  const { username } = body;
  // What has no name is refused, and leaves nothing behind.
  if (typeof username !== 'string' || username === '') return undefined;
  const earlier = await readPendingRegistration(file);
  if (earlier && earlier.username === username.toLowerCase() && earlier.baseUrl === baseUrl) return earlier;
  const idempotencyKey = request.headers['idempotency-key'] ?? systemRandom.id();
  const begun = { baseUrl, username: username.toLowerCase(), registering: { idempotencyKey, body } };
  // Where nothing can be written down, it is sent all the same, and its key told to the caller.
  return (await tryWriteKeyFile(file, begun)) ? begun : undefined;
}

function bodyOf({ body = '{}' }: TransportRequest): Record<string, unknown> {
  // Written by the client, from an object.
  return JSON.parse(body) as Record<string, unknown>;
}

function wasRefused({ status, body }: TransportResponse): boolean {
  return status >= 400 && status < 500 && isProblemBody(body) && body.retry_after_seconds === undefined;
}
